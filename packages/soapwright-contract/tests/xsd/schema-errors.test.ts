/** Tests `xsd/components` by itself: no entry point shows it whole. */
import fc from "fast-check";
import { loadFiles, schemaWith } from "soapwright-testing/codegen/load-files";
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import type { ComplexType, SimpleType } from "../../src/xsd/components";

/** A schema without a WSDL, because of a WSDL's schemas only what operations reach is judged. */
function bareSchema(components: string): string {
  return `<xs:schema xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="in" type="xs:string"/><xs:element name="out" type="xs:string"/>
${components}
</xs:schema>`;
}

async function printed(components: string): Promise<string> {
  const loaded = await loadFiles({ "service.wsdl": bareSchema(components) }, { mayBeSchema: true });
  return loaded.printed.join("\n");
}
const type = (content: string) => `<xs:complexType name="T">${content}</xs:complexType>`;
const restriction = (base: string, facets: string) =>
  `<xs:simpleType name="S"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

describe("patterns", () => {
  const patterned = async (pattern: string) => {
    const text = schemaWith(restriction("xs:string", `<xs:pattern value="${pattern}"/>`));
    const { schemas, printed } = await loadFiles({ "service.wsdl": text });
    return { printed, facets: (schemas!.types.get("{urn:t}S") as SimpleType).facets.map(({ value }) => value) };
  };

  test.each([
    ["a)", "an unmatched ) at character 2"],
    ["(a", "a ( without )"],
    ["[a", "a [ without ]"],
    ["a{2,1}", "a count from 2 to 1"],
    ["[b-a]", "characters that are no class"],
    ["\\p{Nope}", "characters that are no class"],
    ["\\p{IsNope}", "an unknown block IsNope"],
    ["(a)\\1", "an unknown escape \\1"],
    ["\\bword\\b", "an unknown escape \\b"],
    ["(".repeat(100_000), "it is nested too deep"],
  ])("pattern %# is ignored with a warning", async (pattern, why) => {
    const { printed, facets } = await patterned(pattern);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain("warning: the pattern is not a regular expression of XML Schema: ");
    expect(printed[0]).toContain(why);
    expect(facets).toEqual([]);
  });

  test.each(["\\d{4}\\/\\d{2}", "\\p{IsArmenian}+", "[a-z-[aeiou]]", "^a$", "(a|)", ""])(
    "%s stays",
    async (pattern) => {
      expect(await patterned(pattern)).toEqual({ printed: [], facets: [pattern] });
    },
  );
});

describe("a name twice in one sequence", () => {
  const of = (...names: readonly string[]) =>
    printed(
      type(
        `<xs:sequence>${names
          .map((text) => text.split(" "))
          .map(
            ([name, least = "0", most = "1"]) =>
              `<xs:element name="${name}" type="xs:string" minOccurs="${least}" maxOccurs="${most}"/>`,
          )
          .join("")}</xs:sequence>`,
      ),
    );
  const warning =
    "warning: kind twice in one sequence, told apart only by what stands between; without it, the first is read";

  test.each([
    ["optional", ["kind", "error", "kind"]],
    ["repeated", ["kind 1 unbounded", "kind"]],
    ["behind a list", ["kind", "error 0 unbounded", "kind 1"]],
    ["three times", ["kind", "kind", "kind"]],
  ])("that may be either is told once: %s", async (_name, names) => {
    const text = await of(...names);
    expect(text.split(warning)).toHaveLength(2);
    expect(text).toContain("Unique Particle Attribution");
  });

  test.each([
    ["the first is always there once", ["kind 1", "error", "kind"]],
    ["something always stands between", ["kind", "error 1", "kind"]],
    ["other names", ["kind", "error", "sort"]],
  ])("that is clear is not told: %s", async (_name, names) => {
    expect(await of(...names)).not.toContain("twice");
  });

  test("is told where an optional or repeated one is before it, and nothing required between, whatever the names", async () => {
    const part = fc.record({
      name: fc.constantFrom("kind", "error", "sort"),
      counts: fc.constantFrom("0", "1", "1 unbounded", "0 2"),
    });
    for (const parts of fc.sample(fc.array(part, { minLength: 1, maxLength: 9 }), { numRuns: 60, seed: 17 })) {
      const isTold = (name: string): boolean =>
        parts.some((later, at) =>
          parts.some(
            (one, before) =>
              before < at &&
              one.name === name &&
              later.name === name &&
              one.counts !== "1" &&
              parts.slice(before + 1, at).every((between) => between.counts.startsWith("0")),
          ),
        );
      const text = await of(...parts.map(({ name, counts }) => `${name} ${counts}`));
      const told = [...text.matchAll(/warning: (\w+) twice in one sequence/g)].map(([, name]) => name);
      expect(told.toSorted()).toEqual(["error", "kind", "sort"].filter(isTold));
    }
  });

  slowTest("costs no product of the heads of a sequence", async () => {
    await expectLinear(async (count) => {
      const heads = Array.from({ length: count }, (_, at) => `Head${at}`);
      await loadFiles({
        "service.wsdl": schemaWith(`
          ${heads.map((name) => `<xs:element name="${name}"/><xs:element name="${name}Member" substitutionGroup="t:${name}"/>`).join("")}
          <xs:complexType name="T"><xs:sequence>
            ${heads.map((name) => `<xs:element ref="t:${name}" minOccurs="0"/>`).join("")}
          </xs:sequence></xs:complexType>`),
      });
    }, 20_000);
  });

  slowTest("costs no product of the names of a sequence", async () => {
    const names = Array.from({ length: 40_000 }, (_, at) => `kind${at} 0`);
    await expectLinear(async (count) => void (await of(...names.slice(0, count))), 40_000);
  });
});

describe("default values that their type does not allow", () => {
  const defaults = (type: string, value: string) =>
    schemaWith(`<xs:complexType name="T"><xs:attribute name="a" type="${type}" default="${value}"/></xs:complexType>
      <xs:simpleType name="L"><xs:list itemType="xs:date"/></xs:simpleType>
      <xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>
      <xs:simpleType name="R"><xs:restriction base="xs:int"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="P"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]+"/><xs:maxLength value="3"/></xs:restriction></xs:simpleType>`);

  test.each([
    ["xs:hexBinary", "0xFFAA", "it is no xs:hexBinary"],
    ["xs:int", "abc", "it is no xs:int"],
    ["t:L", "2026-01-01 2026-1-2", "it is no xs:date"],
    ["t:U", "maybe", "it is no xs:boolean"],
    ["t:R", "6", "maxInclusive 5"],
    ["t:P", "abc", "pattern [A-Z]+"],
    ["t:P", "ABCD", "maxLength 3"],
  ])("%s %j is ignored with a warning", async (type, value, why) => {
    const { schemas, printed } = await loadFiles({ "service.wsdl": defaults(type, value) });
    expect(printed).toEqual([
      expect.stringContaining(`warning: default "${value}" is not valid: ${why}; it is ignored`),
    ]);
    expect((schemas!.types.get("{urn:t}T") as ComplexType).attributeUses[0]!.default).toBeUndefined();
  });

  test.each([
    ["xs:hexBinary", " FFaa "],
    ["xs:double", "INF"],
    ["xs:QName", "t:x"],
    ["t:L", ""],
    ["t:U", "1"],
    ["t:R", "+05"],
    ["xs:string", ""],
    ["xs:hexBinary", "0a".repeat(7_500_000)],
  ])("%s stays, value %#", async (type, value) => {
    const { schemas, printed } = await loadFiles({ "service.wsdl": defaults(type, value) });
    expect(printed).toEqual([]);
    expect((schemas!.types.get("{urn:t}T") as ComplexType).attributeUses[0]).toHaveProperty("default");
  });
});

