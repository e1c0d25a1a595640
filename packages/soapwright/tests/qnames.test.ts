/** Every QName that is sent resolves to what the caller means, as libxml2 reads it, or the argument is refused. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Codec, soapEncoding } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { Referee } from "soapwright-testing/referee/referee";
import { enveloped, typesIn, XSD } from "soapwright-testing/referee/type-names";
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { verifyTables } from "soapwright-verify";
import { generateResult } from "../../soapwright-sandbox/src/service/sample-values/made-values";
import type { Trip } from "../../soapwright-verify/src/proof/round-trip";
import { loadRuntime } from "../../soapwright-verify/src/proof/runtime";
import { loadTables } from "../src/commands/verify/generated-tables";
import { generate } from "../src/pipeline";

const cases = join(__dirname, "../../soapwright-testing/src/golden/cases");

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

/** Names in values and wildcards, derived types, and one case of each further kind. */
const NAMED = /^(any-types|attributes-and-text|inheritance|rpc-encoded|wildcards-and-mixed)$/;
const folders = readdirSync(cases).filter((name) => name !== "schema");
const chosen = new Set([...folders.filter((name) => NAMED.test(name)), ...sampleOf(folders, 7)]);

describe.each([...chosen])("golden case %s", (name) => {
  const path = join(cases, name, "service.wsdl");

  test("instances of the schema, and values of the sandbox", async () => {
    const { model, schemas, files } = await generate(path, {
      source: path,
      extension: "",
    });
    const trips: Trip[] = [];
    const runtime = await loadRuntime();
    await verifyTables(
      { model: model!, schemas: schemas!, tables: loadTables(files!, runtime) },
      {
        runtime,
        instances: isSlow ? 5 : 2,
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
