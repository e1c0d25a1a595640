/** Tests `schema/tables/nodes` by itself: no entry point shows it whole. */
import Ajv7 from "ajv";
import Ajv from "ajv/dist/2020";
import type { ValidationMode } from "soapwright-runtime";
import { isArgumentError } from "soapwright-runtime/errors";
import {
  fromJson,
  jsonSchemaDocument,
  jsonSchemaOf,
  jsonSchemaOfType,
  parseJsonText,
  standardSchema,
  toJson,
} from "soapwright-runtime/json";
import {
  anyType,
  choice,
  complexType,
  enumeration,
  message,
  mixed,
  namespace,
  type OperationNode,
  operation,
  patterned,
  repeated,
  restriction,
  sequence,
  union,
  xs,
} from "soapwright-runtime/tables";
import type { ComplexNode, SimpleNode } from "../../src/schema/tables/nodes";

const tns = namespace("urn:t");
const status = enumeration<SimpleNode>(tns("Status"), xs.string, ["open", "sent"]);
const code = restriction<SimpleNode>(tns("Code"), xs.string, patterned({ maxLength: 4, patterns: ["[A-Z]+"] }));
const order = complexType<ComplexNode>(tns("Order"), [
  sequence([
    tns.element("id", xs.int),
    tns.element("status", status),
    tns.element("code", code),
    tns.optional("due", xs.date),
    tns.optional("sum", xs.decimal),
  ]),
]);
const find: OperationNode = operation<OperationNode>({
  name: "find",
  method: "find",
  style: "document",
  use: "literal",
  soapAction: {},
  safe: true,
  input: message([tns.element("find", order)], ["find"]),
  output: message([tns.element("found", complexType(undefined, [sequence([tns.element("order", order)])]))], ["found"]),
  faults: [],
});
const levels: readonly ValidationMode[] = ["strict", "standard", "lenient"];

function fits(schema: object, json: unknown): boolean {
  return new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)(json);
}

function isRefused(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (isArgumentError(error)) return true;
    throw error;
  }
}

