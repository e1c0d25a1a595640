/** Generated code grows with the WSDL, and not with what its types refer to. */
import { growthOf, shapes } from "soapwright-testing/codegen/growing-wsdl";
import { generate } from "../../src/pipeline";

async function bytesOf(wsdl: string) {
  const { files } = await generate(wsdl, { source: "service.wsdl", extension: "" });
  const bytes = (name: string): number => [...files!].find(([path]) => path.endsWith(name))![1].length;
  return { types: bytes("types.ts"), schemas: bytes("schemas.ts"), client: bytes("client.ts") };
}

test.each(shapes)("%s: twice the types are at most twice the bytes", async (shape) => {
  const { types, schemas, client } = await growthOf(shape, bytesOf);
  expect(types).toBeLessThan(2.1);
  expect(schemas).toBeLessThan(2.1);
  expect(client).toBeLessThan(2.1);
});
