/**
 * What commands say of operations and types grows with the WSDL, and not with what its types refer to. The words of an
 * operation are tested where they are made, because no entry point shows them without a command's own options.
 */
import { Command, Option } from "commander";
import { loadServices } from "soapwright-contract";
import { contractFile } from "soapwright-sandbox";
import { growthOf, shapes } from "soapwright-testing/codegen/growing-wsdl";
import { CommandWords } from "../../src/call/call-words";
import { resultType } from "../../src/call/places";
import { columnsOfType } from "../../src/formats/columns-of-type";

const words = new CommandWords(() => [new Option("--json <file>")]);

async function bytesOf(wsdl: string) {
  const { services } = await loadServices(wsdl, {});
  const [{ service }] = services as [(typeof services)[number]];
  const [operation] = service.operations as [(typeof service.operations)[number]];
  const named = { name: "o", service, operation, textOf: () => undefined, argumentText: () => undefined };
  const type = resultType(operation);
  return {
    // Scripts and styles are the same for all WSDLs.
    outline: contractFile("", [{ service }]).length - contractFile("", []).length,
    completion: JSON.stringify(words.candidates([named])).length,
    help: words.help(new Command("call"), "call o", named).length,
    columns: JSON.stringify(type && columnsOfType(type)).length,
  };
}

test.each(shapes)("%s: twice the types are at most twice the bytes", async (shape) => {
  const { outline, completion, help, columns } = await growthOf(shape, bytesOf);
  expect(outline).toBeLessThan(2.1);
  expect(completion).toBeLessThan(2.1);
  expect(help).toBeLessThan(2.1);
  expect(columns).toBeLessThan(2.1);
});
