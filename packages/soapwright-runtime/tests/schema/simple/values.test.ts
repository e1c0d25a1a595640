/** Every built-in type with values that it accepts and values that it refuses. */

import { encode } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../../src/errors/argument-error";
import type { BuiltInName } from "../../../src/schema/tables/nodes";
import { builtIn, element } from "../tables";

interface Case {
  readonly good: readonly (readonly [value: unknown, text: string])[];
  /** Wrong values for this type; values that no type accepts are tried for all. */
  readonly bad: readonly unknown[];
}

/** Values of kinds that no simple type accepts. */
const foreign: readonly unknown[] = [
  undefined,
  null,
  {},
  { toString: () => "1" },
  { valueOf: () => 1 },
  { toJSON: () => 1 },
  { $value: "1" },
  () => 1,
  Symbol("1"),
  Object(1),
  Object("1"),
  Object(true),
  Object(1n),
  new Map(),
  /1/,
  Promise.resolve(1),
];
const strings = ["", "1", "true", "2026-11-21"];
const numbers = [0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, 1e21, -0];
const others = [true, false, 1n, [], ["a"], [1], new Date(), new Uint8Array([1])];
const illegal = ["\u0000", "a\u0001", "\u000b", "\ufffe", "\uffff", "\ud800", "\udc00", "\udc00\ud800", "a\ud83d"];
const noStrings = [...numbers, ...others];
const text = (...values: string[]): Case["good"] => values.map((value) => [value, value]);

function numeric(good: readonly number[], bad: readonly number[]): Case {
  return {
    good: good.map((value) => [value, String(value)]),
    bad: [...bad, 1.5, NaN, Infinity, -Infinity, ...strings, ...others, "12abc"],
  };
}
function big(good: readonly (number | bigint)[], bad: readonly (number | bigint)[]): Case {
  const none = others.filter((value) => typeof value !== "bigint");
  return {
    good: good.map((value) => [value, String(value)]),
    bad: [...bad, 1.5, NaN, Infinity, 2 ** 53, 1e21, ...strings, ...none],
  };
}
function calendar(...good: string[]): Case {
  return { good: text(...good), bad: ["", "x", " ", ...good.map((value) => `${value} `), ...numbers, ...others] };
}

