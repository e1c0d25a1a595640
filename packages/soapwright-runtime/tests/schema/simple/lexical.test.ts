/**
 * Tests parts by themselves, `errors/response-error`, `schema/plans/plan-simple` and 5 more: no entry point shows
 * them whole.
 */
import { isDeepStrictEqual } from "node:util";
import { fromJson } from "soapwright-runtime/json";
import { decode } from "soapwright-testing/schema/feed";
import { ResponseError } from "../../../src/errors/response-error";
import { compileSimple } from "../../../src/schema/plans/plan-simple";
import { Mismatch } from "../../../src/schema/simple/mismatch";
import { compareNumbers, isSame } from "../../../src/schema/simple/simple-compare";
import type { BuiltInName } from "../../../src/schema/tables/nodes";
import { xs } from "../../../src/schema/tables/table-simple";
import { normalize } from "../../../src/xsd/built-ins";
import { builtIn, builtInType, element, restriction } from "../tables";

/** Every built-in type with texts that it accepts and texts that it refuses. */
describe("lexical", () => {
  interface Case {
    readonly good: readonly (readonly [text: string, value: unknown])[];
    readonly bad: readonly string[];
  }
  const same = (...texts: string[]): Case["good"] => texts.map((text) => [text, text]);
  const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

  /** Texts that some parsers read as numbers, but no numeric type of XML Schema does. */
  const noNumbers = [
    "",
    " ",
    "abc",
    "12abc",
    "0x1F",
    "1_000",
    "1,000",
    "１２",
    "٣",
    "1 2",
    "--1",
    "+-1",
    "+",
    "-",
    "Infinity",
    "\u00a012",
    "1e",
    "1n",
    "true",
  ];
  const noIntegers = [...noNumbers, "1e3", "1.0", "1.", ".5", "NaN", "INF"];

  function integer(min: string, max: string, below: string, above: string, big: boolean): Case {
    const value = (text: string): unknown => (big ? BigInt(text) : Number(text));
    const inside = ["0", "1", "-1", "7", min, max].filter((text) => text !== "");
    const fits = (text: string): boolean =>
      (min === "" || BigInt(text) >= BigInt(min)) && (max === "" || BigInt(text) <= BigInt(max));
    const zero: Case["good"] = fits("0")
      ? [
          ["-0", value("0")],
          ["+0", value("0")],
          ["000", value("0")],
        ]
      : [];
    const five: Case["good"] = fits("5")
      ? [
          ["+5", value("5")],
          ["\t5\r\n ", value("5")],
          [`${"0".repeat(50)}5`, value("5")],
        ]
      : [];
    return {
      good: [...inside.filter(fits).map((text) => [text, value(text)] as const), ...zero, ...five],
      bad: [...noIntegers, ...inside.filter((text) => !fits(text)), below, above].filter((text) => text !== "-"),
    };
  }

  const dateBad = [
    "",
    "x",
    "2026",
    "2026-13-01",
    "2026-00-10",
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-11-00",
    "2026-1-1",
    "26-01-01",
    "+2026-01-01",
    "0000-01-01",
    "02026-01-01",
    "2026-11-21+14:01",
    "2026-11-21+15:00",
    "2026-11-21+1:00",
    "2026-11-21z",
    "２026-11-21",
    "2026/11/21",
    "2026-11-21T00:00:00",
  ];
  const timeBad = [
    "",
    "24:00:01",
    "24:01:00",
    "24:00:00.1",
    "25:00:00",
    "23:60:00",
    "23:59:60",
    "8:30:00",
    "08:30",
    "08:30:00.",
    "08:30:00,5",
    "08:30:00-14:30",
    "08:30:00+00:60",
    "T08:30:00",
  ];

  const cases: { readonly [name in BuiltInName]: Case } = {
    anySimpleType: { good: same("", " a\n", "1"), bad: [] },
    string: { good: same("", " ", " a\tb\n", "<&>", "12", "\u{1F600}", "__proto__"), bad: [] },
    normalizedString: { good: [["a\tb\r\nc ", "a b  c "]], bad: [] },
    token: {
      good: [
        ["  a \t b\n", "a b"],
        ["", ""],
      ],
      bad: [],
    },
    language: {
      good: [...same("en", "en-GB", "x-klingon-12345678"), [" nl ", "nl"]],
      bad: ["", "e n", "123", "en-", "-en", "abcdefghi", "en_GB", "en-abcdefghi"],
    },
    Name: { good: same("a", ":a", "_b", "é1", "\u{10000}x"), bad: ["", "1a", "-a", "a b", "a\u00d7"] },
    NCName: { good: same("a", "_b.c-1"), bad: ["", "a:b", ":a", "1"] },
    NMTOKEN: { good: same("1a", "-", "a:b"), bad: ["", "a b", "a,b"] },
    NMTOKENS: {
      good: [
        ["1 b", ["1", "b"]],
        [" a ", ["a"]],
      ],
      bad: ["", " ", "a,b"],
    },
    ID: { good: same("a1"), bad: ["", "1", "a:b"] },
    IDREF: { good: same("a1"), bad: ["", "1"] },
    IDREFS: { good: [["a b", ["a", "b"]]], bad: ["", "1 a"] },
    ENTITY: { good: same("a1"), bad: ["", "1"] },
    ENTITIES: { good: [["a\n b", ["a", "b"]]], bad: [""] },
    anyURI: {
      good: [
        ["", ""],
        [" urn:a ", "urn:a"],
        ["http://x/?a=1#b", "http://x/?a=1#b"],
      ],
      bad: [],
    },
    QName: {
      good: [
        ["Thing", { namespace: "urn:example", local: "Thing" }],
        ["p:a", { namespace: "urn:p", local: "a" }],
        [" xml:a", { namespace: "http://www.w3.org/XML/1998/namespace", local: "a" }],
      ],
      bad: ["", "q:a", "p:", ":a", "p:a:b", "p: a", "1", "toString:x", "__proto__:x"],
    },
    NOTATION: { good: [["p:a", { namespace: "urn:p", local: "a" }]], bad: ["", "q:a"] },
    boolean: {
      good: [
        ["true", true],
        ["false", false],
        ["1", true],
        ["0", false],
        [" true\n", true],
      ],
      bad: ["", "yes", "no", "TRUE", "True", "2", "t", "true false", "banana", "00", "1.0"],
    },
    decimal: {
      good: [
        ...same("1", "-1.50", "+1.0", ".5", "5.", "-0", "12345678901234567.123456789", "0.1", "000"),
        [" 1.5 ", "1.5"],
      ],
      bad: [...noNumbers, "1e3", "INF", "NaN", ".", "1.2.3", "-.", "0x1", "1.5d"],
    },
    decimalNumber: {
      good: [
        ["1.50", 1.5],
        ["-0", 0],
        [".5", 0.5],
      ],
      bad: [...noNumbers, "1e3", "INF", "NaN", "9".repeat(400)],
    },
    float: {
      good: [
        ["1.5", 1.5],
        ["INF", Infinity],
        ["-INF", -Infinity],
        ["NaN", NaN],
        ["3.4028235e38", 3.4028235e38],
        ["1e-400", 0],
      ],
      bad: [...noNumbers, "1e39", "+INF", "inf", "nan", "-NaN"],
    },
    double: {
      good: [
        ["1.5", 1.5],
        ["-1E4", -10000],
        ["1e+21", 1e21],
        ["INF", Infinity],
        ["-INF", -Infinity],
        ["NaN", NaN],
        ["-0", -0],
        ["12.", 12],
        [".5e-1", 0.05],
        ["1e-400", 0],
      ],
      bad: [...noNumbers, "1e400", "-1e400", "+INF", "Inf", "INFINITY", "1e3.5", "0b1", "1d"],
    },
    integer: integer("", "", "", "", true),
    nonPositiveInteger: integer("", "0", "", "1", true),
    negativeInteger: integer("", "-1", "", "0", true),
    nonNegativeInteger: integer("0", "", "-1", "", true),
    positiveInteger: integer("1", "", "0", "", true),
    long: integer("-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808", true),
    int: integer("-2147483648", "2147483647", "-2147483649", "2147483648", false),
    short: integer("-32768", "32767", "-32769", "32768", false),
    byte: integer("-128", "127", "-129", "128", false),
    unsignedLong: integer("0", "18446744073709551615", "-1", "18446744073709551616", true),
    unsignedInt: integer("0", "4294967295", "-1", "4294967296", false),
    unsignedShort: integer("0", "65535", "-1", "65536", false),
    unsignedByte: integer("0", "255", "-1", "256", false),
    dateTime: {
      good: [
        ...same(
          "2026-11-21T08:30:00",
          "2026-11-21T08:30:00Z",
          "2026-11-21T08:30:00.123456789012+14:00",
          "2024-02-29T24:00:00",
          "-0044-03-15T12:00:00-00:00",
          "12026-01-01T00:00:00Z",
          "2000-02-29T00:00:00",
        ),
        [" 2026-11-21T08:30:00Z\n", "2026-11-21T08:30:00Z"],
      ],
      bad: [
        ...dateBad.filter((text) => !text.includes("T")).map((text) => (text === "" ? "" : `${text}T00:00:00`)),
        ...timeBad.map((text) => `2026-11-21T${text}`),
        "2026-11-21",
        "2026-11-21 08:30:00",
        "Sat, 21 Nov 2026 08:30:00 GMT",
        "1763713800",
        "2026-11-21T08:30:00+99:00",
        "2026-11-21T",
        "20261121T083000",
      ].filter((text) => !text.startsWith("2026-11-21+") && text !== "2026-11-21zT00:00:00"),
    },
    date: {
      good: [
        ...same(
          "2026-11-21",
          "2024-02-29",
          "2000-02-29",
          "2026-11-21Z",
          "2026-11-21+14:00",
          "2026-11-21-13:59",
          "-0001-01-01",
          "12026-01-01",
        ),
        [" 2026-11-21 ", "2026-11-21"],
      ],
      bad: dateBad,
    },
    time: { good: same("08:30:00", "24:00:00", "24:00:00.000", "23:59:59.999Z", "00:00:00-14:00"), bad: timeBad },
    duration: {
      good: same("P1D", "P1Y2M3DT4H5M6.7S", "-P1Y", "PT0S", "P0D", "PT1.5S", "P400D", "PT36H"),
      bad: [
        "",
        "P",
        "PT",
        "P1",
        "1D",
        "P1S",
        "P-1D",
        "P1.5D",
        "P1DT",
        "PT1.S",
        "PT.5S",
        "+P1D",
        "P1M1Y",
        "P1H",
        "p1d",
        "P1D ".concat("x"),
        `P${"9".repeat(2000)}D`,
      ],
    },
    gYear: {
      good: same("2026", "2026Z", "-0001", "12026", "2026+02:00"),
      bad: ["", "0000", "26", "02026", "2026-01", "+2026", "2026z"],
    },
    gYearMonth: { good: same("2026-11", "2026-02Z"), bad: ["", "2026-13", "2026-00", "2026", "2026-1", "0000-01"] },
    gMonth: { good: same("--11", "--01Z", "--11--"), bad: ["", "--13", "--00", "11", "--1", "-11"] },
    gMonthDay: {
      good: same("--02-29", "--12-31", "--11-21+01:00"),
      bad: ["", "--02-30", "--04-31", "--13-01", "--1-1", "11-21"],
    },
    gDay: { good: same("---01", "---31Z"), bad: ["", "---00", "---32", "---1", "--01", "31"] },
    base64Binary: {
      good: [
        ["", bytes()],
        ["AQID", bytes(1, 2, 3)],
        ["AQI=", bytes(1, 2)],
        ["AQ==", bytes(1)],
        [" AQ ID\n", bytes(1, 2, 3)],
        ["+/+/", bytes(0xfb, 0xff, 0xbf)],
        ["AQIDBA==", bytes(1, 2, 3, 4)],
      ],
      bad: [
        "A",
        "AQ",
        "AQI",
        "AQ=",
        "A===",
        "====",
        "AR==",
        "AQJ=",
        "AQ==AQ==",
        "AQI=AQID",
        "-_-_",
        "AQ?=",
        "AQ==\u00a0",
        "=AQI",
        "A Q",
      ],
    },
    hexBinary: {
      good: [
        ["", bytes()],
        ["0aFF", bytes(10, 255)],
        [" 00 ", bytes(0)],
      ],
      bad: ["0", "0g", "0x00", "00 00", "ＦＦ", "000"],
    },
  };

  const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/\r/g, "&#13;");

  describe.each(Object.entries(cases))("xs:%s", (name, { good, bad }) => {
    const thing = element("Thing", builtIn(name as BuiltInName));
    const xml = (text: string): string => `<Thing xmlns="urn:example" xmlns:p="urn:p">${escaped(text)}</Thing>`;

    test.each(good.map(([text, value]) => [JSON.stringify(text), text, value] as const))(
      "reads %s",
      (_, text, value) => {
        expect(decode(thing, xml(text))).toStrictEqual(value);
        // A reference without its identifier is refused.
        if (!name.startsWith("IDREF")) expect(decode(thing, xml(text), { validation: "strict" })).toStrictEqual(value);
      },
    );

    test.each(["strict", "standard", "lenient"] as const)("refuses texts of other types under %s", (validation) => {
      const passed = [...new Set(bad)].filter((text) => {
        try {
          decode(thing, xml(text), { validation });
          return true;
        } catch (error) {
          expect(error).toBeInstanceOf(ResponseError);
          expect(error).toMatchObject({
            reason: "value",
            path: "Thing",
            line: expect.any(Number),
            column: expect.any(Number),
          });
          return false;
        }
      });
      // The exceptions are the texts that have one meaning: see deviations.test.ts.
      const { whiteSpace, forgive = (text: string) => text } = compileSimple(builtIn(name as BuiltInName));
      const isMeant = (text: string): boolean =>
        isDeepStrictEqual(
          decode(thing, xml(text), { validation }),
          decode(thing, xml(forgive(normalize(text, whiteSpace)))),
        );
      expect(passed.filter((text) => validation !== "lenient" || !isMeant(text))).toStrictEqual([]);
    });
  });

  test("no message tells the value", () => {
    for (const name of Object.keys(cases) as BuiltInName[]) {
      try {
        decode(element("Thing", builtIn(name)), '<Thing xmlns="urn:example">§secret§</Thing>');
      } catch (error) {
        expect(String(error)).not.toContain("secret");
      }
    }
  });

  test("texts in pieces are one value", () => {
    const thing = element("Thing", builtIn("int"));
    expect(decode(thing, '<Thing xmlns="urn:example">1<!-- 7 -->2<![CDATA[3]]>&#52;</Thing>')).toBe(1234);
  });

  test("integers of more than 4,096 digits are refused at once", () => {
    const thing = element("Thing", builtIn("integer"));
    expect(decode(thing, `<Thing xmlns="urn:example">${"9".repeat(4096)}</Thing>`)).toBe(10n ** 4096n - 1n);
    expect(() => decode(thing, `<Thing xmlns="urn:example">${"9".repeat(4097)}</Thing>`)).toThrow(ResponseError);
  });
});

