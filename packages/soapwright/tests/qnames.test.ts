/** Every QName that is sent resolves to what the caller means, as libxml2 reads it, or the argument is refused. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Codec, type OperationNode, soapEncoding } from "soapwright-runtime/tables";
import { Referee } from "soapwright-testing/referee/referee";
import { enveloped, typesIn, XSD } from "soapwright-testing/referee/type-names";
import { loadRuntime, type Trip, verifyTables } from "soapwright-verify";
import { generateResult } from "../../soapwright-sandbox/src/sample-values/made-values";
import { loadTables } from "../src/commands/verify/generated-tables";
import { generate } from "../src/pipeline";

const cases = join(__dirname, "../../soapwright-testing/src/golden/cases");

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

describe.each(readdirSync(cases).filter((name) => name !== "schema"))("golden case %s", (name) => {
  const path = join(cases, name, "service.wsdl");

  test("instances of the schema, and values of the sandbox", async () => {
    const { model, schemas, files } = await generate(path, {
      source: path,
      runtime: "soapwright-runtime/tables",
      extension: "",
    });
    const trips: Trip[] = [];
    const runtime = await loadRuntime();
    await verifyTables(
      { model: model!, schemas: schemas!, tables: loadTables(files!, runtime) },
      {
        runtime,
        instances: 5,
        int64: "bigint",
        seed: "1",
        seconds: 1,
        onProgress: () => {},
        onTrip: (trip) => trips.push(trip),
      },
    );
    for (const { document, encoded } of trips) {
      if (encoded === undefined) continue;
      const [given, sent] = await Promise.all([referee.parse(document), referee.parse(encoded)]);
      expect(typesIn(sent).filter((type) => type.startsWith("unbound"))).toEqual([]);
      const known = new Set(typesIn(given));
      for (const type of typesIn(sent))
        if (!type.includes(XSD) && !type.includes("soap")) expect(known).toContain(type);
    }
    const tables = (await import(join(cases, name, "schemas.ts"))) as Record<string, unknown>;
    const codec = new Codec({ validation: "strict", soapEncoding });
    for (const operation of Object.values(tables).filter(isOperation)) {
      const { input, use } = operation;
      for (const element of input.body) {
        const alone = { ...operation, output: { ...input, body: [element], unwrap: [element.key], list: false } };
        const value = generateResult(alone, "1", (same) => same);
        const encoding = use === "encoded" ? "1.1" : undefined;
        const refer = () => "cid:part";
        const attachments = { attach: () => undefined, refer };
        const xml = enveloped("", codec.encode(element, value, "value", { encoding, attachments }));
        expect(typesIn(await referee.parse(xml)).filter((type) => type.startsWith("unbound"))).toEqual([]);
      }
    }
  });
});

function isOperation(table: unknown): table is OperationNode {
  return typeof table === "object" && table !== null && "input" in table;
}