const cases: { readonly [name in BuiltInName]: Case } = {
  anySimpleType: { good: text("", " a "), bad: [...noStrings, ...illegal] },
  string: {
    good: [
      ["", ""],
      [" a\tb\n", " a\tb\n"],
      ["a\rb", "a&#xD;b"],
      ["<a>&]]>", "&lt;a&gt;&amp;]]&gt;"],
      ["\u{1F600}", "\u{1F600}"],
      ["__proto__", "__proto__"],
    ],
    bad: [...noStrings, ...illegal],
  },
  normalizedString: { good: text("", " a  b "), bad: ["a\tb", "a\n", "\r", ...noStrings, ...illegal] },
  token: { good: text("", "a b"), bad: [" a", "a ", "a  b", "a\tb", ...noStrings, ...illegal] },
  language: { good: text("en-GB"), bad: ["", "e n", "en ", ...noStrings] },
  Name: { good: text("a:b"), bad: ["", "1", "a ", ...noStrings] },
  NCName: { good: text("a"), bad: ["", "a:b", "a b", ...noStrings] },
  NMTOKEN: { good: text("1a"), bad: ["", "a b", ...noStrings] },
  NMTOKENS: {
    good: [[["a", "b"], "a b"]],
    bad: [[], [""], ["a b"], ["a", 1], ["a", undefined], ["a", "é "], "a", ...numbers, new Date()],
  },
  ID: { good: text("a"), bad: ["1", ...noStrings] },
  IDREF: { good: text("a"), bad: ["1", ...noStrings] },
  IDREFS: { good: [[["a"], "a"]], bad: [[], "a", ["1"]] },
  ENTITY: { good: text("a"), bad: ["1", ...noStrings] },
  ENTITIES: { good: [[["a"], "a"]], bad: [[], "a", ["1"]] },
  anyURI: { good: text("", "urn:a"), bad: [" urn:a", ...noStrings, ...illegal] },
  QName: {
    good: [[{ namespace: "urn:p", local: "a" }, "q1:a"]],
    bad: [
      "a",
      {},
      { namespace: "urn:p" },
      { namespace: "urn:p", local: "a b" },
      { namespace: "urn:p", local: "1" },
      { namespace: 1, local: "a" },
      { namespace: "\u0001", local: "a" },
      ...noStrings,
    ],
  },
  NOTATION: { good: [[{ namespace: "urn:p", local: "a" }, "q1:a"]], bad: ["a", ...noStrings] },
  boolean: {
    good: [
      [true, "true"],
      [false, "false"],
    ],
    bad: ["true", "yes", "", 0, 1, "1", [], [true], 1n, new Date()],
  },
  decimal: {
    good: [
      ...text("1.50", "-0", "+1", ".5", "12345678901234567.123456789"),
      [1.5, "1.5"],
      [0, "0"],
      [-0, "0"],
      [2 ** 53, "9007199254740992"],
      [12n, "12"],
    ],
    bad: [
      "",
      "1,5",
      "1e3",
      "abc",
      " 1",
      "1 ",
      "0x1",
      "NaN",
      1e21,
      1e-7,
      NaN,
      Infinity,
      -Infinity,
      true,
      [],
      ["1"],
      new Date(),
    ],
  },
  decimalNumber: {
    good: [
      [1.5, "1.5"],
      [0, "0"],
      [-2, "-2"],
      [1e21, "1000000000000000000000"],
      [-1.25e23, "-125000000000000000000000"],
      [1e-7, "0.0000001"],
      [-1.5e-7, "-0.00000015"],
    ],
    bad: ["1.5", NaN, Infinity, 1n, true],
  },
  float: {
    good: [
      [1.5, "1.5"],
      [NaN, "NaN"],
      [Infinity, "INF"],
      [-Infinity, "-INF"],
      [-0, "-0"],
      [1e21, "1e+21"],
    ],
    bad: [1e39, -1e39, ...strings, ...others],
  },
  double: {
    good: [
      [1.5, "1.5"],
      [NaN, "NaN"],
      [Infinity, "INF"],
      [-Infinity, "-INF"],
      [-0, "-0"],
      [0, "0"],
      [1e300, "1e+300"],
    ],
    bad: [...strings, ...others],
  },
  integer: big([0, -5, 2n ** 100n, Number.MAX_SAFE_INTEGER], []),
  nonPositiveInteger: big([0, -1n], [1, 1n]),
  negativeInteger: big([-1], [0, 0n]),
  nonNegativeInteger: big([0n], [-1]),
  positiveInteger: big([1], [0]),
  long: big([-(2n ** 63n), 2n ** 63n - 1n, 5], [2n ** 63n, -(2n ** 63n) - 1n, 2 ** 53, -(2 ** 53)]),
  int: numeric([-2147483648, 2147483647, 0], [-2147483649, 2147483648, 2 ** 53]),
  short: numeric([-32768, 32767], [-32769, 32768]),
  byte: numeric([-128, 127], [-129, 128]),
  unsignedLong: big([2n ** 64n - 1n, 0], [2n ** 64n, -1]),
  unsignedInt: numeric([0, 4294967295], [-1, 4294967296]),
  unsignedShort: numeric([0, 65535], [-1, 65536]),
  unsignedByte: numeric([0, 255], [-1, 256]),
  dateTime: {
    good: [
      ["2026-11-21T08:30:00", "2026-11-21T08:30:00"],
      [new Date(0), "1970-01-01T00:00:00Z"],
      [new Date(1), "1970-01-01T00:00:00.001Z"],
      [new Date(Date.UTC(9999, 11, 31)), "9999-12-31T00:00:00Z"],
    ],
    bad: [
      new Date(NaN),
      new Date(8.64e15),
      new Date(Date.UTC(-1, 0)),
      "2026-11-21",
      "",
      "x",
      "2026-02-30T00:00:00",
      0,
      1763713800000,
      NaN,
      true,
      {},
      [new Date()],
    ],
  },
  date: calendar("2026-11-21", "2026-11-21Z"),
  time: calendar("08:30:00"),
  duration: calendar("P1D", "-PT0.5S"),
  gYear: calendar("2026"),
  gYearMonth: calendar("2026-11"),
  gMonth: calendar("--11"),
  gMonthDay: calendar("--11-21"),
  gDay: calendar("---21"),
  base64Binary: {
    good: [
      [new Uint8Array([1, 2]), "AQI="],
      [Buffer.from([251, 255]), "+/8="],
      [new Uint8Array(), ""],
      [new Uint8Array([9, 1, 2, 9]).subarray(1, 3), "AQI="],
    ],
    bad: ["AQI=", [1, 2], new ArrayBuffer(2), new Uint16Array(1), new DataView(new ArrayBuffer(1)), 1, true],
  },
  hexBinary: {
    good: [
      [new Uint8Array([1, 255]), "01FF"],
      [new Uint8Array(), ""],
    ],
    bad: ["01FF", [1], 1],
  },
};

