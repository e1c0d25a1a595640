/**
 * Texts of patterns and of simple types. `texts/patterned-texts` is tested by itself, because no entry point shows it.
 */
import { builtInOf, compilePattern, textOfPatterns } from "soapwright-runtime/xsd";
import { Random } from "soapwright-verify";
import { type Patterned, patternedText } from "../src/texts/patterned-texts";

describe("random", () => {
  const drawn = (random: Random) => Array.from({ length: 20 }, () => random.next());

  test("equal seeds draw the same, parts and all; others do not", () => {
    expect(drawn(new Random("a", 1))).toEqual(drawn(new Random("a", 1)));
    for (const other of [new Random("a", 2), new Random("a1"), new Random("1", "a"), new Random()]) {
      expect(drawn(other)).not.toEqual(drawn(new Random("a", 1)));
    }
  });

  test("what is drawn stays within its bounds and reaches both", () => {
    const random = new Random("bounds");
    const many = Array.from({ length: 500 }, () => random.integer(-1, 2));
    expect([...new Set(many)].sort()).toEqual([-1, 0, 1, 2]);
    for (const value of drawn(random)) expect(value >= 0 && value < 1).toBe(true);
    const [least, most] = [-(10n ** 30n), 10n ** 30n];
    for (let count = 0; count < 100; count++) {
      const value = random.bigInteger(least, most);
      expect(value >= least && value <= most).toBe(true);
    }
    expect(random.bigInteger(5n, 5n)).toBe(5n);
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });

  test("a pick is one of the items, a shuffle all of them", () => {
    const random = new Random("items");
    expect([..."abc"]).toContain(random.pick([..."abc"]));
    expect(random.shuffled([..."abcdef"]).sort()).toEqual([..."abcdef"]);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});

describe("patterned texts", () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed);

  function textsOf(patterned: Patterned): string[] {
    return seeds.map(
      (seed) => patternedText(patterned, new Random(seed), (["any", "least", "most"] as const)[seed % 3]!)!,
    );
  }

  test.each([
    ["dateTime", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(.[0-9]{1,7})?Z"],
    ["dateTime", "\\d{4}-\\d\\d-\\d\\dT.*[+-]\\d\\d:\\d\\d"],
    ["dateTime", "000[1-9]-.*"],
    ["date", "\\d+-\\d+-\\d+"],
    ["time", ".{8}"],
    ["gYear", "[0-9]{4}"],
    ["duration", "P.*T.*S"],
    ["int", "[0-9]{4}"],
    ["int", "0.{3}"],
    ["decimal", "[\\-+]?\\d{1,3}[.,]\\d{2}"],
    ["double", ".*E.*"],
    ["boolean", "[^t].*"],
    ["hexBinary", "[0-9a-fA-F]{8}"],
    ["base64Binary", ".{8}=?"],
    ["language", "[a-z]{2}-.*"],
    ["NCName", "[A-Z]{3}.[0-9]*"],
    ["NMTOKEN", ".{5}"],
    ["token", " ?x.*y ?"],
  ] as const)("%s under %s", (builtIn, pattern) => {
    for (const text of textsOf({ steps: [[pattern]], builtIn })) {
      expect(compilePattern(pattern).test(text)).toBe(true);
      expect(builtInOf(builtIn).hasForm(text) ? "of the type" : text).toBe("of the type");
    }
  });

  test.each(["cetp://.+", "cetp://.*:.*", "[^ ]+", "urn:oid:[0-9.]+", ".*\\?wsdl", "(http|https)://.{5,20}", "#.+"])(
    "anyURI under %s is a reference that RFC 3986 allows",
    (pattern) => {
      for (const text of textsOf({ steps: [[pattern]], builtIn: "anyURI" })) {
        expect(compilePattern(pattern).test(text)).toBe(true);
        expect(text).toMatch(
          /^(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-F]{2})*(?:#(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-F]{2})*)?$/,
        );
      }
    },
  );

  test("the patterns of all steps hold at once, and so does the length", () => {
    const steps = [["[A-Z].*"], [".*[0-9]", ".*!"]];
    for (const text of textsOf({ steps, builtIn: "string", length: { min: 20, max: 21 } })) {
      expect(text).toMatch(/^[A-Z].{18,19}[0-9!]$/su);
    }
  });

  test("characters that a class takes away are not in the text", () => {
    for (const text of textsOf({ steps: [["[a-z-[aeiou]]{3}"]], builtIn: "string" }))
      expect(text).toMatch(/^[b-df-hj-np-tv-z]{3}$/);
  });

  test("patterns that nothing meets, or that take too long a text, end soon, without one", () => {
    const any = { min: 0, max: Number.POSITIVE_INFINITY };
    for (const patterns of [[["a*b"], ["a*c"]], [["(a{1000}){1000}"]], [["(a|b){0,4000}c"], [".*d"]]]) {
      for (const seed of seeds) expect(textOfPatterns(patterns, new Random(seed), any, "any")).toBeUndefined();
    }
    expect(patternedText({ steps: [["(a{1000}){1000}"]], builtIn: "string" }, new Random(1), "any")).toBeUndefined();
  });

  test("one seed, one text", () => {
    const patterned = { steps: [["[a-z]+@[a-z]+\\.(nl|com)"]], builtIn: "string" };
    expect(textsOf(patterned)).toEqual(textsOf(patterned));
    expect(new Set(textsOf(patterned)).size).toBeGreaterThan(20);
  });
});
