/** Every QName that is sent resolves to what the caller means, as libxml2 reads it, or the argument is refused. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isArgumentError, isConfigurationError, type XmlElement } from "soapwright-runtime";
import type { ElementNode } from "soapwright-runtime/internal";
import { Codec, namespace, type OperationNode, soapEncoding, xs } from "soapwright-runtime/tables";
import { elementsOf, Referee, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { readExtraBlocks } from "../../soapwright-runtime/src/soap/extra-headers";
import { generateResult } from "../../soapwright-sandbox/src/sample-values/made-values";
import { generate } from "../src/pipeline";
import type { Trip } from "../src/verify/round-trip";
import { loadRuntime } from "../src/verify/runtime";
import { verifyTables } from "../src/verify/verification";

const XSI = "http://www.w3.org/2001/XMLSchema-instance";
const XSD = "http://www.w3.org/2001/XMLSchema";
const SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
const cases = join(__dirname, "../../soapwright-testing/src/golden/cases");

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

/** Names of types by the namespaces in scope, in document order: `{namespace}local`, or `unbound: text`. */
function typesIn(element: RefereeElement, outer: Readonly<Record<string, string>> = {}): string[] {
  const scope = { ...outer, ...element.declarations };
  const resolved = (text: string): string => {
    const [local = "", prefix = ""] = text.trim().split(":").reverse();
    const found = scope[prefix] ?? (prefix === "" ? "" : undefined);
    return found === undefined ? `unbound: ${text}` : `{${found}}${local}`;
  };
  const own = element.attributes
    .filter(({ namespace, local }) => namespace === XSI && local === "type")
    .map(({ value }) => resolved(value));
  const isName = own.includes(`{${XSD}}QName`) && textOf(element).trim() !== "";
  const names = isName ? [resolved(textOf(element))] : [];
  return [...own, ...names, ...elementsOf(element).flatMap((child) => typesIn(child, scope))];
}

function enveloped(header: string, body: string): string {
  return `<soap:Envelope xmlns:soap="${SOAP}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}"><soap:Header>${header}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

describe("a tree that is written by hand", () => {
  const tns = namespace("urn:a");
  const codec = new Codec({ validation: "standard" });
  const body: ElementNode = tns.element("Body", {
    kind: "complex",
    parts: [
      tns.element("Name", xs.QName),
      tns.element("Value", { kind: "anyType" }),
      { kind: "any", key: "any", min: 0, max: 1, array: false, namespaces: { allow: "any" } },
    ],
  });
  const uri = fc.constantFrom("urn:a", "urn:b", "urn:c&d");
  const prefix = fc.constantFrom("a", "q1", "q2", "soap", "xsi", "xsd", "xs", "");
  const type = fc.constantFrom(
    "xs:string",
    "xsd:int",
    "xs:QName",
    "a:T",
    "q1:T",
    "q2:T",
    "soap:T",
    "T",
    " a:T ",
    "a b",
  );
  const { tree } = fc.letrec<{ tree: XmlElement }>((self) => ({
    tree: fc.record({
      name: fc.record({ namespace: fc.oneof(uri, fc.constant("")), local: fc.constantFrom("x", "y") }),
      attributes: fc.oneof(
        fc.constant([]),
        fc.tuple(
          fc.record({ name: fc.constant({ namespace: XSI, local: "type" }), value: type }),
          fc.record({ name: fc.record({ namespace: uri, local: fc.constant("n") }), value: fc.constant("a:b") }),
        ),
      ),
      children: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<string[]>([], ["a:x"], ["q1:x"], ["x"]),
        fc.array(self("tree"), { maxLength: 3 }),
      ),
      prefixes: fc.dictionary(prefix, uri, { maxKeys: 3 }),
    }) as fc.Arbitrary<XmlElement>,
  }));

  /** What the caller means, by Namespaces in XML alone; undefined where that is not known. */
  function meant(element: XmlElement, outer: ReadonlyMap<string, string> = new Map()): string[] | undefined {
    const isBare = element.name.namespace === "";
    const scope = new Map([
      ...outer,
      ...(isBare ? [["", ""] as const] : []),
      ...Object.entries(element.prefixes ?? {}),
    ]);
    if (isBare && scope.get("") !== "") return undefined;
    const names: string[] = [];
    const add = (text: string): boolean => {
      if (!/^\s*(?:\w+:)?\w+\s*$/.test(text)) return false;
      const [local = "", of = ""] = text.trim().split(":").reverse();
      const found = scope.get(of) ?? (of === "xs" || of === "xsd" ? XSD : undefined);
      if (found === undefined) return false;
      return names.push(`{${found}}${local}`) > 0;
    };
    for (const { name, value } of element.attributes) {
      if (name.namespace !== XSI) continue;
      if (!add(value)) return undefined;
      const text = element.children.filter((child) => typeof child === "string").join("");
      if (names.at(-1) === `{${XSD}}QName` && text !== "" && !add(text)) return undefined;
    }
    for (const child of element.children) {
      const inner = typeof child === "string" ? [] : meant(child, scope);
      if (inner === undefined) return undefined;
      names.push(...inner);
    }
    return names;
  }

  /** Returns undefined for a refusal. */
  function written(write: () => string): string | undefined {
    try {
      return write();
    } catch (error) {
      if (isArgumentError(error) || isConfigurationError(error)) return undefined;
      throw error;
    }
  }

  test("as xs:anyType, in a wildcard and as a header block", async () => {
    const counts = { sent: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        const expected = meant(value);
        const named = { ...value, name: { namespace: "urn:a", local: "Value" } };
        const expectedNamed = meant(named);
        const Name = { namespace: "urn:b", local: "x" };
        const plain = { ...named, attributes: [], children: [], prefixes: {} };
        for (const [names, header, content] of [
          [expectedNamed, "", () => codec.encode(body, { Name, Value: named }, "Body")],
          [expected, "", () => codec.encode(body, { Name, Value: plain, any: value }, "Body")],
          [expected, () => readExtraBlocks("extraHeaders", value).xml, ""],
        ] as const) {
          const xml = written(() => enveloped(header === "" ? "" : header(), content === "" ? "" : content()));
          counts[xml === undefined ? "refused" : "sent"]++;
          // A default namespace on an element without one, and a prefix that the writer has bound, are refused too.
          if (names === undefined) expect(xml).toBeUndefined();
          else expect(xml).toBeDefined();
          if (xml === undefined) continue;
          const read = await referee.parse(xml);
          expect(typesIn(read)).toEqual(names);
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(counts.sent, counts.refused)).toBeGreaterThan(50);
  });
});

describe.each(readdirSync(cases).filter((name) => name !== "schema"))("golden case %s", (name) => {
  const path = join(cases, name, "service.wsdl");

  test("instances of the schema, and values of the sandbox", async () => {
    const { model, schemas, files } = await generate(path, {
      source: path,
      runtime: "soapwright-runtime/tables",
      extension: "",
    });
    const trips: Trip[] = [];
    await verifyTables(
      { model: model!, schemas: schemas!, files: files! },
      {
        runtime: await loadRuntime(),
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