describe("what a level lets through", () => {
  const good = { order: { id: 1, status: "open", code: "AB", due: "2026-11-21Z", sum: "1.50" } };
  const outside = { order: { id: 1, status: "lost", code: "toolong" } };
  const wrong = { order: { id: "1,234", status: "lost", due: "0000-00-00", sum: null } };

  test.each(levels)("%s: the schema of the result, and fromJson after toJson", (validation) => {
    const { result } = jsonSchemaOf(find, { validation });
    for (const [value, lowest] of [
      [good, 0],
      [outside, 1],
      [wrong, 2],
    ] as const) {
      const isRead = lowest <= levels.indexOf(validation);
      expect([validation, lowest, fits(result!, value)]).toEqual([validation, lowest, isRead]);
      expect(isRefused(() => fromJson(find.output!, value, { validation }))).toBe(!isRead);
      const issues = standardSchema(find, { validation }).result["~standard"].validate(value).issues;
      expect(issues === undefined).toBe(isRead);
      if (isRead)
        expect(fromJson(find.output!, toJson(find.output!, value, { validation }), { validation })).toEqual(value);
    }
  });

  test("by default the result is what a client reads by default, and arguments are exact", () => {
    expect(fromJson(find.output!, toJson(find.output!, outside))).toEqual(outside);
    expect(standardSchema(find).result["~standard"].validate(outside)).toEqual({ value: outside });
    const { args, result } = jsonSchemaOf(find);
    expect(fits(result!, outside)).toBe(true);
    expect(fits(args, outside.order)).toBe(false);
    expect(fits(args, good.order)).toBe(true);
    expect(isRefused(() => fromJson(find.input, outside.order))).toBe(true);
    expect(isRefused(() => fromJson(order, outside.order))).toBe(true);
    expect(result).toMatchObject({
      $defs: {
        Status: {
          description: "Responses may have other values.",
          anyOf: [{ type: "string", enum: ["open", "sent"] }, { type: "string" }],
        },
        Code: {
          type: "string",
          description: "The contract says: maxLength 4; pattern [A-Z]+. Responses may have other values.",
        },
      },
    });
    expect(args).toMatchObject({ $defs: { Status: { type: "string", enum: ["open", "sent"] } } });
  });

  test("a result that is absent is the same after toJson and fromJson, where the level reads that", () => {
    const wrapped = (child: ReturnType<typeof tns.element>) =>
      operation<OperationNode>({
        ...find,
        output: message([tns.element("found", complexType(undefined, [sequence([child])]))], ["found", "order"]),
      });
    for (const [one, least] of [
      [wrapped(tns.optional("order", order)), 0],
      [wrapped(tns.element("order", order)), 2],
    ] as const)
      for (const validation of levels) {
        const isRead = levels.indexOf(validation) >= least;
        expect(toJson(one.output!, undefined, { validation })).toBeUndefined();
        expect(isRefused(() => fromJson(one.output!, undefined, { validation }))).toBe(!isRead);
        expect(isRefused(() => fromJson(one.output!, null, { validation: "strict" }))).toBe(true);
        const { issues } = standardSchema(one, { validation }).result["~standard"].validate(undefined);
        expect(issues === undefined).toBe(isRead);
      }
    expect(isRefused(() => fromJson(find.output!, undefined, { validation: "lenient" }))).toBe(true);
  });

  test("a closed enumeration is closed in results, except in lenient ones", () => {
    const closed = restriction<SimpleNode>(tns("Closed"), xs.string, { enumeration: ["a", "b"], closed: true });
    expect(fits(jsonSchemaOfType(closed, { validation: "standard" }), "c")).toBe(false);
    expect(isRefused(() => fromJson(closed, "c", { validation: "standard" }))).toBe(true);
    expect(fits(jsonSchemaOfType(closed, { validation: "lenient" }), "c")).toBe(true);
    expect(fromJson(closed, "c", { validation: "lenient" })).toBe("c");
  });

  test("text in place of octets is told apart from octets", () => {
    for (const [text, type] of [
      ["abcd123g", xs.hexBinary],
      ["?", xs.base64Binary],
    ] as const) {
      const json = toJson(type, text, { validation: "lenient" });
      expect(json).toEqual({ text });
      expect(fromJson(type, json, { validation: "lenient" })).toBe(text);
      expect(fits(jsonSchemaOfType(type, { validation: "lenient" }), json)).toBe(true);
    }
  });

  test("mixed content has what a level lets through", () => {
    const note = complexType<ComplexNode>(tns("Note"), [
      mixed("content", [tns.optionalList("s", status), tns.optionalList("n", xs.int)]),
    ]);
    for (const [value, least] of [
      [{ content: ["a < ", { s: "open" }, { n: 1 }] }, 0],
      [{ content: ["a", { s: "lost" }] }, 1],
      [{ content: [{ n: "1,234" }, "b"] }, 2],
    ] as const)
      for (const validation of levels.slice(least))
        expect(fromJson(note, toJson(note, value, { validation }), { validation })).toEqual(value);
  });

  test("mixed content has elements that lenient reads without what they require", () => {
    const row = complexType<ComplexNode>(tns("Row"), [
      sequence([
        tns.element("id", xs.int),
        choice([tns.element("a", xs.int), tns.element("b", xs.int)]),
        repeated("rows", sequence([tns.element("key", xs.base64Binary), tns.optional("more", xs.string)])),
        tns.list("items", xs.int, { min: 2, max: 3 }),
      ]),
      tns.attribute("kind", xs.string),
      tns.attribute("version", xs.string, { fixed: "1" }),
    ]);
    const note = complexType<ComplexNode>(tns("Note"), [mixed("content", [tns.optionalList("row", row)])]);
    const lenient = { validation: "lenient" } as const;
    for (const value of [
      { rows: [], items: [] },
      { id: null, b: 2, rows: [{ more: "m" }], items: [1, 2, 3, 4], kind: "k" },
      { id: 1, rows: [{ key: new Uint8Array([1]) }], items: [1] },
    ]) {
      const json = toJson(note, { content: ["x", { row: value }] }, lenient);
      expect(fromJson(note, json, lenient)).toEqual({ content: ["x", { row: value }] });
      expect(isRefused(() => toJson(note, { content: [{ row: value }] }))).toBe(true);
    }
  });

  test("a document has a definition of its own for what is different in results", () => {
    const { $defs } = jsonSchemaDocument("orders", [
      { name: "args", type: find.input },
      { name: "answer", type: find.output! },
      { name: "exact", type: find.output!, validation: "strict" },
    ]);
    expect(Object.keys($defs as object).sort()).toEqual(
      [
        "Code",
        "Code.result",
        "Order",
        "Order.result",
        "Status",
        "Status.result",
        "answer",
        "args",
        "exact",
        "found",
        "found.result",
        "xs.date",
      ].sort(),
    );
  });
});

