/** Tests parts by themselves, `xsd/built-ins`, `xsd/pattern` and 4 more: no entry point shows them whole. */
import { join } from "node:path";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { runChild } from "soapwright-testing/stage/child";
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear, FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { base64Digits, normalize } from "../../src/xsd/built-ins";
import { compilePattern } from "../../src/xsd/pattern";
import { PatternAutomaton } from "../../src/xsd/pattern-automaton";
import { boundPattern } from "../../src/xsd/pattern-simplify";
import { parsePattern } from "../../src/xsd/pattern-syntax";
import { unicodeBlock, unicodeBlocks } from "../../src/xsd/unicode-blocks";
import type { PatternReport, PatternTask } from "./pattern-process";

describe("pattern", () => {
  const rows: readonly (readonly [pattern: string, good: readonly string[], bad: readonly string[]])[] = [
    ["a", ["a"], ["", "ab", "ba", "a\n"]],
    ["", [""], ["a"]],
    ["a|b", ["a", "b"], ["ab", ""]],
    ["(a|b)c", ["ac", "bc"], ["a", "c", "abc"]],
    ["(ab)*", ["", "abab"], ["aba"]],
    ["a?b+c*", ["b", "abbcc"], ["a", "aab"]],
    ["a{2}", ["aa"], ["a", "aaa"]],
    ["a{2,}", ["aa", "aaa"], ["a"]],
    ["a{1,2}", ["a", "aa"], ["", "aaa"]],
    ["a{0}", [""], ["a"]],
    ["^a$", ["^a$"], ["a"]],
    ["a/b", ["a/b"], ["ab"]],
    ["a.c", ["abc", "a\u{1F600}c", "a\u2028c", "a\tc"], ["a\nc", "a\rc", "ac"]],
    ["\\.", ["."], ["a"]],
    ["\\\\\\|\\?\\*\\+\\(\\)\\{\\}\\-\\[\\]\\^", ["\\|?*+(){}-[]^"], [""]],
    ["\\n\\r\\t", ["\n\r\t"], ["nrt"]],
    ["\\d+", ["12", "٣"], ["a", ""]],
    ["\\D", ["a"], ["1", "٣"]],
    ["\\s", [" ", "\t", "\n", "\r"], ["\u00a0", "\f", "a"]],
    ["\\S", ["a", "\u00a0"], [" "]],
    ["\\w+", ["aé1", "$", "\u{1D7CE}"], ["a b", "-", "_", "."]],
    ["\\W", ["-", " ", "_"], ["a", "$"]],
    ["\\i\\c*", ["a", "_b-1.", ":x", "é"], ["1", "-a", "a b"]],
    ["\\I\\C", ["1 ", "-("], ["a ", "1a"]],
    ["[\\i-[:]][\\c-[:]]*", ["abc", "_a-1"], ["a:b", ":a", "1"]],
    ["\\p{Lu}\\p{Ll}", ["Ab", "Éé"], ["ab", "AB"]],
    ["\\P{L}", ["1"], ["a"]],
    ["\\p{IsBasicLatin}+", ["abc"], ["é"]],
    ["\\P{IsGreek}", ["a"], ["α"]],
    ["[\\p{IsGreek}]", ["α"], ["a"]],
    ["\\p{IsLatin-1Supplement}", ["é"], ["e"]],
    ["\\p{IsPrivateUse}", ["\ue000", "\u{F0000}"], ["a"]],
    ["\\p{IsSpecials}", ["\ufeff", "\ufffd"], ["a"]],
    ["\\p{IsDeseret}", ["\u{10400}"], ["a"]],
    ["[abc]", ["a", "c"], ["d", "ab"]],
    ["[a-c]", ["b"], ["d", "-"]],
    ["[^a-c]", ["d", "\u{1F600}", "\n"], ["a", "", "dd"]],
    ["[a-c-]", ["-", "a"], ["d"]],
    ["[-a]", ["-", "a"], ["b"]],
    ["[a\\-z]", ["a", "-", "z"], ["b"]],
    ["[+--]", ["+", ",", "-"], ["."]],
    ["[\\^a]", ["^", "a"], ["b"]],
    ["[a^]", ["^", "a"], ["b"]],
    ["[.]", ["."], ["a"]],
    ["[$*+?(){}|/]", ["$", "*", "+", "?", "(", ")", "{", "}", "|", "/"], ["a"]],
    ["[\\[\\]]", ["[", "]"], ["\\"]],
    ["[\\d.]+", ["1.2"], ["a"]],
    ["[\\D]", ["a"], ["1"]],
    ["[^\\d]", ["a"], ["1"]],
    ["[^\\D]", ["1"], ["a"]],
    ["[\\w\\-]+", ["a-b"], ["a b"]],
    ["[^\\s,]+", ["ab"], ["a,", "a b"]],
    ["[\\S\\n]", ["a", "\n"], [" "]],
    ["[a-z-[aeiou]]+", ["bcd"], ["abc", "e"]],
    ["[a-z-[m-p-[n]]]", ["a", "n"], ["m", "o"]],
    ["[^a-z-[0-9]]", ["A", "-"], ["a", "5"]],
    ["[\\p{L}-[A-Z]]", ["a", "é"], ["A", "1"]],
    ["[\u{10400}-\u{10410}]", ["\u{10401}"], ["a"]],
    ["[\\t-\\r]", ["\t", "\n", "\r"], [" "]],
    ["[0-9]{3}-[0-9]{2}", ["123-45"], ["12345"]],
    ["a\\{x", ["a{x"], ["a"]],
    ["\\/\\@\\_", ["/@_"], [""]],
    ["(([a-z])+.)+", ["ab.cd."], [""]],
  ];

  describe.each(rows)("%s", (pattern, good, bad) => {
    test.each([
      ["in short", compilePattern(pattern)],
      ["by the automaton", new PatternAutomaton(parsePattern(pattern))],
    ])("%s", (_by, each) => {
      expect(good.filter((text) => !each.test(text))).toStrictEqual([]);
      expect(bad.filter((text) => each.test(text))).toStrictEqual([]);
    });
  });

  test.each([
    ["[a", "a [ without ] at character 3"],
    ["[", "a [ without ] at character 2"],
    ["\\", "a lone \\ at character 2"],
    ["[a\\", "a lone \\ at character 4"],
    ["\\p{Lu", "a \\p without {} at character 3"],
    ["\\pL", "a \\p without {} at character 3"],
    ["\\pL}", "a \\p without {} at character 3"],
    ["\\p{IsNowhere}", "an unknown block IsNowhere at character 14"],
    ["\\p{Nope}", "characters that are no class at character 9"],
    ["\\y", "an unknown escape \\y at character 3"],
    ["(a)\\1", "an unknown escape \\1"],
    ["(a", "a ( without ) at character 3"],
    ["a)", "an unmatched ) at character 2"],
    ["*", "a * that repeats nothing at character 1"],
    ["a**", "a * that repeats nothing at character 3"],
    ["a{2}{3}", "a { that repeats nothing at character 5"],
    ["a]", "a ] that repeats nothing at character 2"],
    ["a}", "a } that repeats nothing at character 2"],
    ["a{3,2}", "a count from 3 to 2 at character 7"],
    ["a{x}", "a { without a count at character 3"],
    ["a{x", "a { without a count at character 3"],
    ["a{1", "a { without a count at character 3"],
    ["[z-a]", "characters that are no class"],
    ["[a-z-[b]c]", "something after a subtraction"],
    [`${"(".repeat(100_000)}${")".repeat(100_000)}`, "it is nested too deep at character 202"],
    [`${"[a-".repeat(100_000)}`, "it is nested too deep"],
  ])("%.40s is no pattern: %s", (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(SyntaxError);
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  test("groups may stand 200 deep inside one another", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`;
    expect(compilePattern(nested(200)).test("a")).toBe(true);
    expect(() => compilePattern(nested(201))).toThrow("it is nested too deep");
    expect(compilePattern("(a)".repeat(300)).test("a".repeat(300))).toBe(true);
  });

  const long = 100_000;
  /** Patterns for which backtracking engines need years, with a text that does not match and one that does. */
  const SLOW: readonly (readonly [pattern: string, bad: string, good: string])[] = [
    ["(a+)+b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["([a-z]+)*1", "a".repeat(long), `${"a".repeat(long)}1`],
    ["(a|a)*b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["(a|aa)+b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["(a|a?)+b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["(.*a){25}b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["(a*)*b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["((a*)*)*b", "a".repeat(long), "b"],
    ["a*a*a*a*a*a*b", "a".repeat(long), `${"a".repeat(long)}b`],
    [".*.*=.*", "x".repeat(long), `${"x".repeat(long)}=`],
    [".*a{500}b", "a".repeat(long), `${"a".repeat(long)}b`],
    ["(a?){300}a{300}", "a".repeat(299), "a".repeat(450)],
    ["([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z]+", "a".repeat(long), `${"a".repeat(long)}@b`],
    ["(([0-9A-F]{2})+:?)*Z", "0A".repeat(long), `${"0A:".repeat(long)}Z`],
    ["([a-z]|[^0-9])*\\.", "\u{1F600}".repeat(long), `${"\u{1F600}".repeat(long)}.`],
    ["(a|b){0,20000}c", "ab".repeat(10_000), `${"ab".repeat(10_000)}c`],
  ];

  test.each(SLOW)("%s takes time that grows with the text alone", async (pattern, bad, good) => {
    const each = compilePattern(pattern);
    const took = await processorMs(() => expect([each.test(good), each.test(bad)]).toEqual([true, false]));
    expect(took).toBeLessThan(FOR_EVER_MS);
  });

  test.each([
    "((a{1000}){1000}){1000}",
    "(((a|b){0,999}){0,999}){0,999}c",
    "(((a{1,999}b?){0,999}c?){0,999}d?){0,999}e",
  ])("%s is refused, not waited for", async (pattern) => {
    const took = await processorMs(() => expect(compilePattern(pattern).test("a".repeat(long))).toBe(false));
    expect(took).toBeLessThan(FOR_EVER_MS);
  });

  /** Patterns with a text that matches, and one that does not: 50,000 characters, or rounds that could take as many. */
  const COUNTED: readonly (readonly [pattern: string, good: string, bad: string])[] = [
    ["(a?){3000}", "a".repeat(3000), "a".repeat(3001)],
    ["(a?b?){3000}", "ab".repeat(3000), "ba".repeat(3000)],
    ["(a|ab?){3000}", "ab".repeat(3000), "ab".repeat(3001)],
    ["((a?){30}b){100}", `${"a".repeat(30)}b`.repeat(100), `${"a".repeat(31)}b`.repeat(100)],
    ["((ab){0,100}c){0,500}", `${"ab".repeat(100)}c`.repeat(200), `${"ab".repeat(101)}c`.repeat(200)],
    ["(aa|aaa){900,1000}", "a".repeat(2999), "a".repeat(3001)],
    ["(ab|a){3000,}c", `${"ab".repeat(20_000)}c`, `${"ab".repeat(2999)}c`],
    ["(a|aa){0,50000}", "a".repeat(50_000), `${"a".repeat(50_000)}b`],
    ["a".repeat(50_000), "a".repeat(50_000), "a".repeat(49_999)],
    ["abcde".repeat(10_000), "abcde".repeat(10_000), `${"abcde".repeat(9_999)}abcdf`],
    ["\\d".repeat(50_000), "1".repeat(50_000), `${"1".repeat(49_999)}a`],
    ["[a-z]\\d".repeat(25_000), "a1".repeat(25_000), "a1".repeat(24_999)],
    ["a?".repeat(50_000), "a".repeat(50_000), "a".repeat(50_001)],
    ["a?b?".repeat(25_000), "ab".repeat(25_000), "ab".repeat(25_001)],
    ["a*b?[cd]{0,2}".repeat(10_000), "aabcd".repeat(10_000), `${"dcb".repeat(10_000)}e`],
    ["(ab?|c)".repeat(16_000), "abc".repeat(8_000), "abc".repeat(8_001)],
    ["(((a{1,999}b?){0,999}c?){0,999}d?){0,999}", "aabacaad", "aabb"],
  ];

  describe.each(COUNTED)("a long pattern, %#", (pattern, good, bad) => {
    test.each([
      ["as a facet", compilePattern(pattern)],
      ["by the automaton, bounded by the text", new PatternAutomaton(boundPattern(parsePattern(pattern), 100_000))],
    ])("accepts and refuses rightly, and is never waited for, %s", async (_by, each) => {
      const isTooLarge = each instanceof PatternAutomaton && each.isTooLarge;
      const took = await processorMs(() => expect([each.test(good), each.test(bad)]).toEqual([!isTooLarge, false]));
      expect(took).toBeLessThan(FOR_EVER_MS);
    });

    slowTest("takes at most half a second at first, and 5 ms later", async () => {
      const task: PatternTask = { pattern, text: good };
      const { report, end } = await runChild<PatternReport>(join(__dirname, "pattern-process.ts"), task);
      expect(end).toBe(0);
      expect(report!.isMatch).toBe(true);
      expect(report!.firstMs).toBeLessThan(500);
      expect(report!.laterMs).toBeLessThan(5);
    });
  });

  slowTest("a text of very many different characters does not fill the memory", () => {
    const automaton = new PatternAutomaton(parsePattern("([^x]+)*y"));
    const characters = Array.from({ length: 900_000 }, (_, index) => String.fromCodePoint(0x10000 + index)).join("");
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    expect(automaton.test(characters)).toBe(false);
    collectGarbage();
    const keptMiB = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    expect(keptMiB).toBeLessThan(32);
  });

  test("both ways agree on random patterns and texts", () => {
    let state = 11;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return (state >> 8) % below;
    };
    const pieces = ["a", "b", "[ab]", ".", "(a|b)", "(ab)?", "a*", "b+", "(a|ab)*", "[^a]", "a{1,3}", "(b{2}|a)+", "|"];
    pieces.push("(ab|a){2,9}", "(aa|b){3,}", "(a|ba?){0,7}", "(a?b?){2,4}", "((a|bb){1,2}b?){2,5}", "(aa|aab){3,8}");
    pieces.push("a?b*c?", "(a{0,3}|b){4}", "((ab?){2,3}){2,}", "(|a|bc){6}");
    const different: string[][] = [];
    for (let round = 0; round < 2_000; round++) {
      const pattern = Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)]).join("");
      const automaton = new PatternAutomaton(parsePattern(pattern));
      const facet = compilePattern(pattern);
      const expression = new RegExp(`^(?:${pattern})$`, "u");
      for (let tries = 0; tries < 12; tries++) {
        const text = Array.from({ length: random(20) }, () => "aababc"[random(6)]).join("");
        const matches = expression.test(text);
        if (automaton.test(text) !== matches || facet.test(text) !== matches) different.push([pattern, text]);
      }
    }
    expect(different).toEqual([]);
  });

  test.each([
    ["a{0,5000}", 5000, "engine"],
    ["(a*)*", 100, "engine"],
    ["(a*b*)*", 0, "engine"],
    ["(a*b*)*", 4, "automaton"],
    ["x*y*z*", 6, "engine"],
    ["x*y*z*", 7, "automaton"],
    ["(a|b|cd){0,4}", 100, "engine"],
    ["(a|b|cd){0,8}", 5, "engine"],
    ["(a|b|cd){0,8}", 8, "automaton"],
    ["(a|b){3,5}", 100, "engine"],
    ["(a|b){8,10}", 1, "engine"],
    ["(ab|c){8,10}", 7, "length alone"],
    ["(ab|c){8,10}", 8, "automaton"],
    ["([a-z]{3}){1,9}-[0-9]{2}", 100, "engine"],
  ])("%s on %d characters is looked at by the %s", (pattern, length, by) => {
    const { prototype } = PatternAutomaton;
    const { test: whole } = prototype;
    let asked = 0;
    prototype.test = function (text) {
      asked++;
      return whole.call(this, text);
    };
    try {
      compilePattern(pattern).test("a".repeat(length));
    } finally {
      prototype.test = whole;
    }
    expect(asked).toBe(by === "automaton" ? 1 : 0);
  });
});

describe("unicode blocks", () => {
  /** Every block begins at a multiple of sixteen. */
  const starts = Array.from({ length: 0x11000 }, (_, index) => index * 16)
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join("");

  slowTest("every block has characters, and none has those of another", () => {
    const owner = new Map<string, string>();
    for (const name of Object.keys(unicodeBlocks)) {
      const members = starts.match(new RegExp(`[${unicodeBlock(name)}]`, "gu")) ?? [];
      expect([name, members.length]).not.toEqual([name, 0]);
      for (const member of members) {
        expect([name, owner.get(member)]).toEqual([name, undefined]);
        owner.set(member, name);
      }
    }
  });

  test.each([
    ["Greek", "αΩ"],
    ["Cyrillic", "Яж"],
    ["Hebrew", "א"],
    ["Arabic", "ع"],
    ["Devanagari", "अ"],
    ["Thai", "ก"],
    ["GeneralPunctuation", "—…"],
    ["CurrencySymbols", "€₿"],
    ["Arrows", "→"],
    ["MathematicalOperators", "∑≠"],
    ["BoxDrawing", "│"],
    ["Dingbats", "✓"],
    ["BraillePatterns", "⠿"],
    ["Hiragana", "あ"],
    ["Katakana", "ア"],
    ["CJKUnifiedIdeographs", "漢"],
    ["HangulSyllables", "한"],
    ["AlphabeticPresentationForms", "ﬁ"],
    ["Gothic", "𐍈"],
    ["CJKUnifiedIdeographsExtensionB", "𠀀"],
  ])("%s has %s", (name, characters) => {
    expect(characters).toMatch(new RegExp(`^[${unicodeBlock(name)}]+$`, "u"));
  });
});

describe("white space", () => {
  /** The definition, without optimization. */
  const collapsed = (text: string) => text.replace(/[ \t\n\r]+/g, " ").replace(/^ | $/g, "");
  const replaced = (text: string) => text.replace(/[\t\n\r]/g, " ");

  const PIECES = ["a", " ", "\t", "\n\r", "é", "\u{1F600}", "\u00a0", "b  c", "\u2028"];

  test.each([10, 4000, 5000, 20_000])("texts of about %d characters, by the definition", (length) => {
    let state = length;
    for (let round = 0; round < 60; round++) {
      let text = "";
      while (text.length < length) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        text += PIECES[(state >> 8) % PIECES.length];
      }
      expect(normalize(text, "collapse")).toBe(collapsed(text));
      expect(normalize(text, "replace")).toBe(replaced(text));
      expect(normalize(text, "preserve")).toBe(text);
      expect(base64Digits(collapsed(text))).toBe(collapsed(text).replaceAll(" ", ""));
    }
  });

  test.each(["", "a", " ".repeat(5000), `${"\t".repeat(5000)}a`, `a${"\n".repeat(5000)}`])(
    "the ends of a text, case %#",
    (text) => {
      expect(normalize(text, "collapse")).toBe(collapsed(text));
      expect(normalize(text, "replace")).toBe(replaced(text));
    },
  );

  test("millions of characters of white space and letters cost time that grows with them", () =>
    expectLinear((count) => {
      expect(normalize("a\t\n".repeat(count), "collapse")).toHaveLength(count * 2 - 1);
    }, 1_000_000));

  slowTest("millions of blanks between the digits of base64 take no second", async () => {
    const digits = "QUJD".repeat(1_000_000);
    const spaced = [...digits].join(" ");
    let leastMs = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const ms = await processorMs(() => expect(base64Digits(spaced) === digits).toBe(true));
      leastMs = Math.min(leastMs, ms);
    }
    expect(leastMs).toBeLessThan(500);
  });
});
