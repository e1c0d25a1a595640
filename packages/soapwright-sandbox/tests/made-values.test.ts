/** Generated values fit the tables that they are generated from, whatever the tables contain. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { OutgoingParts } from "soapwright-features/wire";
import { Codec, type ElementNode, type NodeRef, type RecordType, soapEncoding } from "soapwright-runtime/codecs";
import {
  choice,
  complexType,
  enumeration,
  extension,
  namespace,
  nillable,
  type OperationNode,
  patterned,
  polymorphic,
  repeated,
  restriction as restricted,
  type ServiceNode,
  simpleList,
  union,
  variant,
  xs,
} from "soapwright-runtime/tables";
import { isSlow } from "soapwright-testing/stage/slow";
import { generateResult } from "../src/service/sample-values/made-values";

const cases = resolve(__dirname, "../../soapwright-testing/src/golden/cases");
const restriction = ((name, base, facets) =>
  restricted(name, base, facets?.patterns === undefined ? facets : patterned(facets))) as typeof restricted;
const codec = new Codec({ validation: "strict", soapEncoding });
const same = (name: string): string => name;

/** Returns the element of a result, with the value that the method resolves to. */
function encoded({ output }: OperationNode, result: unknown): string {
  const [element] = output!.body;
  const value = output!.unwrap.slice(1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), result);
  return codec.encode(element!, value, element!.name.local, { attachments: new OutgoingParts() });
}

describe("of every golden case, in document style, results are made that the encoder takes", () => {
  test.each(readdirSync(cases).filter((name) => !name.startsWith("rpc")))("%s", async (name) => {
    const { service, ...tables } = (await import(join(cases, name, "schemas.ts"))) as { service?: ServiceNode };
    const services = service === undefined ? Object.values(tables).filter(isService) : [service];
    for (const operation of services.flatMap(({ operations }) => operations)) {
      if (operation.output === undefined || operation.output.unwrap.length === 0) continue;
      for (let seed = 0; seed < 25; seed++) {
        const result = generateResult(operation, String(seed), same);
        expect(encoded(operation, result)).toMatch(/^</);
        expect(generateResult(operation, String(seed), same)).toEqual(result);
      }
    }
  });
});

function isService(table: unknown): table is ServiceNode {
  return typeof table === "object" && table !== null && "operations" in table;
}

const tns = namespace("urn:example");

/** Returns an operation whose result is one element of a type. */
function answering(type: NodeRef): OperationNode {
  const element: ElementNode = { kind: "element", key: "R", name: tns("R"), type, min: 1, max: 1, array: false };
  return {
    name: "Get",
    method: "get",
    style: "document",
    use: "literal",
    soapAction: {},
    safe: true,
    input: { body: [], unwrap: [], list: false, headers: [] },
    output: { body: [element], unwrap: ["R"], list: false, headers: [] },
    faults: [],
  };
}

test.each([
  ["an enumeration", enumeration(undefined, xs.string, ["a", "b"])],
  ["a pattern", restriction(undefined, xs.string, { patterns: ["[1-9][0-9]{3} ?[A-Z]{2}"] })],
  [
    "a pattern with a choice and a class",
    restriction(undefined, xs.token, { patterns: ["(NL|BE)-\\d{2,4}[^0-9]\\p{Lu}"] }),
  ],
  ["a pattern with a length", restriction(undefined, xs.string, { patterns: ["[a-z]*"], length: 7 })],
  ["a pattern that takes characters away", restriction(undefined, xs.string, { patterns: ["[a-z-[aeiou]]{3}"] })],
  [
    "a moment under a pattern",
    restriction(undefined, xs.dateTime, {
      patterns: ["[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(.[0-9]{1,7})?Z"],
    }),
  ],
  ["a number under a pattern", restriction(undefined, xs.int, { patterns: ["\\d{4,7}|.{5}"], minInclusive: "1000" })],
  [
    "patterns of two steps",
    restriction(undefined, restriction(undefined, xs.string, { patterns: ["[A-Z].*"] }), {
      patterns: [".*[0-9]"],
      length: 30,
    }),
  ],
  ["a length", restriction(undefined, xs.string, { minLength: 40, maxLength: 41 })],
  ["a short length", restriction(undefined, xs.string, { maxLength: 2 })],
  ["bounds", restriction(undefined, xs.int, { minInclusive: "1900", maxInclusive: "1901" })],
  ["negative bounds", restriction(undefined, xs.integer, { minExclusive: "-10", maxExclusive: "-8" })],
  ["an upper bound below what is usual", restriction(undefined, xs.short, { maxInclusive: "-100" })],
  ["digits", restriction(undefined, xs.long, { totalDigits: 2 })],
  ["fraction digits", restriction(undefined, xs.decimal, { fractionDigits: 0 })],
  ["a decimal from above", restriction(undefined, xs.decimal, { minInclusive: "1000.5" })],
  ["a date after", restriction(undefined, xs.date, { minInclusive: "2044-01-01" })],
  ["bytes of a length", restriction(undefined, xs.base64Binary, { length: 2 })],
  ["a list of a length", restriction(undefined, simpleList(undefined, xs.int), { length: 3 })],
  ["a union", union(undefined, [enumeration(undefined, xs.string, ["x"]), xs.int])],
  [
    "a union of lists",
    union(undefined, [simpleList(undefined, xs.date), simpleList(undefined, enumeration(undefined, xs.token, ["y"]))]),
  ],
  ["a moment between bounds", restriction(undefined, xs.dateTime, { minInclusive: "2044-01-01T00:00:00Z" })],
  ["a decimal between bounds", restriction(undefined, xs.decimal, { minExclusive: "0.10", maxExclusive: "0.12" })],
  ["a float between bounds", restriction(undefined, xs.float, { minInclusive: "3", maxInclusive: "4" })],
  [
    "a name in a namespace",
    enumeration(undefined, xs.QName, ["a:one", "a:two"], { prefixes: { a: "urn:example:names" } }),
  ],
  ["booleans that are digits", simpleList(undefined, restriction(undefined, xs.boolean, { patterns: ["[01]"] }))],
  ["a name with a prefix", restriction(undefined, xs.QName, { patterns: [".+:.+"] })],
  ...Object.entries(xs),
] as const)("%s", (_what, type) => {
  for (let seed = 0; seed < (isSlow ? 20 : 5); seed++) {
    const operation = answering(type as NodeRef);
    expect(encoded(operation, generateResult(operation, String(seed), same))).toMatch(/^<(?:q1:)?R/);
  }
});