describe("unions of unions", () => {
  const nested = (levelCount: number): SimpleNode => {
    let type = union<SimpleNode>(tns("A0"), [xs.int, xs.boolean]);
    for (let level = 1; level < levelCount; level++) type = union<SimpleNode>(tns(`A${level}`), [type, type]);
    return type;
  };

  test.each(levels)("%s: each level is one definition", (validation) => {
    const [short, long] = [100, 200].map((count) => JSON.stringify(jsonSchemaOfType(nested(count), { validation })));
    expect(long!.length / short!.length).toBeLessThan(2.2);
    expect(long!.length).toBeLessThan(50_000);
    expect(fits(jsonSchemaOfType(nested(40), { validation }), true)).toBe(true);
    expect(fits(jsonSchemaOfType(nested(40), { validation }), [])).toBe(false);
  });

  test("restrictions refer to their base", () => {
    const chain = (count: number): SimpleNode => {
      let type = enumeration<SimpleNode>(tns("B0"), xs.string, ["a".repeat(20), "b".repeat(20)]);
      for (let level = 1; level < count; level++)
        type = restriction<SimpleNode>(tns(`B${level}`), type, patterned({ patterns: ["[ab]{3,}"] }));
      return type;
    };
    const [short, long] = [100, 200].map((count) => JSON.stringify(jsonSchemaOfType(chain(count))));
    expect(long!.length / short!.length).toBeLessThan(2.2);
    expect(fits(jsonSchemaOfType(chain(9)), "a".repeat(20))).toBe(true);
    expect(fits(jsonSchemaOfType(chain(9)), "c".repeat(20))).toBe(false);
  });
});

