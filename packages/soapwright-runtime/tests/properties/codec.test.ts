/** Tests parts by themselves, `errors/service-error`, `schema/codec` and 3 more: no entry point shows them whole. */
import fc from "fast-check";
import { feed } from "soapwright-testing/schema/feed";
import { anyCharacter } from "soapwright-testing/xml/any-character";
import { isServiceError } from "../../src/errors/service-error";
import { Codec, type Validation } from "../../src/schema/codec";
import { soapEncoding } from "../../src/schema/soap-encoding";
import type { ElementNode } from "../../src/schema/tables/nodes";
import type { XmlElement } from "../../src/schema/tables/table-values";
import { unboundPrefix } from "../../src/schema/tree/unbound-prefix";
import { XmlReader } from "../../src/xml/reader";
import { builtIn, element } from "../schema/tables";
import { conforms, isTree } from "./conforms";
import { builtInNames, everything } from "./random-tables";
import { check } from "./runs";
import { valuesOf } from "./values";

jest.setTimeout(3_600_000);

const codecs: { readonly [level in Validation]: Codec } = {
  // Random values of xs:IDREF refer to nothing: identifiers have tests of their own.
  strict: new Codec({ validation: "strict", soapEncoding, identities: false }),
  standard: new Codec({ validation: "standard", soapEncoding }),
  lenient: new Codec({ validation: "lenient", soapEncoding }),
};
const levels = ["strict", "standard", "lenient"] as const;

function encode(node: ElementNode, value: unknown): string {
  return codecs.standard.encode(node, value, node.key, { selfContained: true });
}

/** Decodes with the package's own reader, in pieces of `size`. */
function read(node: ElementNode, xml: string, validation: Validation, size = xml.length): unknown {
  const events = {
    startElement: (...args: Parameters<typeof decoder.startElement>) => decoder.startElement(...args),
    endElement: (...args: Parameters<typeof decoder.endElement>) => decoder.endElement(...args),
    text: (text: string) => decoder.text(text),
  };
  const reader = new XmlReader(events);
  const decoder = codecs[validation].decoder(node, reader);
  for (let at = 0; at < xml.length; at += Math.max(size, 1)) reader.write(xml.slice(at, at + Math.max(size, 1)));
  reader.end();
  return decoder.value;
}

test("what was encoded decodes to the same, by either reader, at every level", () => {
  check(
    fc.property(valuesOf(everything.type, everything.name), fc.integer({ min: 1, max: 200 }), (value, size) => {
      const xml = encode(everything, value);
      expect(read(everything, xml, levels[size % 3]!, size)).toStrictEqual(value);
      if (size % 10 === 0)
        expect(feed(xml, (scope) => codecs.strict.decoder(everything, scope)).value).toStrictEqual(value);
    }),
    0.25,
  );
});

test.each(builtInNames.map((name) => [name]))("xs:%s: what was encoded decodes to the same", (name) => {
  const node = element("Thing", builtIn(name));
  check(
    fc.property(valuesOf(node.type), (value) => {
      expect(read(node, encode(node, value), "strict")).toStrictEqual(value);
    }),
    0.1,
  );
});

test("any value at all is sent as it is, or refused as an argument", () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSparseArray: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
  });
  const nodes = [everything, ...builtInNames.map((name) => element("Thing", builtIn(name)))];
  check(
    fc.property(fc.constantFrom(...nodes), anything, (node, value) => {
      let xml: string;
      try {
        xml = encode(node, value);
      } catch (error) {
        if (!isServiceError(error) || error.code !== "ARGUMENT") throw error;
        return;
      }
      expect(conforms(node.type, read(node, xml, "strict"))).toBe(true);
    }),
  );
});