test("recursive types end: optional, in lists, in choices and by derivation", () => {
  const Tree: RecordType = {
    kind: "complex",
    parts: [
      tns.optional("Left", () => Tree as never),
      tns.list("Children", () => Tree as never),
      choice([tns.element("Branch", () => Tree as never), tns.element("Leaf", xs.int)]),
      repeated("groups", choice([tns.element("A", () => Tree as never), tns.element("B", xs.string)])),
      tns.element(
        "Next",
        nillable(() => Tree as never),
      ),
    ],
  };
  const Base = complexType(tns("Base"), [tns.element("Id", xs.int)]);
  const Both: NodeRef = complexType(tns("Both"), [extension(Base as never), tns.element("Inner", () => Any as never)]);
  const Any: NodeRef = polymorphic([
    variant("Base", Base as never, { xsiType: tns("Base") }),
    variant("Both", Both as never, { xsiType: tns("Both") }),
  ]);
  for (const type of [Tree, Any]) {
    const operation = answering(type);
    for (let seed = 0; seed < (isSlow ? 40 : 10); seed++) {
      const text = encoded(operation, generateResult(operation, String(seed), same));
      expect(text.length).toBeLessThan(200_000);
    }
  }
});

test("mixed content has what its repeated groups have", () => {
  const KeyInfo: RecordType = {
    kind: "complex",
    parts: [
      {
        kind: "mixed",
        key: "$content",
        particles: [
          repeated(
            "items",
            choice([tns.element("KeyName", xs.string), tns.element("Values", simpleList(undefined, xs.int) as never)]),
            { min: 2, max: 5 },
          ),
          choice([tns.element("One", xs.int), tns.element("Other", xs.int)]),
        ],
      } as never,
    ],
  };
  for (let seed = 0; seed < 40; seed++) {
    const text = encoded(answering(KeyInfo), generateResult(answering(KeyInfo), String(seed), same));
    expect(text).toMatch(/^<R[^>]*>A text<(KeyName|Values)>.*<(One|Other)>-?\d+<[^>]*><\/R>$/);
  }
});

test("xs:anyType is any element of the name: alone, nillable, in arrays and for derived types", () => {
  const any = { kind: "anyType" } as const;
  const array = { kind: "soapArray", item: any, itemType: tns("anyType") } as unknown as NodeRef;
  for (const type of [
    any,
    nillable(any as never),
    complexType(tns("Bag") as never, [tns.list("Item", any as never)]),
    array,
  ]) {
    for (let seed = 0; seed < 20; seed++) {
      const operation = answering(type as NodeRef);
      expect(encoded(operation, generateResult(operation, String(seed), same))).toMatch(/^<R/);
    }
  }
});

test("what cannot be made is a fault that says so", () => {
  const never = restriction(tns("Never"), xs.string, { patterns: ["a"], enumeration: ["b"] });
  expect(() => generateResult(answering(never as NodeRef), "1", same)).toThrow(
    "The sandbox cannot make a value of R, of the type Never, for Get. Put a result for it into the data.",
  );
  const unnamed = restriction(undefined, xs.string, { patterns: ["a"], enumeration: ["b"] });
  const inner = complexType(tns("Order"), [tns.element("Id", unnamed)]);
  expect(() => generateResult(answering(inner as NodeRef), "1", same)).toThrow(
    "The sandbox cannot make a value of Id for Get. Put a result for it into the data.",
  );
});