describe("built ins", () => {
  /** XML Schema Part 2, the figure in 3: each line from a primitive type, or a list, to those derived from it. */
  const LINES: readonly (readonly BuiltInName[])[] = [
    ["string", "normalizedString", "token", "language"],
    ["string", "normalizedString", "token", "NMTOKEN"],
    ["string", "normalizedString", "token", "Name", "NCName", "ID"],
    ["string", "normalizedString", "token", "Name", "NCName", "IDREF"],
    ["string", "normalizedString", "token", "Name", "NCName", "ENTITY"],
    ["decimal", "integer", "nonPositiveInteger", "negativeInteger"],
    ["decimal", "integer", "long", "int", "short", "byte"],
    ["decimal", "integer", "nonNegativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"],
    ["decimal", "integer", "nonNegativeInteger", "positiveInteger"],
    ...(["boolean", "float", "double", "duration", "dateTime", "time", "date", "gYearMonth", "gYear"] as const).map(
      (name) => [name],
    ),
    ...(["gMonthDay", "gDay", "gMonth", "hexBinary", "base64Binary", "anyURI", "QName", "NOTATION"] as const).map(
      (name) => [name],
    ),
    ...(["NMTOKENS", "IDREFS", "ENTITIES"] as const).map((name) => [name]),
  ];

  test.each(LINES.flatMap((line) => line.map((name, index) => [name, line.slice(0, index + 1).reverse()] as const)))(
    "%s is derived from %j",
    (name, ancestry) => {
      expect(builtInType(name).builtIns).toEqual([...ancestry, "anySimpleType"]);
    },
  );

  test("a decimal read as a number is a decimal by name", () => {
    expect(builtInType("decimalNumber").builtIns).toEqual(["decimal", "anySimpleType"]);
  });

  test.each(["NMTOKENS", "IDREFS", "ENTITIES"] as const)("%s is a list, each other type has one value", (name) => {
    expect(builtInType(name).variety).toBe("list");
    expect(builtInType("string").variety).toBe("atomic");
  });

  test("white space is collapsed but in strings", () => {
    const kept = ["string", "normalizedString", "anySimpleType"] as const;
    expect(kept.map((name) => builtInType(name).whiteSpace)).toEqual(["preserve", "replace", "preserve"]);
    for (const name of LINES.flat().filter((one) => one !== "string" && one !== "normalizedString")) {
      expect([name, builtInType(name).whiteSpace]).toEqual([name, "collapse"]);
    }
  });
});

