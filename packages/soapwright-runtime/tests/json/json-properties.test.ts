/** `fromJson(toJson(x))` is x at every level, and `toJson(x)` fits the schema of its level, by random responses. */

import Ajv7 from "ajv";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import type { ValidationMode } from "soapwright-runtime";
import { Codec, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import { fromJson, jsonSchemaOf, jsonSchemaOfType, toJson } from "soapwright-runtime/json";
import {
  anyType,
  choice,
  complexType,
  declared,
  enumeration,
  message,
  namespace,
  nillable,
  type OperationNode,
  operation,
  patterned,
  polymorphic,
  repeated,
  restriction,
  sequence,
  simpleList,
  union,
  variant,
  xs,
} from "soapwright-runtime/tables";
import { parseMoment } from "soapwright-runtime/xsd";
import type { ComplexNode, ElementNode, SimpleNode } from "../../src/schema/tables/nodes";

const tns = namespace("urn:t");
const color = enumeration<SimpleNode>(tns("Color"), xs.string, ["red", "blue"]);
const grade = enumeration<SimpleNode>(tns("Grade"), xs.int, ["1", "2"]);
const size = union<SimpleNode>(tns("Size"), [xs.int, restriction(tns("Name"), xs.string, { enumeration: ["small"] })]);
const code = restriction<SimpleNode>(tns("Code"), xs.string, patterned({ maxLength: 4, patterns: ["[A-Z]+"] }));
const price = restriction<SimpleNode>(tns("Price"), xs.decimal, { minExclusive: "0", fractionDigits: 2 });
const base = complexType<ComplexNode>(tns("Base"), [sequence([tns.optional("note", xs.string)])]);
const more = complexType<ComplexNode>(tns("More"), [
  sequence([tns.optional("note", xs.string), tns.element("n", xs.int)]),
]);

/** Texts that are right; that the default reads; that only lenient reads. */
const elements = {
  color: [color, ["red"], ["green", ""], []],
  grade: [grade, ["1", "2"], ["3"], ["x", "1.0", ""]],
  size: [size, ["7", "007", "small"], ["other", ""], []],
  code: [code, ["AB"], ["toolong", "1"], []],
  price: [price, ["1.50", "900719925474.99"], ["-1.555"], ["1,5", "1,234", ""]],
  long: [xs.long, ["9223372036854775807", "5"], [], ["1,234", "x", ""]],
  int: [xs.int, ["-5"], [], ["2147483648", "1.0", "", "abc"]],
  double: [xs.double, ["1.5", "INF", "NaN", "-0"], [], ["zero", ""]],
  flag: [xs.boolean, ["true", "0"], [], ["True", "perhaps", ""]],
  day: [xs.date, ["2006-12-02Z", "2024-02-29"], [], ["0000-00-00", "2017-08-01T00:00:00", ""]],
  hex: [xs.hexBinary, ["0aFF", ""], [], ["abcd123g", "z"]],
  base64: [xs.base64Binary, ["AP8=", ""], [], ["A", "????"]],
  names: [xs.NMTOKENS, ["a b"], [], ["a !", ""]],
  numbers: [simpleList<SimpleNode>(undefined, xs.int), ["1 2", ""], [], ["1 x"]],
  any: [xs.anySimpleType, ["5", ""], [], []],
  nil: [nillable(xs.int), ["1"], [], ["x", ""]],
} as const;

const found: ComplexNode = complexType<ComplexNode>(tns("Found"), [
  sequence([
    ...Object.entries(elements).flatMap(([key, [type]]) => [tns.element(key, type), tns.optionalList(`${key}s`, type)]),
    tns.optional("kind", polymorphic([declared("Base", base), variant("More", more, { xsiType: tns("More") })])),
    tns.optional("tree", anyType),
    choice([tns.element("card", xs.string), tns.element("cash", xs.boolean)]),
    repeated("steps", choice([tns.element("go", xs.int), tns.element("stop", color)])),
  ]),
]);
const root = tns.element("found", found) as ElementNode;
const find: OperationNode = operation<OperationNode>({
  name: "find",
  method: "find",
  style: "document",
  use: "literal",
  soapAction: {},
  safe: true,
  input: message([root], ["found"]),
  output: message([root], ["found"]),
  faults: [],
});

const NIL = ' xsi:nil="true"';
const tag = (key: string, text: string, attributes = ""): string => `<${key}${attributes}>${text}</${key}>`;

function responsesOf(level: ValidationMode) {
  const [isOpen, isLenient] = [level !== "strict", level === "lenient"];
  const orElse = (right: readonly string[], open: readonly string[], wrong: readonly string[]) =>
    fc.constantFrom(...right, ...(isOpen ? open : []), ...(isLenient ? wrong : []));
  const parts = Object.entries(elements).map(([key, [, right, open, wrong]]) => {
    const mayBeNil = isLenient || key === "nil";
    const one = (name: string) =>
      fc
        .tuple(orElse(right, open, wrong), fc.integer({ min: 0, max: 9 }))
        .map(([text, dice]) => (mayBeNil && dice === 0 ? tag(name, "", NIL) : tag(name, text)));
    const first = isLenient ? fc.oneof({ weight: 8, arbitrary: one(key) }, fc.constant("")) : one(key);
    const rest = fc.array(key === "any" ? fc.oneof(one("anys"), fc.constantFrom(...typed)) : one(`${key}s`), {
      maxLength: 3,
    });
    return fc.tuple(first, rest).map(([start, others]) => start + others.join(""));
  });
  return fc
    .tuple(
      ...parts,
      orElse(
        ["", "<kind><note>x</note></kind>", '<kind xsi:type="t:More"><n>1</n></kind>'],
        [],
        [tag("kind", "", NIL)],
      ),
      orElse(["", '<tree xsi:type="xs:decimal">1.50</tree>', "<tree><a b='c'>d</a></tree>"], [], []),
      orElse(["<card>1</card>", "<cash>true</cash>"], [], ["<cash>Yes</cash>", ""]),
      orElse(["", "<go>1</go><stop>red</stop>"], ["<stop>later</stop>"], ["<go>x</go><stop>red</stop>"]),
    )
    .map((all) => `<found ${NAMESPACES}>${all.join("")}</found>`);
}

const NAMESPACES =
  'xmlns="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const typed = [
  '<anys xsi:type="xs:long">5</anys>',
  '<anys xsi:type="xs:hexBinary">0a</anys>',
  '<anys xsi:type="xs:date">2026-11-21</anys>',
  '<anys xsi:type="xs:QName">t:a</anys>',
];

