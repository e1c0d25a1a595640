import { compilePattern, enumerationRule, patternRule } from "soapwright-runtime/xsd";

/** The rules of facets that codecs, schemas and made instances share. */
describe("patterns of a step", () => {
  test("are alternatives, whichever matched last", () => {
    const isMatched = patternRule(["a+", "b+", "c"], compilePattern);
    for (const text of ["b", "bb", "a", "c", "aaa", "b"]) expect([text, isMatched(text)]).toEqual([text, true]);
    for (const text of ["", "ab", "cc", "d"]) expect([text, isMatched(text)]).toEqual([text, false]);
  });

  test("accept every text where there is none, or an invalid one", () => {
    expect(patternRule([], compilePattern)("x")).toBe(true);
    expect(patternRule(["a", "(b"], compilePattern)("x")).toBe(true);
  });
});

describe("an enumeration", () => {
  test("is met by one of its values, and by what is the same", () => {
    const isListed = enumerationRule([1, 2.5], (listed, value) => Math.abs(listed) === Math.abs(value));
    expect([1, -1, 2.5, -2.5, 3].map(isListed)).toEqual([true, true, true, true, false]);
  });

  test("goes by identity where nothing says what is the same", () => {
    const isListed = enumerationRule(["a", "b"]);
    expect(["a", "b", "A", ""].map(isListed)).toEqual([true, true, false, false]);
  });
});
