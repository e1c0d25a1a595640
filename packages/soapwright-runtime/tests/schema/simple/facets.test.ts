/**
 * Tests parts by themselves, `errors/argument-error`, `errors/response-error` and 2 more: no entry point shows them
 * whole.
 */
import { decode, encode } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../../src/errors/argument-error";
import { ResponseError } from "../../../src/errors/response-error";
import { Mismatch } from "../../../src/schema/simple/mismatch";
import type { BuiltInName, Facets, SimpleNode } from "../../../src/schema/tables/nodes";
import { builtInNames } from "../../properties/random-tables";
import { builtIn, builtInType, complex, element, listOf, restriction, unionOf, xs } from "../tables";

describe("facets", () => {
  const xml = (text: string): string => `<Thing xmlns="urn:example" xmlns:p="urn:p">${text}</Thing>`;

  function takes(type: SimpleNode, text: string): boolean {
    const thing = element("Thing", type);
    // No facet counts in the standard validation.
    decode(thing, xml(text));
    decode(thing, xml(text), { validation: "lenient" });
    try {
      decode(thing, xml(text), { validation: "strict" });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ResponseError);
      return false;
    }
  }

  function writes(type: SimpleNode, value: unknown): boolean {
    try {
      encode(element("Thing", type), value);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ArgumentError);
      return false;
    }
  }

  const rows: readonly (readonly [
    base: BuiltInName,
    facets: Facets,
    good: readonly string[],
    bad: readonly string[],
  ])[] = [
    ["string", { length: 2 }, ["ab", "\u{1F600}\u{1F600}", "  "], ["", "a", "abc"]],
    ["string", { minLength: 1, maxLength: 2 }, ["a", "ab", "\u{1F600}b"], ["", "abc"]],
    ["hexBinary", { length: 2 }, ["0102"], ["", "01", "010203"]],
    ["base64Binary", { maxLength: 2 }, ["", "AQI="], ["AQID"]],
    ["QName", { length: 1 }, ["p:abc"], []],
    ["int", { minInclusive: "1", maxInclusive: "12" }, ["1", "12", "+5", "007"], ["0", "13", "-1"]],
    ["int", { minExclusive: "1", maxExclusive: "12" }, ["2", "11"], ["1", "12"]],
    ["long", { maxInclusive: "9007199254740993" }, ["9007199254740993"], ["9007199254740994"]],
    [
      "decimal",
      { maxInclusive: "10.5" },
      ["10.5", "10.500", "-99999999999999999999.9", "0010.4", "10.49999999999999999999999"],
      ["10.50000000000000000000001", "11", "100"],
    ],
    ["decimal", { minExclusive: "-0.0" }, ["0.0000000000000000000000001", "1"], ["0", "-0", "+0.00", "-1"]],
    ["decimal", { minInclusive: "-10" }, ["-10", "-9.99", "-1"], ["-10.01", "-11", "-100"]],
    [
      "decimal",
      { totalDigits: 4, fractionDigits: 2 },
      ["1.50", "1234", "12.34", "0012.3400", "-99.99", ".5", "+0"],
      ["1.234", "12345", "123.45"],
    ],
    ["integer", { totalDigits: 3 }, ["999", "000999", "-999"], ["1000"]],
    ["double", { minInclusive: "0", maxExclusive: "1e3" }, ["0", "-0", "999.9"], ["1e3", "INF", "NaN", "-1"]],
    ["float", { enumeration: ["NaN", "1.0"] }, ["NaN", "1", "1e0"], ["2"]],
    ["boolean", { patterns: ["true|false"] }, ["true"], ["1"]],
    ["boolean", { patterns: ["0|1"] }, ["0", "1"], ["true", "false"]],
    ["string", { patterns: ["[A-Z]{2}", "\\d+"] }, ["NL", "12"], ["nl", "NL1", ""]],
    ["token", { enumeration: ["a b", "c"] }, ["a b", " a  b ", "c"], ["a", ""]],
    ["string", { enumeration: ["A", "toString"] }, ["A", "toString"], ["a", " A", "constructor", ""]],
    ["decimal", { enumeration: ["1.0"] }, ["1", "1.00", "+1"], ["1.1"]],
    ["int", { enumeration: ["1", "2"] }, ["1", "+2", "01"], ["3"]],
    ["string", { whiteSpace: "collapse", maxLength: 3 }, [" a b  "], ["a b c"]],
    ["string", { whiteSpace: "replace", enumeration: ["a b"] }, ["a\tb", "a b"], ["a  b"]],
    [
      "date",
      { minInclusive: "2026-01-01", maxExclusive: "2027-01-01" },
      ["2026-01-01", "2026-12-31", "2026-06-01Z"],
      ["2025-12-31", "2027-01-01", "2026-01-01Z"],
    ],
    [
      "dateTime",
      { minInclusive: "2026-01-01T00:00:00Z" },
      [
        "2026-01-01T00:00:00Z",
        "2026-01-01T02:00:00+02:00",
        "2025-12-31T24:00:00Z",
        "2026-01-01T00:00:00.001Z",
        "2026-01-02T00:00:00",
      ],
      ["2025-12-31T23:59:59Z", "2026-01-01T00:00:00+00:01", "2026-01-01T00:00:00", "2025-12-31T23:59:59.999Z"],
    ],
    [
      "dateTime",
      { maxInclusive: "2026-01-01T00:00:00" },
      ["2026-01-01T00:00:00", "2025-12-01T00:00:00Z"],
      ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.1"],
    ],
    [
      "dateTime",
      { enumeration: ["2026-01-01T12:00:00Z"] },
      ["2026-01-01T13:00:00+01:00", "2026-01-01T12:00:00.000Z"],
      ["2026-01-01T12:00:00"],
    ],
    ["time", { maxInclusive: "12:00:00" }, ["11:59:59.9", "12:00:00"], ["12:00:00.1", "13:00:00"]],
    ["gYear", { minInclusive: "-0001" }, ["-0001", "1999", "12026"], ["-0002"]],
    ["gMonthDay", { maxInclusive: "--06-30" }, ["--02-29"], ["--07-01"]],
    ["gDay", { minInclusive: "---10" }, ["---10"], ["---09"]],
    ["gYearMonth", { minInclusive: "2026-02" }, ["2026-02", "2026-12"], ["2026-01"]],
    ["gMonth", { enumeration: ["--11"] }, ["--11", "--11--"], ["--12"]],
    [
      "duration",
      { maxInclusive: "P1M" },
      ["P1M", "P27D", "PT1S", "-P1Y"],
      ["P28D", "P29D", "P30D", "P31D", "P32D", "P1MT0.1S"],
    ],
    ["duration", { minInclusive: "PT1.5S" }, ["PT1.5S", "PT1.50S", "PT1M"], ["PT1.4S", "-PT2S"]],
    ["duration", { enumeration: ["P1Y"] }, ["P12M", "P1Y0D"], ["P365D"]],
    ["QName", { enumeration: ["x:a"], prefixes: { x: "urn:p" } }, ["p:a"], ["a", "p:b"]],
    ["NMTOKENS", { maxLength: 2 }, ["a b"], ["a b c"]],
  ];

  test.each(
    rows.map(([base, facets, good, bad]) => [`${base} ${JSON.stringify(facets)}`, base, facets, good, bad] as const),
  )("%s", (_, base, facets, good, bad) => {
    const type = restriction(builtIn(base), facets);
    for (const text of good) expect([text, takes(type, text)]).toStrictEqual([text, true]);
    for (const text of bad) expect([text, takes(type, text)]).toStrictEqual([text, false]);
  });

  test("a boolean goes out as the text that its patterns let in", () => {
    const flag = restriction(xs.boolean, { patterns: ["1|0"] });
    const written = (type: SimpleNode, value: unknown) =>
      />([^<]*)<\/Thing>/.exec(encode(element("Thing", type), value))?.[1];
    expect([written(flag, true), written(flag, false)]).toEqual(["1", "0"]);
    expect(written(restriction(flag, { whiteSpace: "collapse" }), true)).toBe("1");
    expect(written(listOf(flag), [true, false])).toBe("1 0");
    expect(written(restriction(xs.boolean, { patterns: ["true|0"] }), false)).toBe("0");
    expect(written(restriction(xs.boolean, { patterns: [".*"] }), true)).toBe("true");
    expect(writes(restriction(xs.boolean, { patterns: ["true"] }), false)).toBe(false);
    expect(written(restriction(flag, { patterns: ["0"] }), false)).toBe("0");
    expect(writes(restriction(flag, { patterns: ["0"] }), true)).toBe(false);
    expect(writes(restriction(flag, { patterns: ["true"] }), true)).toBe(false);
    expect(written(restriction(listOf(xs.boolean), { patterns: ["[01]( [01])*"] }), [true, false])).toBe("1 0");
  });

  test("a number goes out in its canonical form where its patterns let in no other", () => {
    const written = (type: SimpleNode, value: unknown) =>
      />([^<]*)<\/Thing>/.exec(encode(element("Thing", type), value))?.[1];
    const scientific = restriction(xs.double, { patterns: ["-?\\d\\.\\d+E-?\\d+", "INF"] });
    for (const [value, text] of [
      [0.01, "1.0E-2"],
      [-12.5, "-1.25E1"],
      [0, "0.0E0"],
      [-0, "-0.0E0"],
      [1e21, "1.0E21"],
      [Number.POSITIVE_INFINITY, "INF"],
    ] as const) {
      expect(written(scientific, value)).toBe(text);
      expect(takes(scientific, text)).toBe(true);
    }
    expect(writes(scientific, Number.NaN)).toBe(false);
    expect(written(restriction(xs.float, { patterns: ["[0-9.E-]+"] }), 0.01)).toBe("0.01");
    expect(written(listOf(scientific), [1, 0.5])).toBe("1.0E0 5.0E-1");
  });

  describe("a pattern that fixes the prefix of a name", () => {
    const fixed = restriction(xs.QName, { patterns: ["w-s:[A-Z]\\w*", "(s:a|t:b)"] });
    const a = { namespace: "urn:p", local: "A" };

    test.each([
      ["one", fixed, a, '<Thing xmlns="urn:example" xmlns:w-s="urn:p">w-s:A</Thing>'],
      ["in a list", listOf(fixed), [a, a], '<Thing xmlns="urn:example" xmlns:w-s="urn:p">w-s:A w-s:A</Thing>'],
      ["in a union", unionOf(xs.int, fixed), a, '<Thing xmlns="urn:example" xmlns:w-s="urn:p">w-s:A</Thing>'],
      ["and a step that restricts it", restriction(fixed, { patterns: [".*A"] }), a, ">w-s:A<"],
      ["of several", fixed, { namespace: "urn:p", local: "b" }, ">t:b<"],
    ])("is written with it: %s", (_what, type, value, xml) => {
      expect(encode(element("Thing", type), value)).toContain(xml);
    });

    test("is refused when two namespaces want it on one element", () => {
      const names = [a, { namespace: "urn:q", local: "A" }];
      expect(() => encode(element("Thing", listOf(fixed)), names)).toThrow(/by the pattern w-s:/);
    });

    test("does not take it from an element around it", () => {
      const inner = element("In", complex(element("B", fixed)));
      const node = element("Thing", complex(element("A", fixed), inner, element("C", fixed)));
      const b = { namespace: "urn:q", local: "A" };
      expect(encode(node, { A: a, In: { B: b }, C: a })).toMatch(
        /<A xmlns:w-s="urn:p">w-s:A<\/A><In><B xmlns:w-s="urn:q">w-s:A<\/B><\/In><C xmlns:w-s="urn:p">w-s:A<\/C>/,
      );
    });

    test("leaves names alone that no prefix helps", () => {
      expect(() => encode(element("Thing", fixed), { namespace: "urn:p", local: "lower" })).toThrow(/by the pattern/);
    });
  });

  test("facets are checked on what goes out, at every level", () => {
    expect(writes(restriction(xs.string, { maxLength: 2 }), "abc")).toBe(false);
    expect(writes(restriction(xs.string, { maxLength: 2 }), "ab")).toBe(true);
    expect(writes(restriction(xs.int, { maxInclusive: "5" }), 6)).toBe(false);
    expect(writes(restriction(xs.int, { maxInclusive: "5" }), 5)).toBe(true);
    expect(writes(restriction(xs.decimal, { fractionDigits: 2 }), 1.234)).toBe(false);
    expect(writes(restriction(xs.dateTime, { minInclusive: "2026-01-01T00:00:00Z" }), new Date(0))).toBe(false);
    expect(writes(restriction(xs.string, { enumeration: ["A"] }), "B")).toBe(false);
    expect(writes(restriction(xs.string, { enumeration: ["A"] }), "A")).toBe(true);
    expect(
      writes(restriction(xs.QName, { enumeration: ["x:a"], prefixes: { x: "urn:p" } }), {
        namespace: "urn:p",
        local: "a",
      }),
    ).toBe(true);
    expect(
      writes(restriction(xs.QName, { enumeration: ["x:a"], prefixes: { x: "urn:p" } }), {
        namespace: "urn:q",
        local: "a",
      }),
    ).toBe(false);
    expect(writes(restriction(xs.string, { whiteSpace: "collapse" }), " a")).toBe(false);
    expect(writes(restriction(listOf(xs.int), { maxLength: 2 }), [1, 2, 3])).toBe(false);
    expect(writes(listOf(restriction(xs.int, { maxInclusive: "5" })), [1, 6])).toBe(false);
  });

  test("every step of a derivation counts", () => {
    const type = restriction(restriction(xs.string, { patterns: ["[a-z]+"], maxLength: 3 }), {
      patterns: [".*a.*"],
      minLength: 2,
    });
    expect(["ba", "bab"].every((text) => takes(type, text))).toBe(true);
    expect(["a", "bb", "baba", "BA"].some((text) => takes(type, text))).toBe(false);
  });

  test("a closed enumeration is closed in every answer", () => {
    const type = restriction(restriction(xs.string, { enumeration: ["A", "B"], closed: true }), {});
    const thing = element("Thing", type);
    for (const validation of ["strict", "standard", "lenient"] as const) {
      expect(decode(thing, xml("A"), { validation })).toBe("A");
      expect(() => decode(thing, xml("C"), { validation })).toThrow(ResponseError);
    }
  });

  test("the expected values are named", () => {
    expect(() => encode(element("Thing", restriction(xs.string, { enumeration: ["A", "B"] })), "C")).toThrow(
      expect.objectContaining({ expected: "xs:string as one of A, B", received: "a string" }) as Error,
    );
    const many = Array.from({ length: 20 }, (_, index) => `V${index}`);
    expect(() => encode(element("Thing", restriction(xs.string, { enumeration: many })), "C")).toThrow(
      /V11 … \(20 values\)/,
    );
    expect(() => encode(element("Thing", restriction(xs.string, { patterns: ["a", "b"] })), "C")).toThrow(
      /by the pattern a or b/,
    );
    expect(() => encode(element("Thing", restriction(xs.string, { length: 3 })), "C")).toThrow(/of length 3/);
    expect(() => encode(element("Thing", restriction(xs.string, { minLength: 3 })), "C")).toThrow(
      /of a length of at least 3/,
    );
    expect(() => encode(element("Thing", restriction(xs.string, { maxLength: 0 })), "C")).toThrow(
      /of a length of at most 0/,
    );
    expect(() => encode(element("Thing", restriction(xs.int, { minInclusive: "3" })), 1)).toThrow(/from 3/);
    expect(() => encode(element("Thing", restriction(xs.int, { minExclusive: "3" })), 1)).toThrow(/above 3/);
    expect(() => encode(element("Thing", restriction(xs.int, { maxInclusive: "3" })), 4)).toThrow(/up to 3/);
    expect(() => encode(element("Thing", restriction(xs.int, { maxExclusive: "3" })), 4)).toThrow(/below 3/);
    expect(() => encode(element("Thing", restriction(xs.int, { totalDigits: 1 })), 14)).toThrow(/of at most 1 digits/);
    expect(() => encode(element("Thing", restriction(xs.decimal, { fractionDigits: 1 })), "1.25")).toThrow(
      /at most 1 digits after the point/,
    );
  });

  describe("lists", () => {
    const thing = element("Thing", listOf(xs.int));

    test("are arrays", () => {
      expect(decode(thing, xml(" 1\n2\t 3 "))).toStrictEqual([1, 2, 3]);
      expect(decode(thing, xml("  "))).toStrictEqual([]);
      expect(encode(thing, [1, 2])).toBe('<Thing xmlns="urn:example">1 2</Thing>');
      expect(encode(thing, [])).toBe('<Thing xmlns="urn:example"></Thing>');
      expect(() => decode(thing, xml("1 x"))).toThrow(ResponseError);
    });

    test("have no items that would come back as others", () => {
      const strings = element("Thing", listOf(xs.string));
      expect(writes(listOf(xs.string), ["a b"])).toBe(false);
      expect(writes(listOf(xs.string), ["a", ""])).toBe(false);
      const holes = [1, 2, 3];
      delete holes[1];
      expect(writes(listOf(xs.int), holes)).toBe(false);
      expect(() => encode(strings, ["a", "b\n"])).toThrow(/at index 1/);
      expect(() => encode(thing, ["a"])).toThrow(/at index 0, received a string/);
      expect(writes(listOf(xs.int), 1)).toBe(false);
    });

    test("are compared item by item", () => {
      const type = restriction(listOf(xs.decimal), { enumeration: ["1 2"] });
      expect(takes(type, "1.0 2.00")).toBe(true);
      expect(takes(type, "2 1")).toBe(false);
      expect(takes(type, "1 2 3")).toBe(false);
      expect(takes(restriction(listOf(xs.string), { enumeration: ["a b"] }), "a b")).toBe(true);
      expect(takes(restriction(listOf(xs.string), { enumeration: ["a b"] }), "a c")).toBe(false);
    });
  });

  describe("unions", () => {
    const size = unionOf(xs.int, restriction(xs.string, { enumeration: ["small", "large"] }));
    const thing = element("Thing", size);

    test("read as the first member that takes the text, facets included", () => {
      expect(decode(thing, xml("12"))).toBe(12);
      expect(decode(thing, xml("small"))).toBe("small");
      const swapped = element("Thing", unionOf(restriction(xs.string, { enumeration: ["small"] }), xs.int));
      expect(decode(swapped, xml("12"))).toBe(12);
      expect(decode(swapped, xml("small"))).toBe("small");
    });

    test("accept unknown values of an open enumeration unless strict", () => {
      expect(decode(thing, xml("medium"))).toBe("medium");
      expect(() => decode(thing, xml("medium"), { validation: "strict" })).toThrow(ResponseError);
      expect(() => decode(element("Thing", unionOf(xs.int, xs.boolean)), xml("medium"))).toThrow(
        /xs:int .* or xs:boolean/,
      );
    });

    test("write what reads back as the same value", () => {
      expect(encode(thing, 12)).toContain(">12<");
      expect(encode(thing, "large")).toContain(">large<");
      expect(writes(size, "medium")).toBe(false);
      // A text is written as it is, although it is read as the number.
      expect(encode(element("Thing", unionOf(xs.int, xs.string)), "007")).toContain(">007<");
      expect(decode(element("Thing", unionOf(xs.int, xs.string)), xml("007"))).toBe(7);
      expect(writes(unionOf(xs.int, xs.string), "x")).toBe(true);
      expect(writes(unionOf(xs.int, listOf(xs.string)), ["12"])).toBe(false);
      expect(writes(unionOf(xs.int, listOf(xs.string)), ["a", "b"])).toBe(true);
      expect(writes(unionOf(builtIn("hexBinary"), xs.string), new Uint8Array([1]))).toBe(true);
      expect(writes(unionOf(xs.QName, xs.int), { namespace: "urn:p", local: "a" })).toBe(true);
    });

    test("have facets of their own", () => {
      const type = restriction(size, { enumeration: ["1", "small"] });
      expect(takes(type, "1")).toBe(true);
      expect(takes(type, "small")).toBe(true);
      expect(takes(type, "2")).toBe(false);
      expect(takes(type, "large")).toBe(false);
    });
  });

  test("a pattern that is no expression of XML Schema lets every text be", () => {
    const node = element("Thing", restriction(xs.string, { patterns: ["a)"] }));
    const xml = encode(node, "b");
    expect(xml).toBe('<Thing xmlns="urn:example">b</Thing>');
    expect(decode(node, xml, { validation: "strict" })).toBe("b");
  });
});

