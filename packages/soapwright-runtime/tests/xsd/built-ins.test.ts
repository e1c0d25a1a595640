/**
 * Tests parts by themselves, `schema/simple/mismatch`, `schema/tables/nodes` and 5 more: no entry point shows them
 * whole.
 */
import { Mismatch } from "../../src/schema/simple/mismatch";
import type { BuiltInName } from "../../src/schema/tables/nodes";
import { builtInOf, builtIns } from "../../src/xsd/built-in-table";
import { normalize } from "../../src/xsd/built-ins";
import { decimalText, scaled } from "../../src/xsd/decimals";
import { compareDurations, isDuration } from "../../src/xsd/durations";
import { editDistance, maxEditDistance, nearName, nearNames } from "../../src/xsd/near-name";
import { builtInType } from "../schema/tables";

describe("built ins", () => {
  const TEXTS: readonly string[] = [
    ...[
      "",
      " ",
      "a",
      "a b",
      "a:b",
      "a:b:c",
      ":a",
      "1a",
      "-a",
      "é",
      "\u{10400}",
      "a-b.c_1",
      "en",
      "nl-NL",
      "toolongpart1-x",
    ],
    ...["0", "1", "-1", "+1", "00", "127", "128", "1.50", ".5", "5.", ".", "1e5", "1E-5", "INF", "-INF", "+INF", "NaN"],
    ...["true", "false", "TRUE", "2026-11-21", "2026-02-29", "2024-02-29Z", "2026-13-01", "0000-01-01", "12026-01-01"],
    ...["2026-11-21T08:30:00", "2026-11-21T24:00:00Z", "2026-11-21T24:00:01Z", "08:30:00.5+14:00", "08:30:00+14:01"],
    ...[
      "08:30",
      "2026",
      "2026-11",
      "--11",
      "--11--",
      "--11-31",
      "--02-29",
      "---21",
      "---32",
      "P1D",
      "P",
      "PT",
      "-P1Y2M3DT4H5M6.7S",
    ],
    ...["AA==", "AB==", "AAA=", "AAAA", "A A A A", "AAA", "00FF", "00ff", "0", "0g", "http://a/%zz", "a\tb"],
  ];
  const scope = { resolvePrefix: () => "u" };

  /** Whether the decoders' type reads `text`. */
  function reads(name: BuiltInName, text: string): boolean {
    try {
      builtInType(name).parse(text, scope);
      return true;
    } catch (error) {
      if (error instanceof Mismatch) return false;
      throw error;
    }
  }

  test.each([...builtIns.keys()] as BuiltInName[])(
    "%s: the form is what its values are read from, bounds aside",
    (name) => {
      const { hasForm, whiteSpace, min, max } = builtInOf(name);
      for (const text of TEXTS) {
        const value = normalize(text, whiteSpace);
        const isWithin =
          (min === undefined || Number(value) >= Number(min)) && (max === undefined || Number(value) <= Number(max));
        const isRead = reads(name, value);
        expect([name, text, isRead]).toEqual([name, text, hasForm(value) && isWithin]);
      }
    },
  );

  test("lists have at least one item", () => {
    for (const name of ["NMTOKENS", "IDREFS", "ENTITIES"]) expect(builtInOf(name).hasForm("")).toBe(false);
    expect(builtInOf("NMTOKENS").hasForm("1 a-b :")).toBe(true);
    expect(builtInOf("IDREFS").hasForm("a 1")).toBe(false);
  });

  test("a name that no built-in type has is that of a string", () => {
    expect(builtInOf("nonsense")).toBe(builtInOf("string"));
    expect(builtInOf("__proto__")).toBe(builtInOf("string"));
  });

  test("every base is a built-in type, and the lines end at a primitive", () => {
    for (const [name, { base, primitive }] of builtIns) {
      if (base !== undefined) expect([name, builtInOf(base).primitive]).toEqual([name, primitive]);
      expect([name, base === undefined || builtIns.has(base)]).toEqual([name, true]);
    }
  });
});