describe.each(Object.entries(cases))("xs:%s", (name, { good, bad }) => {
  const thing = element("Thing", builtIn(name as BuiltInName));

  test("writes values", () => {
    for (const [value, written] of good) {
      const declarations = written.startsWith("q1:") ? ' xmlns:q1="urn:p"' : "";
      expect(encode(thing, value)).toBe(`<Thing xmlns="urn:example"${declarations}>${written}</Thing>`);
    }
  });

  test("refuses other values", () => {
    const passed = [...foreign, ...bad].filter((value) => {
      try {
        encode(thing, value);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(ArgumentError);
        expect(error).toMatchObject({
          path: "Thing",
          expected: expect.stringMatching(/./),
          received: expect.stringMatching(/./),
        });
        return false;
      }
    });
    expect(passed).toStrictEqual([]);
  });
});

test("the received value is described by its kind, never by its content", () => {
  const received = (name: BuiltInName, value: unknown): unknown => {
    try {
      encode(element("Thing", builtIn(name)), value);
    } catch (error) {
      expect((error as Error).message).not.toContain("4711");
      return (error as ArgumentError).received;
    }
    return undefined;
  };
  expect(received("int", undefined)).toBe("absent");
  expect(received("int", null)).toBe("null");
  expect(received("int", NaN)).toBe("NaN");
  expect(received("int", -Infinity)).toBe("an infinite number");
  expect(received("int", 4711.5)).toBe("a number with a fraction");
  expect(received("byte", 4711)).toBe("a number out of range");
  expect(received("byte", -4711)).toBe("a number out of range");
  expect(received("int", "4711")).toBe("a string");
  expect(received("int", "")).toBe("an empty string");
  expect(received("int", [4711])).toBe("a list");
  expect(received("int", new Date(4711))).toBe("a Date");
  expect(received("dateTime", new Date(NaN))).toBe("an invalid Date");
  expect(received("dateTime", new Date(8.64e15))).toBe("a Date out of range");
  expect(received("int", new Uint8Array(4711))).toBe("a Uint8Array");
  expect(received("int", { a: 4711 })).toBe("an object");
  expect(received("int", 4711n)).toBe("a bigint");
  expect(received("int", Symbol("4711"))).toBe("a symbol");
  expect(received("int", () => 4711)).toBe("a function");
  expect(received("int", true)).toBe("a boolean");
  expect(received("long", 2 ** 53)).toBe("a number beyond 2^53");
  expect(received("long", 2n ** 64n)).toBe("a bigint out of range");
  expect(received("decimal", 4711e20)).toBe("a number that prints with an exponent");
  expect(received("float", 4711e40)).toBe("a number out of range");
  expect(received("string", "4711\u0001")).toBe("a string with another at index 4");
  expect(received("token", "4711 ")).toBe("a string with such white space");
});

test("the expected value is described in words", () => {
  const expected = (name: BuiltInName): unknown => {
    try {
      encode(element("Thing", builtIn(name)), Symbol("x"));
    } catch (error) {
      return (error as ArgumentError).expected;
    }
    return undefined;
  };
  expect(expected("int")).toBe("xs:int from -2147483648 to 2147483647");
  expect(expected("integer")).toBe("xs:integer");
  expect(expected("positiveInteger")).toBe("xs:positiveInteger from 1");
  expect(expected("negativeInteger")).toBe("xs:negativeInteger up to -1");
  expect(expected("unsignedLong")).toBe("xs:unsignedLong from 0 to 18446744073709551615");
  expect(expected("date")).toBe("xs:date, for example 2026-11-21");
  expect(expected("base64Binary")).toBe("xs:base64Binary, as a Uint8Array");
  expect(expected("NMTOKENS")).toBe("list of xs:NMTOKEN");
  expect(expected("QName")).toBe("xs:QName, as { namespace, local }");
});

test("a Date cannot write anything but its time", () => {
  class Odd extends Date {
    override toISOString(): string {
      return "<injected/>";
    }
    override getTime(): number {
      return Number.NaN;
    }
  }
  expect(encode(element("Thing", builtIn("dateTime")), new Odd(0))).toBe(
    '<Thing xmlns="urn:example">1970-01-01T00:00:00Z</Thing>',
  );
});

test("a name whose getter throws is an argument error with the cause", () => {
  const cause = new Error("boom");
  const value = {
    namespace: "urn:a",
    get local(): string {
      throw cause;
    },
  };
  expect(() => encode(element("Thing", builtIn("QName")), value)).toThrow(
    expect.objectContaining({ code: "ARGUMENT", cause }) as Error,
  );
});

test("a name in no namespace is written where no default namespace holds", () => {
  expect(encode(element("Thing", builtIn("QName")), { namespace: "", local: "a" })).toBe(
    '<q1:Thing xmlns:q1="urn:example">a</q1:Thing>',
  );
});