describe("references", () => {
  test.each([
    [
      "another letter case",
      '<xs:element name="e" type="t:string"/><xs:complexType name="String"/>',
      "error: type {urn:t}string is not defined. Did you mean {urn:t}String?",
    ],
    [
      "another namespace",
      '<xs:element name="e" type="t:dateTime"/>',
      "type {urn:t}dateTime is not defined. Did you mean {http://www.w3.org/2001/XMLSchema}dateTime?",
    ],
    [
      "a slip",
      type('<xs:sequence><xs:element ref="t:outt"/></xs:sequence>'),
      "element {urn:t}outt is not defined. Did you mean {urn:t}out?",
    ],
    [
      "an element for a type",
      '<xs:element name="e" type="t:in"/>',
      "type {urn:t}in is not defined. There is an element of that name, but no type",
    ],
    ["a group", type('<xs:group ref="t:g"/>'), "group {urn:t}g is not defined"],
    ["an attribute", type('<xs:attribute ref="t:a"/>'), "attribute {urn:t}a is not defined"],
    ["an attribute group", type('<xs:attributeGroup ref="t:a"/>'), "attribute group {urn:t}a is not defined"],
    [
      "a namespace that was not read",
      '<xs:element name="e" type="n:x" xmlns:n="urn:n"/>',
      "No schema of that namespace was read",
    ],
    ["an undeclared prefix", '<xs:element name="e" type="n:x"/>', "error: prefix n of n:x is not declared"],
    ["what is no name", '<xs:element name="e" type="a b"/>', 'error: "a b" is not a qualified name'],
  ])("to %s", async (_what, components, message) => {
    expect(await printed(components)).toContain(message);
  });

  test("to a misspelt namespace", async () => {
    const text = schemaWith('<xs:element name="e" type="o:Unlike"/><xs:complexType name="Id"/>')
      .replaceAll("urn:t", "urn:example:orders")
      .replace("<xs:schema", '<xs:schema xmlns:o="urn:example:order"');
    const loaded = await loadFiles({ "service.wsdl": text });
    expect(loaded.printed.join("\n")).toContain("Did you mean the namespace urn:example:orders?");
  });

  test("have line and column", async () => {
    expect(await printed('\n\n  <xs:element name="e"\n    type="t:x"/>')).toMatch(
      /^service\.wsdl:7:5: error: type \{urn:t\}x is not defined/,
    );
  });

  test("without prefix or default namespace are taken as of the schema, with a warning", async () => {
    expect(await printed('<xs:element name="e" type="T" xmlns=""/><xs:complexType name="T"/>')).toContain(
      "warning: type T of no namespace is not defined; it is read as {urn:t}T",
    );
  });
});

