import { join } from "node:path";
import { generate } from "soapwright/internal";
import { Codec, XmlReader } from "soapwright-runtime/tables";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { closeEnumerations } from "../../../src/model/passes/close-enumerations";
import { complex, element, enumeration, model, typeRef } from "../nouns";

const output = { input: false, output: true };
const types = [complex(1, [element("A", { type: typeRef(2) })], { direction: output }), enumeration(2, "x")];
const facets = (enums: "open" | "closed" | undefined) =>
  closeEnumerations(model(types), enums === undefined ? {} : { enums }).types.map(
    (type) => type.kind === "simple" && type.definition.facets,
  );

test("enumerations of answers say that they are closed, when asked for", () => {
  expect(facets(undefined)).toEqual([false, {}]);
  expect(facets("open")).toEqual([false, {}]);
  expect(facets("closed")).toEqual([false, { closed: true }]);
});

/** Returns the decoded response with these values, at the most lenient level. */
async function decoded(enums: "open" | "closed", color: string, level: string): Promise<unknown> {
  const { files } = await generate(
    join(__dirname, "../../../../soapwright-testing/src/golden/cases/enumerations/service.wsdl"),
    {
      source: "service.wsdl",
      runtime: "runtime",
      extension: "",
      enums,
    },
  );
  const [service] = runTables(files ?? new Map());
  const table = service!.operations[0]!.output!.body[0]!;
  const events: { decoder?: ReturnType<Codec["decoder"]> } = {};
  const reader = new XmlReader({
    startElement: (name, attributes) => events.decoder!.startElement(name, attributes),
    endElement: (name) => events.decoder!.endElement(name),
    text: (text) => events.decoder!.text(text),
  });
  events.decoder = new Codec({ validation: "lenient" }).decoder(table, reader);
  reader.write(
    `<EchoResponse xmlns="urn:example"><Told><Color>${color}</Color><Warm>red</Warm><Level>${level}</Level></Told></EchoResponse>`,
  );
  reader.end();
  return events.decoder.value;
}

test("generated with --enums closed, an unknown value is refused at every level", async () => {
  expect(await decoded("open", "mauve", "3")).toMatchObject({ Told: { Color: "mauve", Level: 3 } });
  expect(await decoded("closed", "red", "2")).toMatchObject({ Told: { Color: "red", Level: 2 } });
  await expect(decoded("closed", "mauve", "2")).rejects.toThrow(/Color.*one of red, green/);
  await expect(decoded("closed", "red", "3")).rejects.toThrow(/Level.*one of 1, 2/);
});
