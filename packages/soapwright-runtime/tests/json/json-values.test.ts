/** Tests `schema/tables/nodes` by itself: no entry point shows it whole. */
import Ajv from "ajv/dist/2020";
import { isArgumentError } from "soapwright-runtime/errors";
import {
  fromJson,
  type Json,
  type JsonType,
  jsonSchemaOf,
  jsonSchemaOfType,
  standardSchema,
  toJson,
} from "soapwright-runtime/json";
import {
  anyAttribute,
  anyList,
  anyType,
  choice,
  complexType,
  declared,
  enumeration,
  message,
  mixed,
  namespace,
  nillable,
  type OperationNode,
  operation,
  patterned,
  polymorphic,
  repeated,
  restriction,
  sequence,
  simpleContent,
  simpleList,
  union,
  variant,
  xs,
} from "soapwright-runtime/tables";
import type { ComplexNode, NodeRef, SimpleNode } from "../../src/schema/tables/nodes";

const tns = namespace("urn:t");

function text(type: JsonType, value: unknown): string {
  return JSON.stringify(toJson(type, value));
}

function problem(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (isArgumentError(error)) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

function both(type: NodeRef, value: unknown, json: Json): void {
  expect(toJson(type, value)).toEqual(json);
  expect(fromJson(type, JSON.parse(JSON.stringify(json)))).toEqual(value);
  const validate = new Ajv({ strict: true }).compile(jsonSchemaOfType(type));
  validate(json);
  expect(validate.errors).toBeNull();
}

describe("simple types", () => {
  test.each<[keyof typeof xs, unknown, Json]>([
    ["string", "a\u0007é", "a\u0007é"],
    ["boolean", true, true],
    ["int", -7, -7],
    ["unsignedByte", 255, 255],
    ["decimal", "12.500000000000000000001", "12.500000000000000000001"],
    ["decimalNumber", 1e-7, "0.0000001"],
    ["long", 9223372036854775807n, "9223372036854775807"],
    ["longNumber", 7, "7"],
    ["longString", "9007199254740993", "9007199254740993"],
    ["unsignedLong", 18446744073709551615n, "18446744073709551615"],
    ["integer", 123456789012345678901234567890n, "123456789012345678901234567890"],
    ["double", 1.5e300, 1.5e300],
    ["double", Number.NaN, "NaN"],
    ["float", Number.NEGATIVE_INFINITY, "-INF"],
    ["double", -0, "-0"],
    ["dateTime", "2026-11-21T08:30:00.123456789+14:00", "2026-11-21T08:30:00.123456789+14:00"],
    ["duration", "P1DT2H", "P1DT2H"],
    ["gMonthDay", "--11-21", "--11-21"],
    ["base64Binary", new Uint8Array([0, 255]), "AP8="],
    ["hexBinary", new Uint8Array([222, 173]), "3q0="],
    ["QName", { namespace: "urn:t", local: "a" }, { namespace: "urn:t", local: "a" }],
    ["NMTOKENS", ["a", "b"], ["a", "b"]],
  ])("xs:%s %p is the JSON %p", (name, value, json) => {
    if (name === "string") expect(toJson(xs[name], value)).toBe(json);
    else both(xs[name], value, json);
  });

  test("a number is no decimal and no long, whatever its type is in the program", () => {
    for (const name of ["decimal", "decimalNumber", "long", "longNumber", "integer"] as const) {
      expect(problem(() => fromJson(xs[name], 5)).message).toMatch(/^value takes xs:\w+.* as a string/);
    }
    expect(problem(() => fromJson(xs.int, "5")).message).toMatch(/as a number, but is a string/);
    expect(problem(() => fromJson(xs.int, 2 ** 31)).path).toBe("value");
    expect(problem(() => fromJson(xs.boolean, "true")).message).toBe("value takes true or false, but is a string.");
  });

  test("JSON by hand may have numbers of few digits", () => {
    const byHand = { numbers: true };
    expect(fromJson(xs.decimal, 0.1, byHand)).toBe("0.1");
    expect(fromJson(xs.long, 7, byHand)).toBe(7n);
    for (const json of [JSON.parse("12345678901234567890"), 1e21, 1234567890123456, 1e-9])
      expect(problem(() => fromJson(xs.decimal, json, byHand)).message).toMatch(/a number that may be rounded/);
  });

  test("a number too large for a double is refused, not sent as INF", () => {
    expect(problem(() => fromJson(xs.double, JSON.parse("1e999"))).message).toMatch(/a number that is too large/);
  });

  test("a string of another form is not called a string alone", () => {
    for (const [type, text, message] of [
      [xs.hexBinary, "zz=", "value takes xs:hexBinary, as a string of base64, but is another string."],
      [xs.base64Binary, "a", "value takes xs:base64Binary, as a string of base64, but is another string."],
      [
        xs.unsignedLong,
        "-1",
        /^value takes xs:unsignedLong from 0 .*, as a string of digits, but is another string\.$/,
      ],
      [xs.decimal, "", "value takes xs:decimal, as a string of digits, but is an empty string."],
    ] as const)
      expect(problem(() => fromJson(type, text)).message).toEqual(
        typeof message === "string" ? message : expect.stringMatching(message),
      );
  });

  test("lists are arrays, and unions are the text of XML where JSON has no form", () => {
    const hexOrText = union<SimpleNode>(undefined, [xs.hexBinary, xs.boolean, xs.long, xs.string]);
    both(hexOrText, new Uint8Array([0xab]), "AB");
    both(hexOrText, true, true);
    both(hexOrText, "hello", "hello");
    both(simpleList<SimpleNode>(undefined, xs.long), [1n, 2n], ["1", "2"]);
    both(union<SimpleNode>(undefined, [xs.long, xs.string]), 5n, "5");
  });

  test("facets are checked by fromJson, and are in the schema", () => {
    const code = restriction<SimpleNode>(tns("Code"), xs.string, patterned({ maxLength: 4, patterns: ["[A-Z]\\d+"] }));
    expect(problem(() => fromJson(code, "a1")).message).toMatch(/pattern/);
    expect(fromJson(code, "a1", { facets: false })).toBe("a1");
    expect(jsonSchemaOfType(code)).toMatchObject({
      $defs: { Code: { type: "string", maxLength: 4, pattern: "^(?:[A-Z]\\p{Nd}+)$" } },
    });
    const color = enumeration<SimpleNode>(tns("Color"), xs.string, ["red", "blue"]);
    expect(problem(() => fromJson(color, "green")).message).toMatch(/red/);
    expect(jsonSchemaOfType(color)).toMatchObject({ $defs: { Color: { enum: ["red", "blue"] } } });
    const amount = restriction<SimpleNode>(tns("Amount"), xs.decimal, { minExclusive: "0", fractionDigits: 2 });
    expect(JSON.stringify(jsonSchemaOfType(amount))).toContain("minExclusive 0; fractionDigits 2");
    const odd = restriction<SimpleNode>(undefined, xs.string, patterned({ patterns: ["[a-z-[aeiou]]+"] }));
    expect(jsonSchemaOfType(odd).$comment).toBe("fromJson also checks pattern [a-z-[aeiou]]+.");
    expect(jsonSchemaOfType(odd)).not.toHaveProperty("pattern");
  });
});

describe("complex types", () => {
  const line = complexType<ComplexNode>(tns("Line"), [
    sequence([tns.element("Code", xs.string), tns.optional("Note", nillable(xs.string))]),
    tns.optionalAttribute("count", xs.int),
  ]);
  const order: ComplexNode = complexType<ComplexNode>(tns("Order"), [
    sequence([
      tns.element("Id", xs.long),
      tns.list("Lines", line),
      choice([tns.element("Card", xs.string), tns.element("Cash", xs.boolean)]),
      repeated("Steps", choice([tns.element("Go", xs.int), tns.element("Stop", xs.string)])),
      tns.optional("Anything", anyType),
      anyList("more", { allow: "any" }),
    ]),
    anyAttribute("others", { allow: "any" }),
  ]);
  const value = {
    Id: 7n,
    Lines: [{ Code: "A", Note: null, count: 2 }, { Code: "B" }],
    Card: "x",
    Steps: [{ Go: 1 }, { Stop: "now" }],
    Anything: { name: tns("Anything"), attributes: [], children: ["a < b"] },
    more: [
      {
        name: { namespace: "urn:m", local: "m" },
        attributes: [{ name: { namespace: "", local: "k" }, value: "v" }],
        children: [],
      },
    ],
    others: [{ name: { namespace: "urn:o", local: "o" }, value: "1" }],
  };

  test("nil is null, absent is absent, a repeated choice is a list of objects, wildcards are XML", () => {
    both(order, value, {
      Id: "7",
      Lines: [{ Code: "A", Note: null, count: 2 }, { Code: "B" }],
      Card: "x",
      Steps: [{ Go: 1 }, { Stop: "now" }],
      Anything: '<Anything xmlns="urn:t">a &lt; b</Anything>',
      more: ['<m xmlns="urn:m" k="v"></m>'],
      others: [{ name: { namespace: "urn:o", local: "o" }, value: "1" }],
    });
  });

  test("unknown, missing and wrong properties are named, all at once, in both directions", () => {
    const wrong = { Id: 7, Lines: [{ Cod: "A" }], Card: "x", Steps: [] };
    const { path, message } = problem(() => fromJson(order, wrong, { name: "placeOrder" }));
    expect(path).toBe("placeOrder.Id");
    expect(message).toMatch(/^placeOrder\.Id takes xs:long.* but is a number\./);
    expect(message).toContain("placeOrder.Lines[0] has the unknown property Cod");
    expect(message).toContain("did you mean Code?");
    expect(message).toContain("placeOrder.Lines[0].Code is missing: it takes xs:string.");
    expect(problem(() => toJson(order, { ...value, Extra: 1 })).message).toContain("the unknown property Extra");
    expect(problem(() => toJson(order, { ...value, Id: undefined })).message).toContain("value.Id is missing");
    expect(problem(() => toJson(order, { ...value, Lines: "x" })).message).toContain("value.Lines takes a list");
  });

  test("a choice with two branches is refused, by the schema too", () => {
    const json = { ...(toJson(order, value) as object), Cash: true };
    expect(problem(() => fromJson(order, json)).message).toMatch(/only one of Card \| Cash/);
    expect(new Ajv({ strict: true }).validate(jsonSchemaOfType(order), json)).toBe(false);
  });

  test("derived types have $type", () => {
    const express = complexType<ComplexNode>(tns("Express"), [
      sequence([tns.element("Code", xs.string), tns.element("Fee", xs.decimal)]),
    ]);
    const any = polymorphic([declared("Line", line), variant("Express", express, { xsiType: tns("Express") })]);
    both(any, { $type: "Express", Code: "A", Fee: "1.0" }, { $type: "Express", Code: "A", Fee: "1.0" });
    both(any, { Code: "A" }, { Code: "A" });
    expect(problem(() => fromJson(any, { $type: "Expres", Code: "A" })).message).toMatch(/did you mean Express\?/);
  });

  test("mixed content is XML text", () => {
    const note = complexType<ComplexNode>(tns("Note"), [mixed("content", [tns.optionalList("b", xs.string)])]);
    both(note, { content: ["see ", { b: "x & y" }, "!"] }, { content: 'see <b xmlns="urn:t">x &amp; y</b>!' });
    expect(problem(() => fromJson(note, { content: "<b>" })).path).toBe("value.content");
    expect(problem(() => fromJson(note, { content: "</value><value>" })).path).toBe("value.content");
    expect(problem(() => fromJson(note, { content: "<!DOCTYPE a>" })).path).toBe("value.content");
  });

  test("simple content and attributes are properties", () => {
    const money = complexType<ComplexNode>(tns("Money"), [
      simpleContent("value", xs.decimal),
      tns.attribute("currency", xs.string),
    ]);
    both(money, { value: "1.50", currency: "EUR" }, { value: "1.50", currency: "EUR" });
  });
});

describe("hostile JSON", () => {
  const node: ComplexNode = complexType<ComplexNode>(tns("Node"), [sequence([tns.optional("Child", () => node)])]);

  test("prototype keys are unknown properties, and change nothing", () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      const json: unknown = JSON.parse(`{"${key}":{"polluted":true}}`);
      expect(problem(() => fromJson(node, json)).message).toContain(`the unknown property ${key}`);
    }
    expect({}).not.toHaveProperty("polluted");
    const odd = complexType<ComplexNode>(undefined, [sequence([tns.optional("__proto__", xs.string)])]);
    const value = fromJson(odd, JSON.parse('{"__proto__":"x"}')) as object;
    expect(Object.entries(value)).toEqual([["__proto__", "x"]]);
    expect(text(odd, value)).toBe('{"__proto__":"x"}');
  });

  test("JSON of 10,000 levels is refused with its place", () => {
    const deep: unknown = JSON.parse(`${'{"Child":'.repeat(10_000)}{}${"}".repeat(10_000)}`);
    expect(problem(() => fromJson(node, deep)).message).toMatch(/takes a value of at most 256 levels/);
    const circular: { Child?: unknown } = {};
    circular.Child = circular;
    expect(problem(() => toJson(node, circular)).message).toMatch(/at most 256 levels/);
  });

  test("many problems are counted, not listed", () => {
    const list = simpleList<SimpleNode>(undefined, xs.int);
    const many = complexType<ComplexNode>(undefined, [sequence([tns.list("n", list)])]);
    const { message } = problem(() => fromJson(many, { n: Array.from({ length: 100_000 }, () => "x") }));
    expect(message.length).toBeLessThan(3000);
    expect(message).toMatch(/There are at least 9981 more problems\.$/);
  });
});