describe("hints on unknown names", () => {
  const named = (count: number, name: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => `<xs:complexType name="${name(n)}"/>`).join("");
  const uses = (count: number, name: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => `<xs:element name="e${n}" type="t:${name(n)}"/>`).join("");

  test("are found among thousands, wherever the slip is", async () => {
    const declared = named(3_000, (n) => `TypeOfThing${n}Record`);
    const told = await printed(
      `${declared}<xs:element name="a" type="t:TypeOfThing77Recrod"/><xs:element name="b" type="t:TpyeOfThing1234Record"/>`,
    );
    expect(told).toContain("{urn:t}TypeOfThing77Recrod is not defined. Did you mean {urn:t}TypeOfThing77Record?");
    expect(told).toContain("{urn:t}TpyeOfThing1234Record is not defined. Did you mean {urn:t}TypeOfThing1234Record?");
  });

  slowTest("do not cost the product of unknown and known names", async () => {
    await expectLinear(async (count) => {
      const text = named(count, (n) => `TypeOfThing${n}Record`) + uses(count, (n) => `TypeOfThing${n}Recordx`);
      expect((await printed(text)).match(/Did you mean/g)).toHaveLength(count);
    }, 3_200);
  });
});

describe("circles end in an error", () => {
  test.each([
    ["itself", "a", '<xs:attributeGroup name="a"><xs:attributeGroup ref="t:a"/></xs:attributeGroup>'],
    [
      "itself through others",
      "a",
      `<xs:attributeGroup name="a"><xs:attribute name="x"/><xs:attributeGroup ref="t:b"/></xs:attributeGroup>
       <xs:attributeGroup name="b"><xs:attributeGroup ref="t:c"/></xs:attributeGroup>
       <xs:attributeGroup name="c"><xs:attributeGroup ref="t:a"/></xs:attributeGroup>`,
    ],
  ])("an attribute group of %s", async (_what, name, components) => {
    const told = (await printed(components)).split("\n");
    expect(told).toEqual([expect.stringContaining(`error: attribute group contains itself ({urn:t}${name})`)]);
    expect(told[0]).toMatch(/^service\.wsdl:\d+:\d+: /);
  });

  test("an attribute group used twice is no circle", async () => {
    const twice = `<xs:attributeGroup name="a"><xs:attribute name="x"/></xs:attributeGroup>
      <xs:attributeGroup name="b"><xs:attributeGroup ref="t:a"/></xs:attributeGroup>
      <xs:attributeGroup name="c"><xs:attributeGroup ref="t:a"/><xs:attributeGroup ref="t:b"/></xs:attributeGroup>`;
    expect(await printed(`${twice}${type('<xs:attributeGroup ref="t:c"/>')}`)).toBe("");
  });

  test.each([
    [
      "types",
      '<xs:complexType name="A"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>',
      "type derives from itself",
    ],
    [
      "a type and itself",
      '<xs:complexType name="A"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>',
      "type derives from itself",
    ],
    [
      "simple types",
      '<xs:simpleType name="A"><xs:restriction base="t:A"/></xs:simpleType>',
      "type derives from itself",
    ],
    [
      "unions",
      '<xs:simpleType name="A"><xs:union memberTypes="t:B"/></xs:simpleType><xs:simpleType name="B"><xs:list itemType="t:A"/></xs:simpleType>',
      "simple type is made of itself",
    ],
    [
      "groups",
      '<xs:group name="a"><xs:sequence><xs:group ref="t:b"/></xs:sequence></xs:group><xs:group name="b"><xs:choice><xs:group ref="t:a"/></xs:choice></xs:group>',
      "group contains itself",
    ],
    [
      "substitution groups",
      '<xs:element name="a" substitutionGroup="t:b"/><xs:element name="b" substitutionGroup="t:a"/>',
      "substitution group contains itself",
    ],
  ])("of %s", async (_what, components, message) => {
    const text = await printed(components);
    expect(text.split("\n")).toEqual([expect.stringContaining(`error: ${message}`)]);
  });

  slowTest("types that refer to each other 20,000 deep are no problem", async () => {
    const deep = Array.from(
      { length: 20_000 },
      (_, n) =>
        `<xs:complexType name="T${n}"><xs:sequence><xs:element name="e" type="t:T${(n + 1) % 20_000}"/></xs:sequence></xs:complexType>`,
    );
    expect(await printed(deep.join(""))).toBe("");
  });

  test("a chain of derivations has a limit", async () => {
    const chain = Array.from(
      { length: 300 },
      (_, n) =>
        `<xs:complexType name="T${n}"><xs:complexContent><xs:extension base="${n === 0 ? "xs:anyType" : `t:T${n - 1}`}"/></xs:complexContent></xs:complexType>`,
    );
    expect(await printed(chain.reverse().join(""))).toContain(
      "error: types derived from each other more than 200 deep ({urn:t}T200). Raise the limit with --max-depth",
    );
  });
});

