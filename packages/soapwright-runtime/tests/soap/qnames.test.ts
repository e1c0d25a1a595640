/** Each QName in what is written by hand means, for libxml2, what the caller meant. */
import fc from "fast-check";
import { Codec, type ElementNode } from "soapwright-runtime/codecs";
import { isArgumentError, isConfigurationError } from "soapwright-runtime/errors";
import { namespace, type XmlElement, xs } from "soapwright-runtime/tables";
import { Referee } from "soapwright-testing/referee/referee";
import { enveloped, typesIn, XSD, XSI } from "soapwright-testing/referee/type-names";
import { readExtraBlocks } from "../../src/soap/extra-headers";

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

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

  test("a name in the namespace of XML has the prefix that is bound everywhere", async () => {
    const xml = "http://www.w3.org/XML/1998/namespace";
    const sent = codec.encode(tns.element("Name", xs.QName), { namespace: xml, local: "lang" }, "value");
    expect(sent).toContain(">xml:lang<");
    await referee.parse(enveloped("", sent));
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

  /** An element whose parent is in no namespace: its type `T` may be in a default one. */
  const belowBare: XmlElement = {
    name: { namespace: "urn:a", local: "x" },
    attributes: [],
    children: [
      {
        name: { namespace: "", local: "x" },
        attributes: [],
        children: [
          {
            name: { namespace: "urn:a", local: "x" },
            attributes: [{ name: { namespace: XSI, local: "type" }, value: "T" }],
            children: [],
          },
        ],
      },
    ],
    prefixes: { "": "urn:a" },
  };

  /** What the caller means, by Namespaces in XML alone; undefined where that is not known. */
  function meant(element: XmlElement, outer: ReadonlyMap<string, string> = new Map()): string[] | undefined {
    const isBare = element.name.namespace === "";
    const scope = new Map([
      ...outer,
      ...(isBare ? [["", ""] as const] : []),
      ...Object.entries(element.prefixes ?? {}),
    ]);
    if (isBare && scope.get("") !== "") return undefined;
    // An element with a namespace may be written with a default one, so that its bare ancestors say nothing here.
    if (!isBare && scope.get("") === "") scope.delete("");
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
      { numRuns: 300, examples: [[belowBare]] },
    );
    expect(Math.min(counts.sent, counts.refused)).toBeGreaterThan(50);
  });
});