describe("decimals", () => {
  test.each([
    ["0", 0n, 0],
    ["12", 12n, 0],
    ["+3", 3n, 0],
    ["-3", -3n, 0],
    ["-1.50", -150n, 2],
    ["+0.10", 10n, 2],
    [".5", 5n, 1],
    ["-.25", -25n, 2],
    ["7.", 7n, 0],
    ["007.10", 710n, 2],
    ["123456789012345678901234567890.1", 1234567890123456789012345678901n, 1],
  ])("%s is %s of its last digit, with %s behind the point", (text, digits, scale) => {
    expect(scaled(text)).toEqual({ digits, scale });
  });

  test.each([
    [0n, 0, "0"],
    [0n, 2, "0.00"],
    [12n, 0, "12"],
    [-12n, 0, "-12"],
    [-150n, 2, "-1.50"],
    [5n, 1, "0.5"],
    [5n, 2, "0.05"],
    [-5n, 3, "-0.005"],
    [1000n, 3, "1.000"],
  ])("%s with %s digits behind the point is %s", (digits, scale, text) => {
    expect(decimalText(digits, scale)).toBe(text);
  });
});

describe("durations", () => {
  const signs = { "<": -1, "=": 0, ">": 1, "?": undefined } as const;

  test.each<[left: string, order: keyof typeof signs, right: string]>([
    ["P12Y", "=", "P144M"],
    ["P12Y", ">", "P143M"],
    ["P10Y10M", "<", "P131M"],
    ["P10DT10H", "=", "PT250H"],
    ["P1DT1H", "=", "PT25H"],
    ["P10D", ">", "PT239H"],
    ["PT12H34M", "=", "PT754M"],
    ["PT10H", "=", "PT36000S"],
    ["PT15M10S", "=", "PT910S"],
    ["PT1.5S", "=", "PT1.50S"],
    ["PT1.05S", "<", "PT1.5S"],
    ["PT1.05S", ">", "PT1S"],
    ["-P1D", "<", "PT0S"],
    ["-P1D", ">", "-P2D"],
    ["-P1M", "<", "P1M"],
    ["-PT1.5S", "<", "-PT1.25S"],
    // Examples of 3.2.6.2: a month has 28 to 31 days, a year 365 or 366.
    ["P1Y", ">", "P364D"],
    ["P1Y", "?", "P365D"],
    ["P1Y", "?", "P366D"],
    ["P1Y", "<", "P367D"],
    ["P1M", ">", "P27D"],
    ["P1M", "?", "P28D"],
    ["P1M", "?", "P29D"],
    ["P1M", "?", "P30D"],
    ["P1M", "?", "P31D"],
    ["P1M", "<", "P32D"],
    ["P5M", ">", "P149D"],
    ["P5M", "?", "P150D"],
    ["P5M", "?", "P153D"],
    ["P5M", "<", "P154D"],
    ["-P1M", "?", "-P30D"],
    ["-P1M", ">", "-P32D"],
    ["P1D", "?", "a day"],
    ["a day", "?", "P1D"],
  ])("%s %s %s", (left, order, right) => {
    expect(compareDurations(left, right)).toBe(signs[order]);
  });

  test("seconds count to thirty digits behind the point", () => {
    const close = (digits: string): string => `PT0.${"0".repeat(28)}${digits}S`;
    expect(compareDurations(close("01"), close("02"))).toBe(-1);
    expect(compareDurations(close("011"), close("012"))).toBe(0);
  });

  test.each([
    "P1Y",
    "P1M",
    "P1D",
    "PT1H",
    "PT1M",
    "PT1S",
    "PT1.5S",
    "-P1Y2M3DT4H5M6.7S",
    "P0D",
    "P12Y34M56DT78H90M12.34S",
  ])("%s is a duration", (text) => expect(isDuration(text)).toBe(true));

  test.each([
    "",
    "P",
    "PT",
    "P1YT",
    "1Y",
    "P1",
    "+P1Y",
    "P-1Y",
    "P1S",
    "PT1D",
    "P1M1Y",
    "PT1S1M",
    "PT.5S",
    "PT1.S",
    "P1.5D",
    " P1Y",
    "P1Y ",
    "xP1Y",
    "P1Yx",
  ])("%j is none", (text) => expect(isDuration(text)).toBe(false));

  test("a text of a thousand characters is read, and of more is not", () => {
    const long = (length: number): string => `P${"0".repeat(length - 3)}1D`;
    expect([isDuration(long(1000)), compareDurations(long(1000), "P1D")]).toEqual([true, 0]);
    expect([isDuration(long(1001)), compareDurations(long(1001), "P1D")]).toEqual([false, undefined]);
  });
});