describe("rules of schema components", () => {
  test.each([
    [
      "one name twice",
      '<xs:complexType name="T"/><xs:complexType name="T" abstract="true"/>',
      "error: xs:complexType is defined twice ({urn:t}T). The first is at",
    ],
    [
      "the same definition twice",
      '<xs:complexType name="T"/><xs:complexType name="T"/>',
      "warning: xs:complexType T is defined twice with the same content",
    ],
    ["no name", "<xs:complexType/>", "error: xs:complexType has no name"],
    ["a name that is none", '<xs:element name="1x"/>', 'error: "1x" is not a name'],
    [
      "minOccurs over maxOccurs",
      type('<xs:sequence><xs:element name="a" minOccurs="2"/></xs:sequence>'),
      "error: minOccurs 2 is greater than maxOccurs 1",
    ],
    [
      "an occurrence that is no number",
      type('<xs:sequence maxOccurs="many"/>'),
      'error: maxOccurs="many" is not a number or unbounded',
    ],
    [
      "type and inline type",
      '<xs:element name="e" type="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      "error: an element has either a type attribute or a type inside",
    ],
    [
      "default and fixed",
      '<xs:element name="e" type="xs:int" default="1" fixed="1"/>',
      "error: default and fixed exclude each other",
    ],
    [
      "a word that is not allowed",
      type('<xs:attribute name="a" use="must"/>'),
      'error: use="must" is not allowed. Write optional or required or prohibited',
    ],
    [
      "an attribute of a complex type",
      '<xs:complexType name="T"/><xs:attribute name="a" type="t:T"/>',
      "error: the type of an attribute is a complex type",
    ],
    [
      "a simple type of a complex type",
      restriction("xs:anyType", ""),
      "error: a simple type cannot be made of a complex type",
    ],
    [
      "complex content of a simple type",
      type('<xs:complexContent><xs:extension base="xs:int"/></xs:complexContent>'),
      "error: xs:complexContent derives from a simple type",
    ],
    [
      "simple content of a complex type",
      type('<xs:simpleContent><xs:extension base="xs:anyType"/></xs:simpleContent>'),
      "error: xs:simpleContent derives from a type without simple content",
    ],
    [
      "one attribute twice",
      type('<xs:attribute name="a"/><xs:attribute name="a"/>'),
      "error: attribute declared twice in one type (a)",
    ],
    [
      "an inherited attribute again",
      `${type('<xs:attribute name="a"/>')}<xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"><xs:attribute name="a"/></xs:extension></xs:complexContent></xs:complexType>`,
      "error: an extension declares an attribute of its base again (a)",
    ],
    [
      "a final base",
      '<xs:complexType name="T" final="#all"/><xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"/></xs:complexContent></xs:complexType>',
      "error: the base is final: it has no extension",
    ],
    [
      "xs:all inside a sequence",
      type("<xs:sequence><xs:all/></xs:sequence>"),
      "error: xs:all is not allowed in xs:sequence",
    ],
    [
      "a repeated element in xs:all",
      type('<xs:all><xs:element name="a" maxOccurs="2"/></xs:all>'),
      "error: an element of xs:all occurs at most once",
    ],
    [
      "two types for one name",
      type('<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:date"/></xs:sequence>'),
      "error: two elements of one name in a content model have different types ({urn:t}a)",
    ],
    [
      "another type for the name of an inherited element",
      `${type('<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>')}<xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"><xs:sequence><xs:element name="a" type="xs:date"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
      "error: two elements of one name in a content model have different types ({urn:t}a)",
    ],
    [
      "a member of another type",
      '<xs:element name="h" type="xs:int"/><xs:element name="m" type="xs:date" substitutionGroup="t:h"/>',
      "error: the type of a member does not derive from that of its head",
    ],
    [
      "a facet that does not apply",
      restriction("xs:boolean", '<xs:maxLength value="1"/>'),
      "error: maxLength does not apply to boolean",
    ],
    [
      "a facet that is no number",
      restriction("xs:string", '<xs:maxLength value="x"/>'),
      'error: maxLength cannot be "x"',
    ],
    [
      "an enumerated value that the base does not have",
      restriction("xs:int", '<xs:enumeration value="1"/><xs:enumeration value="one"/>'),
      'warning: enumeration "one" is not valid: it is no xs:int; it is ignored',
    ],
    [
      "an enumerated name without a namespace for its prefix",
      restriction("xs:QName", '<xs:enumeration value="xs:a"/><xs:enumeration value="no:a"/>'),
      'warning: enumeration "no:a" is not valid: its prefix is not declared; it is ignored',
    ],
    [
      "a bound that the base does not have",
      restriction("xs:date", '<xs:minInclusive value="01/01/2000"/>'),
      'warning: minInclusive "01/01/2000" is not valid: it is no xs:date; it is ignored',
    ],
    [
      "one facet twice",
      restriction("xs:string", '<xs:length value="1"/><xs:length value="1"/>'),
      "error: a second length in one restriction",
    ],
    [
      "bounds that leave nothing",
      restriction("xs:int", '<xs:minInclusive value="2"/><xs:maxInclusive value="1"/>'),
      "warning: minInclusive 2 is greater than maxInclusive 1. No value is valid",
    ],
    [
      "an element of XML Schema 1.1",
      type('<xs:sequence/><xs:assert test="true()"/>'),
      "error: xs:assert is of XML Schema 1.1",
    ],
    [
      "a misplaced element",
      type("<xs:sequence/><xs:sequence/>"),
      "error: xs:sequence is not allowed in xs:complexType",
    ],
    [
      "an attribute after the content",
      type(
        '<xs:complexContent><xs:extension base="xs:anyType"/></xs:complexContent><xs:attribute name="a" type="xs:int"/>',
      ),
      "warning: xs:attribute stands after xs:complexContent; it is read as if it were in its xs:extension. Move it into the xs:extension in line 4.",
    ],
    [
      "elements after the content",
      type('<xs:complexContent><xs:extension base="xs:anyType"/></xs:complexContent><xs:sequence/>'),
      "error: xs:sequence stands after xs:complexContent. Move it into the xs:extension in line 4.",
    ],
    [
      "nothing to redefine",
      '<xs:redefine schemaLocation="service.wsdl"><xs:simpleType name="N"><xs:restriction base="t:N"/></xs:simpleType></xs:redefine>',
      "error: nothing of that name to redefine",
    ],
  ])("%s", async (_what, components, message) => {
    expect(await printed(components)).toContain(message);
  });

  test("several errors come in one run", async () => {
    const text = await printed(
      '<xs:element name="a" type="t:x"/>\n<xs:element name="b" type="t:y"/>\n<xs:complexType/>',
    );
    expect(text.match(/error: /g)).toHaveLength(3);
  });
});