/** Changes to a text that may leave it well-formed. */
const mutation = fc.oneof(
  fc.record({ do: fc.constant("cut" as const), at: fc.nat(), length: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant("double" as const), at: fc.nat(), length: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    do: fc.constant("text" as const),
    at: fc.nat(),
    text: fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(
        "",
        " ",
        "-1",
        "1e3",
        "NaN",
        "９",
        "true",
        "__proto__",
        "2026-02-30",
        "&#0;",
        "&lt;",
        "\ud800",
        "9".repeat(50),
      ),
    ),
  }),
  fc.record({ do: fc.constant("drop" as const), at: fc.nat() }),
  fc.record({ do: fc.constant("swap" as const), at: fc.nat(), other: fc.nat() }),
  fc.record({
    do: fc.constant("rename" as const),
    at: fc.nat(),
    name: fc.constantFrom("A", "B", "Id", "__proto__", "constructor", "x"),
  }),
  fc.record({
    do: fc.constant("attribute" as const),
    at: fc.nat(),
    text: fc.constantFrom(
      ' xsi:nil="true"',
      ' xsi:nil="1"',
      ' xsi:nil="x"',
      ' xsi:type="xsd:string"',
      ' xsi:type="Derived"',
      ' xsi:type="Further"',
      ' xsi:type="x:y"',
      ' href="#1"',
      ' __proto__="1"',
      ' a_int="x"',
      ' lang="x"',
      ' xmlns="urn:other"',
      ' xmlns=""',
    ),
  }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

/** Elements without child elements: if one is cut out, doubled or swapped, the text stays well-formed. */
function leaves(xml: string): RegExpExecArray[] {
  return [...xml.matchAll(/<([\w:.-]+)[^<>]*>[^<]*<\/\1>/g)];
}

function mutate(xml: string, change: Mutation): string {
  const found = leaves(xml);
  const leaf = found[change.at % Math.max(found.length, 1)];
  const at = change.at % (xml.length + 1);
  if (change.do === "cut") return xml.slice(0, at) + xml.slice(at + change.length);
  if (change.do === "double")
    return leaf === undefined ? xml : xml.slice(0, leaf.index) + leaf[0] + xml.slice(leaf.index);
  if (leaf === undefined) return xml;
  const replace = (text: string): string => xml.slice(0, leaf.index) + text + xml.slice(leaf.index + leaf[0].length);
  switch (change.do) {
    case "text":
      return replace(leaf[0].replace(/>[^<]*</, () => `>${change.text}<`));
    case "drop":
      return replace("");
    case "rename":
      return replace(leaf[0].replaceAll(leaf[1]!, change.name));
    case "attribute":
      return replace(leaf[0].replace(/^<[\w:.-]+/, (start) => start + change.text));
    case "swap": {
      const other = found[change.other % found.length]!;
      return replace(other[0]);
    }
  }
}

/** Whether the trees of a value name no type by a prefix that neither they nor an envelope bind. */
function areBound(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (isTree(value)) return unboundPrefix(value as XmlElement) === undefined;
  return Object.values(value).every(areBound);
}

test("a changed message is read as a value of its type, or refused by an error of this package", () => {
  check(
    fc.property(
      valuesOf(everything.type, everything.name),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 500 }),
      (value, changes, size) => {
        const xml = changes.reduce(mutate, encode(everything, value));
        const level = levels[size % 3]!;
        let result: unknown;
        try {
          result = read(everything, xml, level, size);
        } catch (error) {
          if (!isServiceError(error)) throw error;
          expect(error.code).toBe("RESPONSE");
          return;
        }
        expect(conforms(everything.type, result, level)).toBe(true);
        // A value that passes the strict validation can be sent, unless a type in a wildcard has a prefix that nothing binds.
        if (level === "strict" && areBound(result))
          expect(read(everything, encode(everything, result), level)).toStrictEqual(result);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      },
    ),
  );
});

test("any text in the place of a scalar is a value of its type or refused", () => {
  const lexical = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0123456789+-.eE:TZPYMDHS/=AaZz_ \t\n"), maxLength: 24 }),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  );
  check(
    fc.property(fc.constantFrom(...builtInNames), lexical, fc.constantFrom(...levels), (name, text, level) => {
      const node = element("Thing", builtIn(name));
      const xml = `<Thing xmlns="urn:example">${text.replace(/[&<]/g, "")}</Thing>`;
      try {
        expect(conforms(node.type, read(node, xml, level))).toBe(true);
      } catch (error) {
        if (!isServiceError(error)) throw error;
      }
    }),
    2,
  );
});
