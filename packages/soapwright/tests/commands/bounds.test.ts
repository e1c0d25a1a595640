/**
 * `sample`, `verify` and `generate` end, whatever numbers a schema contains. Attempts and sizes are counted, not
 * seconds.
 */

import { isShort, longestText, matchesPattern, Random, textOfPattern } from "soapwright-contract";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, type SmallWsdl, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { sampleOf } from "soapwright-testing/stage/slow";
import { diff } from "../../src/commands/diff/diff";
import { sample } from "../../src/commands/sample/sample";
import { generate } from "../../src/pipeline";

const folder = new Folder();
afterAll(() => folder.remove());

const many = (count: number, each: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => each(n)).join("");
const typed = (types: string): SmallWsdl => {
  const use = '<xs:element name="v" type="tns:T"/>';
  return { types, request: use, response: use };
};
const complex = (content: string): SmallWsdl => typed(`<xs:complexType name="T">${content}</xs:complexType>`);
const simple = (content: string): SmallWsdl => typed(`<xs:simpleType name="T">${content}</xs:simpleType>`);
const unions = (member: (n: number) => string): SmallWsdl =>
  typed(
    `<xs:simpleType name="U0"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>${many(
      30,
      (n) => `<xs:simpleType name="${n === 29 ? "T" : `U${n + 1}`}">${member(n)}</xs:simpleType>`,
    )}`,
  );
const a = (occurs: string): string => `<xs:element name="a" type="xs:int" ${occurs}/>`;

const cases: readonly [name: string, wsdl: SmallWsdl, outcome: RegExp | undefined][] = [
  [
    "minOccurs=999999999",
    complex(`<xs:sequence>${a('minOccurs="999999999" maxOccurs="unbounded"')}</xs:sequence>`),
    /needs more than \d+ elements/,
  ],
  [
    "a group of minOccurs=999999999",
    complex(
      `<xs:sequence minOccurs="999999999" maxOccurs="unbounded">${a("")}${a('minOccurs="0"').replace('"a"', '"b"')}</xs:sequence>`,
    ),
    /needs more than/,
  ],
  [
    "an empty group of minOccurs=999999999",
    complex('<xs:sequence><xs:sequence minOccurs="999999999" maxOccurs="unbounded"/></xs:sequence>'),
    /needs more than/,
  ],
  [
    "a sequence of 1,000,000",
    complex(`<xs:sequence>${a('minOccurs="1000000" maxOccurs="1000000"')}</xs:sequence>`),
    /needs more than/,
  ],
  [
    "thousands of thousands of thousands",
    complex(
      `<xs:sequence minOccurs="1000" maxOccurs="1000"><xs:sequence minOccurs="1000" maxOccurs="1000">${a('minOccurs="1000" maxOccurs="1000"')}</xs:sequence></xs:sequence>`,
    ),
    /needs more than/,
  ],
  [
    "what is too large and optional",
    complex(
      `<xs:sequence>${a("")}<xs:sequence minOccurs="0">${a('minOccurs="999999999" maxOccurs="unbounded"').replace('"a"', '"b"')}</xs:sequence></xs:sequence>`,
    ),
    undefined,
  ],
  [
    "what is too large in a choice",
    complex(`<xs:choice>${a("")}${a('minOccurs="999999999" maxOccurs="unbounded"').replace('"a"', '"b"')}</xs:choice>`),
    undefined,
  ],
  [
    "((a{1000}){1000}){1000}",
    simple('<xs:restriction base="xs:string"><xs:pattern value="((a{1000}){1000}){1000}"/></xs:restriction>'),
    /no text was found for T/,
  ],
  [
    "b|a{99999999999}",
    simple('<xs:restriction base="xs:string"><xs:pattern value="b|a{99999999999}"/></xs:restriction>'),
    undefined,
  ],
  [
    "minLength=999999999",
    simple('<xs:restriction base="xs:string"><xs:minLength value="999999999"/></xs:restriction>'),
    /no text was found for T/,
  ],
  ["30 nested unions", unions((n) => `<xs:union memberTypes="tns:U${n} tns:U${n}"/>`), undefined],
  [
    "30 nested unions with facets",
    unions(
      (n) =>
        `<xs:union memberTypes="tns:U${n}"><xs:simpleType><xs:restriction base="tns:U${n}"><xs:pattern value="[0-9-]{${n},40}"/></xs:restriction></xs:simpleType></xs:union>`,
    ),
    undefined,
  ],
  [
    "a choice of 5,000",
    complex(`<xs:choice>${many(5000, (n) => `<xs:element name="a${n}" type="xs:int"/>`)}</xs:choice>`),
    undefined,
  ],
  [
    "2,000 elements inside one another",
    typed(
      many(
        2000,
        (n) =>
          `<xs:complexType name="${n === 0 ? "T" : `D${n}`}"><xs:sequence>${n < 1999 ? `<xs:element name="d" type="tns:D${n + 1}"/>` : a("")}</xs:sequence></xs:complexType>`,
      ),
    ),
    /needs more than \d+ elements, or more than \d+ inside one another/,
  ],
  [
    "2,000 patterns",
    simple(
      `<xs:restriction base="xs:string">${many(2000, (n) => `<xs:pattern value="a${n}[a-z]{3}"/>`)}</xs:restriction>`,
    ),
    undefined,
  ],
  [
    "20,000 optional elements",
    complex(
      `<xs:sequence>${many(20_000, (n) => `<xs:element name="a${n}" type="xs:int" minOccurs="0"/>`)}</xs:sequence>`,
    ),
    undefined,
  ],
];

test.each(sampleOf(cases, 4))("sample and generate: %s", async (_, wsdl, outcome) => {
  const path = folder.write(smallWsdl(wsdl));
  const streams = new RecordedStreams();
  const code = await sample(path, "Get", { quiet: true }, streams);
  if (outcome === undefined) expect([code, streams.errors]).toEqual([0, ""]);
  else expect([code, streams.errors]).toEqual([1, expect.stringMatching(outcome)]);
  expect(streams.output.length).toBeLessThan(1_000_000);
  const { files, diagnostics } = await generate(path, { source: "a", runtime: "r", extension: "" });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect([...files!.keys()]).toHaveLength(4);
});

test("diff compares nested unions once each", async () => {
  const [one, other] = [
    unions((n) => `<xs:union memberTypes="tns:U${n} tns:U${n}"/>`),
    unions((n) => `<xs:union memberTypes="tns:U${n} xs:boolean"/>`),
  ].map((wsdl) => folder.write(smallWsdl(wsdl)));
  const streams = new RecordedStreams();
  expect(await diff(one!, other!, { quiet: true }, streams)).toBe(0);
  expect(streams.output).toContain("breaking");
});

test("texts of a pattern are as long as they must be, up to a bound", () => {
  expect(isShort("((a{1000}){1000}){1000}")).toBe(false);
  expect(matchesPattern("((a{1000}){1000}){1000}", "aaa")).toBe(false);
  for (const reach of ["least", "most", "any"] as const) {
    expect(textOfPattern("((a{0,1000}){0,1000}){0,1000}", new Random(reach), reach).length).toBeLessThan(
      3 * longestText,
    );
    expect(textOfPattern("(a?){999999999}b", new Random(reach), reach)).toMatch(/^a*b$/);
    expect(textOfPattern("x|((a{1000}){1000}){1000}", new Random(reach), reach)).toBe("x");
  }
});