/** XML Schema Part 2, 2.5.1.3: unions of unions, as many levels deep as a schema writes. */
describe("nested unions", () => {
  const date = builtIn("date");

  /** A union in which each level has the next one as two members. */
  function nested(levels: number, member: (below: SimpleNode, level: number) => SimpleNode): SimpleNode {
    let union = unionOf(xs.int, date);
    for (let level = 0; level < levels; level++) union = unionOf(union, member(union, level));
    return union;
  }

  function messageOf(run: () => unknown): string {
    try {
      run();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("it did not fail");
  }

  test("30 levels of the same union are that union", () => {
    const twice = element(
      "E",
      nested(30, (below) => below),
    );
    const once = element("E", unionOf(xs.int, date));
    for (const value of [5, "2026-11-22"]) {
      expect(encode(twice, value)).toBe(encode(once, value));
      expect(decode(twice, encode(twice, value))).toEqual(value);
    }
    expect(messageOf(() => encode(twice, "no date"))).toBe(messageOf(() => encode(once, "no date")));
    const text = '<E xmlns="urn:example">no date</E>';
    expect(messageOf(() => decode(twice, text))).toBe(messageOf(() => decode(once, text)));
  });

  test("a member with facets is a member of its own, and messages stay short", () => {
    const longer = (below: SimpleNode, level: number) => restriction(below, { patterns: [`[0-9-]{${level},40}`] });
    const type = element("E", nested(30, longer));
    expect(decode(type, encode(type, 5))).toBe(5);
    const message = messageOf(() => encode(element("E", nested(12, longer)), "no date"));
    expect(message.length).toBeLessThan(500);
    expect(message).toMatch(/ or .* further types/);
  });

  test("the first member that reads a text gets it, at any level", () => {
    const type = element("E", unionOf(unionOf(xs.int, xs.string), unionOf(xs.boolean, xs.int)));
    expect(decode(type, '<E xmlns="urn:example">true</E>')).toBe("true");
    expect(decode(type, '<E xmlns="urn:example">7</E>')).toBe(7);
  });
});

describe("long texts", () => {
  test("long texts of every type are decided quickly", () => {
    const scope = { resolvePrefix: () => undefined };
    for (const unit of ["9", "A", "a-", "\u{10400}", "P1D", "A0"]) {
      const text = unit.repeat(200_000 / unit.length);
      for (const name of builtInNames) {
        for (const ending of ["", "!"]) {
          try {
            builtInType(name).parse(text + ending, scope);
          } catch (error) {
            expect(error).toBeInstanceOf(Mismatch);
          }
        }
      }
    }
  });

  test("very long texts do not run out of stack", () => {
    const scope = { resolvePrefix: () => undefined };
    const length = 12_000_000;
    expect(builtInType("base64Binary").parse("AAAA".repeat(length / 4), scope)).toHaveLength(length * 0.75);
    expect(builtInType("hexBinary").parse("A0".repeat(length / 2), scope)).toHaveLength(length / 2);
    expect(builtInType("NCName").parse("\u{10400}".repeat(length / 2), scope)).toHaveLength(length);
    expect(builtInType("language").parse(`a${"-a".repeat(1_000_000)}`, scope)).toHaveLength(2_000_001);
  });
});