/** Reads a response as a client does, which has notes of what lenient reads. */
function readResponse(xml: string, validation: ValidationMode): unknown {
  const reader = new XmlReader({
    startElement: (name, attributes) => decoder.startElement(name, attributes),
    endElement: (name) => decoder.endElement(name),
    text: (text) => decoder.text(text),
  });
  const decoder = new Codec({ validation, soapEncoding }).decoder(root, reader, { notes: { note: () => undefined } });
  reader.write(xml);
  reader.end();
  return decoder.value;
}

describe.each<ValidationMode>(["strict", "standard", "lenient"])("%s", (validation) => {
  const isFitting = new Ajv({ strict: true, allowUnionTypes: true }).compile(
    jsonSchemaOf(find, { validation }).result!,
  );

  test("what is read is written, read again, and fits the schema", () => {
    fc.assert(
      fc.property(responsesOf(validation), (xml) => {
        const value = readResponse(xml, validation);
        const json: unknown = JSON.parse(JSON.stringify(toJson(find.output!, value, { validation })));
        expect([isFitting(json), isFitting.errors]).toEqual([true, null]);
        expect(fromJson(find.output!, json, { validation })).toEqual(value);
      }),
      { numRuns: 300, seed: 64 },
    );
  });
});

describe("patterns of dates", () => {
  const pieces = fc.constantFrom(
    "-",
    "0",
    "1",
    "2",
    "4",
    "9",
    "29",
    "30",
    "31",
    "02",
    "2024",
    "2100",
    "10000",
    "T",
    ":",
    "24:00:00",
    "12:30:59",
    ".5",
    "Z",
    "+14:00",
    "-14:01",
    "+02:00",
  );
  const names = ["dateTime", "date", "time", "gYearMonth", "gYear", "gMonthDay", "gDay", "gMonth"] as const;
  const year = fc.oneof(
    fc.integer({ min: -12000, max: 12000 }),
    fc.constantFrom(0, 4, 100, 400, 1900, 2000, 2023, 2024),
  );
  const four = (value: number) => `${value < 0 ? "-" : ""}${String(Math.abs(value)).padStart(4, "0")}`;
  const two = fc.integer({ min: 0, max: 33 }).map((value) => String(value).padStart(2, "0"));
  const nearlyDates = fc
    .tuple(year, two, two, two, fc.constantFrom("", "Z", "+14:00", "-13:59", "+14:01", "+9:00"))
    .chain(([y, month, day, hour, zone]) =>
      fc.constantFrom(
        `${four(y)}-${month}-${day}${zone}`,
        `${four(y)}-02-29${zone}`,
        `${four(y)}-${month}-${day}T${hour}:00:00${zone}`,
        `${hour}:${day}:${month}.50${zone}`,
        `${four(y)}-${month}${zone}`,
        `${four(y)}${zone}`,
        `--${month}-${day}${zone}`,
        `---${day}${zone}`,
        `--${month}${zone}`,
      ),
    );

  test.each(names)("%s has a pattern that takes exactly its texts", (name) => {
    const isFitting = new Ajv({ strict: true }).compile(jsonSchemaOfType(xs[name]));
    fc.assert(
      fc.property(
        fc.oneof(
          nearlyDates,
          fc.array(pieces, { maxLength: 6 }).map((all) => all.join("")),
        ),
        (text) => {
          expect([text, isFitting(text)]).toEqual([text, parseMoment(name, text) !== undefined]);
        },
      ),
      { numRuns: 2000, seed: 64 },
    );
  });

  test("no format refuses a valid value, and each has an example and a sentence", () => {
    for (const [type, texts] of [
      [xs.date, ["2006-12-02Z", "2026-11-21"]],
      [xs.duration, ["-P1Y", "PT0.5S"]],
      [xs.dateTime, ["2026-11-21T08:30:00"]],
      [xs.decimal, [".5", "-0012.50"]],
    ] as const) {
      const schema = jsonSchemaOfType(type);
      const isFitting = new Ajv({ strict: true }).compile(schema);
      for (const text of texts) expect([text, isFitting(text)]).toEqual([text, true]);
      for (const text of ["P", "1e5", "2006-02-30", "x"]) expect([text, isFitting(text)]).toEqual([text, false]);
      expect(JSON.stringify(schema)).toMatch(/"description":"[A-Z].*"examples":\[/);
      expect(JSON.stringify(schema)).not.toContain('"format"');
    }
  });
});

describe("validators of other drafts", () => {
  const terms = complexType<ComplexNode>(tns("Terms"), [
    sequence([
      { ...tns.element("currency", xs.string), default: "EUR" },
      tns.optional("kind", polymorphic([declared("Base", base), variant("More", more, { xsiType: tns("More") })])),
      tns.optional("nested", nillable(found)),
    ]),
  ]);
  const put: OperationNode = { ...find, input: message([tns.element("put", terms)], ["put"]) };

  test("without $schema the schemas compile in the default class of Ajv", () => {
    const { args, result } = jsonSchemaOf(put, { $schema: false });
    const warnings: unknown[] = [];
    const warn = (text: unknown): void => {
      warnings.push(text);
    };
    for (const options of [{}, { useDefaults: true, coerceTypes: "array" as const, removeAdditional: true }])
      for (const schema of [args, result!]) {
        const isFitting = new Ajv7({ ...options, logger: { log: warn, warn, error: warn } }).compile(schema);
        expect(isFitting({})).toBe(false);
      }
    expect(warnings).toEqual([]);
    expect(JSON.stringify(jsonSchemaOf(put).args)).toContain('"default":"EUR"');
  });
});