describe("compare", () => {
  test.each([
    [1, 2, -1],
    [2n, 1, 1],
    [1n, 1n, 0],
    [0, -0, 0],
    [Number.NaN, Number.NaN, 0],
    [Number.NaN, 1, undefined],
    [1, Number.NaN, undefined],
    ["1", 1, undefined],
    [1, "1", undefined],
    ["1", "1", undefined],
    [undefined, 1n, undefined],
  ])("%p against %p is %p", (left, right, order) => {
    expect(compareNumbers(left, right)).toBe(order);
  });

  const name = { namespace: "u", local: "a" };

  test.each<[unknown, unknown, boolean]>([
    ["a", "a", true],
    [Number.NaN, Number.NaN, true],
    ["a", "b", false],
    [1, 1n, false],
    [null, {}, false],
    [{}, null, false],
    ["a", { 0: "a" }, false],
    [name, "a", false],
    [Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
    [Uint8Array.of(1, 2), Uint8Array.of(1, 3), false],
    [Uint8Array.of(1), [1], false],
    [[1], Uint8Array.of(1), false],
    [["a", [1]], ["a", [1]], true],
    [["a"], ["a", "b"], false],
    [["a", "b"], ["a"], false],
    [["a", "b"], ["a", "c"], false],
    [["b", "a"], ["c", "a"], false],
    [[], name, false],
    [name, { ...name }, true],
    [name, { ...name, local: "b" }, false],
    [name, { ...name, namespace: "v" }, false],
    [{ local: "a" }, { local: "a" }, false],
    [{ namespace: "u" }, { namespace: "u" }, false],
    [{}, {}, false],
  ])("%p and %p, the same: %p", (left, right, same) => {
    expect(isSame(left, right)).toBe(same);
  });
});

/** Integers of any size as text and as numbers: `generate --int64`. */
describe("int64", () => {
  const scope = { resolvePrefix: () => undefined, prefixFor: () => "" };
  const read = (name: "long" | "unsignedLong" | "integer" | "negativeInteger", as: "string" | "number", text: string) =>
    builtInType(name, as).parse(text, scope);

  test.each([
    ["long", "9223372036854775807"],
    ["long", "+007"],
    ["unsignedLong", "18446744073709551615"],
    ["integer", "-123456789012345678901234567890"],
    ["negativeInteger", "-1"],
  ] as const)("%s keeps the text %s", (name, text) => {
    expect(read(name, "string", text)).toBe(text);
    expect(builtInType(name, "string").format(text, scope)).toBe(text);
  });

  test.each([
    ["long", "9223372036854775808"],
    ["long", "1.0"],
    ["long", ""],
    ["unsignedLong", "-1"],
    ["negativeInteger", "0"],
    ["integer", "1e3"],
  ] as const)("%s as text refuses %j", (name, text) => {
    expect(() => read(name, "string", text)).toThrow(Mismatch);
    expect(() => builtInType(name, "string").format(text, scope)).toThrow(Mismatch);
  });

  test.each([
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["-0", 0],
    ["+12", 12],
  ] as const)("a number of %s is exact", (text, value) => {
    expect(read("long", "number", text)).toBe(value);
  });

  test.each(["9007199254740992", "-9007199254740992", "9007199254740993", "9223372036854775807"])(
    "a number of %s is refused, not rounded",
    (text) => {
      expect(() => read("long", "number", text)).toThrow(Mismatch);
      expect(() => builtInType("long", "number").format(Number(text), scope)).toThrow(Mismatch);
    },
  );

  test.each(["string", "number"] as const)("bigints and safe numbers are arguments of a %s", (as) => {
    const type = builtInType("long", as);
    expect([type.format(12n, scope), type.format(12, scope)]).toEqual(["12", "12"]);
    for (const wrong of [1.5, NaN, true, null, {}, 2n ** 63n])
      expect(() => type.format(wrong, scope)).toThrow(Mismatch);
  });

  test.each(["longString", "longNumber"] as const)("facets of %s may be beyond a number", (name) => {
    const type = compileSimple(
      restriction(xs[name], { minInclusive: "-9223372036854775808", maxInclusive: "9007199254740993" }),
    );
    const small = compileSimple(
      restriction(xs[name], { maxInclusive: "10", enumeration: ["2", "10", "9223372036854775807"] }),
    );
    const isMet = (of: typeof type, text: string) => {
      try {
        of.check(of.parse(text, scope), text, "all");
        return true;
      } catch (error) {
        if (error instanceof Mismatch) return false;
        throw error;
      }
    };
    expect(isMet(type, "9007199254740991")).toBe(true);
    expect(isMet(type, "9007199254740994")).toBe(false);
    expect(["2", "+2", "010", "3", "9223372036854775807"].map((text) => isMet(small, text))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("JSON has the text, or a number that becomes it", () => {
    expect(fromJson(xs.longString, "9223372036854775807")).toBe("9223372036854775807");
    expect(fromJson(xs.longString, 12, { numbers: true })).toBe("12");
    expect(fromJson(xs.longNumber, 12, { numbers: true })).toBe(12);
    expect(JSON.stringify({ Number: read("long", "string", "12") })).toBe('{"Number":"12"}');
  });
});