describe("JSON that people write", () => {
  const amount = complexType<ComplexNode>(undefined, [
    sequence([
      tns.optional("decimal", xs.decimal),
      tns.optional("long", xs.long),
      tns.optional("int", xs.int),
      tns.optional("double", xs.double),
    ]),
  ]);
  const read = (key: string, number: string, type: ComplexNode = amount): unknown => {
    const parsed = parseJsonText(`{"s": "1234567890123456789 \\" 5", "${key}": ${number}}`);
    if ("problem" in parsed) throw new Error(parsed.problem);
    const { s, ...json } = parsed.value as { readonly [key: string]: unknown };
    expect(s).toBe('1234567890123456789 " 5');
    return Reflect.get(Object(fromJson(type, json, { numbers: true })), key);
  };

  test("a number is judged by the text that was written", () => {
    expect(read("decimal", "1.5")).toBe("1.5");
    expect(read("long", "123456789012345")).toBe(123456789012345n);
    expect(read("double", "0.10000000000000001")).toBe(0.1);
    for (const [key, number] of [
      ["decimal", "0.10000000000000001"],
      ["decimal", "99999999999999.99999"],
      ["decimal", "1.0000000000000001"],
      ["long", "99999999999999.999"],
      ["int", "1.0000000000000001"],
    ] as const)
      expect([number, isRefused(() => read(key, number))]).toEqual([number, true]);
    expect(
      isRefused(() =>
        fromJson(xs.decimal, Reflect.get(parseJsonText("0.10000000000000001"), "value"), { numbers: true }),
      ),
    ).toBe(true);
  });

  test("a union of int and string takes a text as it is", () => {
    const either = union<SimpleNode>(tns("Either"), [xs.int, xs.string]);
    for (const value of ["007", "7", "x", 7]) {
      expect(fromJson(either, toJson(either, value))).toBe(value);
      expect(fits(jsonSchemaOfType(either), toJson(either, value))).toBe(true);
    }
    const octets = union<SimpleNode>(tns("Octets"), [xs.hexBinary, xs.string]);
    expect(fromJson(octets, "ab")).toBe("ab");
    expect(fromJson(octets, "AB")).toEqual(new Uint8Array([0xab]));
  });

  test("wrong forms, dates, enumerations and facets are named together, without advice about a service", () => {
    const wrong = { id: "1", status: "lost", code: "toolong", due: "2026-02-30", sum: 1 };
    const issues = standardSchema(find).args["~standard"].validate(wrong).issues ?? [];
    expect(issues.map(({ path }) => path.join("."))).toEqual(["id", "status", "code", "due", "sum"]);
    const note = complexType<ComplexNode>(tns("Note"), [mixed("content", [tns.optionalList("b", xs.int)])]);
    for (const content of ["<c/>", '<b xmlns="urn:t">x</b>', "<b>"]) {
      const [issue] = standardSchema({ ...find, input: message([tns.element("n", note)], ["n"]) }).args[
        "~standard"
      ].validate({ content }).issues!;
      expect(issue!.message).toMatch(/^find\.content takes the XML text/);
      expect(issue!.message).not.toMatch(/lenient|owner/i);
    }
  });

  test("any type of xs:anySimpleType and xs:anyType goes both ways", () => {
    const open = complexType<ComplexNode>(tns("Open"), [
      sequence([tns.optionalList("simple", xs.anySimpleType), tns.optional("any", anyType)]),
      tns.optionalAttribute("a", xs.anySimpleType),
    ]);
    const json = {
      simple: [
        "5",
        { $type: "decimal", value: "1.50" },
        { $type: "long", value: "5" },
        { $type: "base64Binary", value: "AP8=" },
      ],
      any: { $type: "int", value: 5 },
      a: "007",
    };
    const value = fromJson(open, json);
    expect(value).toMatchObject({
      simple: ["5", { $type: "decimal", value: "1.50" }, { $type: "long", value: 5n }, { $type: "base64Binary" }],
    });
    expect(fromJson(open, toJson(open, value))).toEqual(value);
    expect(toJson(open, value)).toMatchObject({
      simple: json.simple,
      any: expect.stringContaining('xsi:type="xs:int">5</any>'),
    });
    for (const each of [json, toJson(open, value)]) expect(fits(jsonSchemaOfType(open), each)).toBe(true);
    expect(() => fromJson(open, { simple: [{ $type: "decimla", value: "1" }] })).toThrow(/did you mean decimal\?/);
    expect(() => fromJson(open, { simple: [{ $type: "int", value: "x" }] })).toThrow(
      /value\.simple\[0\]\.value takes xs:int/,
    );
    expect(() => fromJson(open, { any: { $type: "int" } })).toThrow("value.any.value is missing");
    expect(isRefused(() => fromJson(open, { a: { $type: "int", value: 1 } }))).toBe(true);
  });

  test("choices that no rule says are in $comment", () => {
    const several = complexType<ComplexNode>(tns("Several"), [
      choice([sequence([tns.element("a", xs.int), tns.element("b", xs.int)]), tns.element("c", xs.int)]),
    ]);
    expect(JSON.stringify(jsonSchemaOfType(several))).toContain("fromJson also checks the choice of a | b | c.");
  });
});

test.each(levels)("%s: validators tell properties from what every object inherits", (validation) => {
  const names = ["constructor", "toString", "hasOwnProperty", "__proto__"];
  const found = complexType<ComplexNode>(tns("Found"), [
    sequence([
      ...names.map((name) => tns.optional(name, xs.int)),
      tns.element("valueOf", xs.string),
      choice([tns.element("isPrototypeOf", xs.int), tns.element("other", xs.int)]),
    ]),
  ]);
  const schema = jsonSchemaOfType(found, { validation });
  const plain = jsonSchemaOfType(found, { validation, $schema: false });
  const check = (json: unknown) => [fits(schema, json), new Ajv7().compile(plain)(json)];
  const own = JSON.parse(`{${names.map((name) => `"${name}":5`)}, "valueOf": "x", "isPrototypeOf": 1}`) as object;
  for (const json of [own, { valueOf: "x", other: 2 }]) {
    expect(fromJson(found, toJson(found, json, { validation }), { validation })).toEqual(json);
    expect(check(json)).toEqual([true, true]);
  }
  for (const name of names)
    expect(check({ valueOf: "x", other: 2, ...JSON.parse(`{"constructor": [], "${name}": []}`) })).toEqual([
      false,
      false,
    ]);
  // Types of a document of several, as OpenAPI has, are made of properties.
  const { $defs } = jsonSchemaDocument("Types", [{ name: "Result", type: found, validation }]);
  expect(JSON.stringify($defs)).toContain('"properties":{"constructor":');
});