describe("operations", () => {
  const find: OperationNode = operation<OperationNode>({
    name: "findOrders",
    method: "findOrders",
    style: "document",
    use: "literal",
    soapAction: {},
    safe: true,
    input: message(
      [tns.element("find", complexType(undefined, [sequence([tns.element("customerId", xs.long)])]))],
      ["find"],
    ),
    output: message(
      [tns.element("found", complexType(undefined, [sequence([tns.list("order", xs.string)])]))],
      ["found", "order"],
    ),
    faults: [],
  });

  test("arguments and results have a schema of their own", () => {
    const { args, result } = jsonSchemaOf(find, {
      documentation: { operations: { findOrders: "Finds orders." } },
      examples: { args: [{ customerId: "7" }] },
    });
    expect(args).toMatchObject({ description: "Finds orders.", examples: [{ customerId: "7" }] });
    const ajv = new Ajv({ strict: true });
    expect(ajv.validate(args, { customerId: "7" })).toBe(true);
    expect(ajv.validate(args, { customerId: 7 })).toBe(false);
    expect(ajv.validate(result!, ["a"])).toBe(true);
    expect(toJson(find.output!, ["a"])).toEqual(["a"]);
    expect(fromJson(find.input, { customerId: "7" })).toEqual({ customerId: 7n });
  });

  test("the path of a facet tells dots in names from steps", () => {
    const code = restriction<SimpleNode>(tns("Code"), xs.string, patterned({ patterns: ["[A-Z]"] }));
    const inner = complexType(undefined, [sequence([tns.list("x.y", code)])]);
    const input = message(
      [tns.element("find", complexType(undefined, [sequence([tns.element("a.b", inner)])]))],
      ["find"],
    );
    const { args } = standardSchema({ ...find, input });
    expect(args["~standard"].validate({ "a.b": { "x.y": ["A", "b"] } }).issues).toMatchObject([
      { path: ["a.b", "x.y", 1] },
    ]);
  });

  test("they are Standard Schemas", () => {
    const { args, result } = standardSchema(find);
    expect(args["~standard"]).toMatchObject({ version: 1, vendor: "soapwright" });
    expect(args["~standard"].validate({ customerId: "7" })).toEqual({ value: { customerId: 7n } });
    expect(args["~standard"].validate({ customerId: "x", more: 1 }).issues).toEqual([
      { message: expect.stringMatching(/^findOrders\.customerId takes xs:long/), path: ["customerId"] },
      { message: expect.stringContaining("unknown property more"), path: [] },
    ]);
    expect(result["~standard"].validate(["a"])).toEqual({ value: ["a"] });
    expect(args["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toMatchObject({
      $ref: "#/$defs/find",
    });
  });
});