describe("near name", () => {
  test.each([
    ["timoutMs", ["deadlineMs", "timeoutMs"], "timeoutMs"],
    ["timeout", ["timeoutMs", "deadlineMs"], "timeoutMs"],
    ["Strat", ["Id", "Street", "City"], "Street"],
    ["street", ["Street"], "Street"],
    ["Adress_GetList", ["Address_GetList", "Order_GetList"], "Address_GetList"],
    ["address-get-list", ["Address_GetList"], "Address_GetList"],
    ["getlist", ["Address_GetList", "Order_Get"], "Address_GetList"],
    ["Id", ["City", "Type"], undefined],
    ["proxy", ["connections", "keepAliveMs"], undefined],
    ["", ["a", "timeoutMs"], undefined],
  ])("%p among %j is %p", (wanted, known, near) => {
    expect(nearName(wanted, known)).toBe(near);
  });

  test("the likeliest come first, each once", () => {
    expect(nearNames("Order_Get", ["Order_GetList", "Border_Get", "Order_Get2", "Order_GetList"])).toEqual([
      "Order_Get2",
      "Order_GetList",
      "Border_Get",
    ]);
  });

  test.each([
    ["the same but for case and punctuation before all", "name", ["name2", "Name_"], ["Name_", "name2"]],
    ["what begins with it before slips", "order", ["ordet", "orders"], ["orders", "ordet"]],
    [
      "fewer slips before more",
      "abcdefghi",
      ["abcxxxghi", "abcxefghi", "abcxxfghi"],
      ["abcxefghi", "abcxxfghi", "abcxxxghi"],
    ],
    ["slips before what is only in it", "address", ["getaddresslist", "addresx"], ["addresx", "getaddresslist"]],
    [
      "the closest length first among equals",
      "get",
      ["getlongest", "getlong", "getl"],
      ["getl", "getlong", "getlongest"],
    ],
    ["a word of two letters begins none and is in none", "id", ["identity", "valid", "paid"], []],
    ["a word of three does", "val", ["valid", "interval"], ["valid", "interval"]],
    ["a known name of two letters is in none", "identity", ["id"], []],
    ["a known name of three is", "identifier", ["den"], ["den"]],
    ["digits count", "v21", ["v22", "x99"], ["v22"]],
    ["letters of other scripts count", "straße", ["Straße", "strabe"], ["Straße", "strabe"]],
  ])("%s", (_, wanted, known, near) => {
    expect(nearNames(wanted, known)).toEqual(near);
  });

  test.each([
    ["", "", 1, 0],
    ["", "a", 1, 1],
    ["abc", "abc", 0, 0],
    ["abc", "abd", 0, 1],
    ["abc", "abcd", 1, 1],
    ["abcd", "abc", 1, 1],
    ["xabc", "abc", 1, 1],
    ["abc", "xabc", 1, 1],
    ["axbc", "abc", 1, 1],
    ["abcdef", "badcef", 3, 3],
    ["kitten", "sitting", 3, 3],
    ["kitten", "sitting", 2, 3],
    ["sitting", "kitten", 3, 3],
    ["saturday", "sunday", 3, 3],
    ["abcdefgh", "cdefghij", 4, 4],
    ["abcdefgh", "cdefghij", 3, 4],
    ["abcdefgh", "cdefgh", 2, 2],
    ["abcdef", "uvwxyz", 3, 4],
    ["ab", "ba", 3, 2],
    ["abc", "abcdefg", 3, 4],
  ])("from %j to %j are, up to %d, %d slips", (one, other, limit, slips) => {
    expect(editDistance(one, other, limit)).toBe(slips);
  });

  test("one letter in three may be wrong, three at most", () => {
    const lengths = [0, 1, 3, 4, 6, 7, 9, 10, 30];
    expect(lengths.map((length) => maxEditDistance("x".repeat(length)))).toEqual([0, 1, 1, 2, 2, 3, 3, 3, 3]);
  });
});
