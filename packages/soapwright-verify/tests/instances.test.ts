/** Texts and values of simple types. */
import { accepts, type SimpleType } from "soapwright-contract";
import { compilePattern, textOfPattern } from "soapwright-runtime/xsd";
import { Random } from "soapwright-verify";
import { builtInSimpleType } from "../../soapwright-contract/src/xsd/built-in-types";
import type { FacetName } from "../../soapwright-contract/src/xsd/components";
import { edgesOf } from "../src/instances/simple/edges";
import { makeText } from "../src/instances/simple/make";
import { typedValue } from "../src/instances/simple/typed";

describe("simple", () => {
  const position = { file: "a.xsd", line: 1, column: 1 };

  function restriction(base: SimpleType, ...facets: readonly (readonly [FacetName, string])[]): SimpleType {
    return {
      kind: "simpleType",
      builtIn: false,
      variety: { of: "restriction", base },
      facets: facets.map(([name, value]) => ({ name, value, fixed: false, position })),
      final: [],
      position,
    };
  }
  const list = (item: SimpleType): SimpleType => ({ ...restriction(item), variety: { of: "list", item } });
  const union = (...members: SimpleType[]): SimpleType => ({
    ...builtInSimpleType("string"),
    builtIn: false,
    variety: { of: "union", members },
  });
  const texts = (type: SimpleType): (string | undefined)[] => edgesOf(type).map(({ text }) => text);

  test("texts of a pattern are in its language", () => {
    const patterns = [
      "[A-Z]{3}-\\d{2,4}",
      "(a|bc)*d?",
      "[\\i-[:]][\\c-[:]]*",
      "\\p{Lu}\\p{Ll}+",
      "[^,;]+",
      ".{1,5}",
      "\\s?\\S\\w\\D",
      "[a-z-[aeiou]]{2}",
      "\\p{IsCyrillic}+",
      "[\\-+]?[0-9.]+",
      "^a$",
      "",
    ];
    for (const pattern of patterns) {
      for (const reach of ["least", "most", "any"] as const) {
        const text = textOfPattern(pattern, new Random(pattern), reach)!;
        expect([pattern, text, compilePattern(pattern).test(text)]).toEqual([pattern, text, true]);
      }
    }
    expect(compilePattern("\\d{4}").test("123")).toBe(false);
    expect(compilePattern("[a-z-[aeiou]]").test("e")).toBe(false);
    expect(() => compilePattern("(a").test("a")).toThrow(/a \( without \)/);
  });

  test("every built-in type yields texts of its own", () => {
    const names =
      "string token NMTOKEN NMTOKENS Name ID language anyURI boolean decimal integer negativeInteger long int byte";
    const more =
      "unsignedLong float double dateTime date time duration gYear gYearMonth gMonth gMonthDay gDay base64Binary hexBinary QName";
    for (const name of `${names} ${more}`.split(" ")) {
      const type = builtInSimpleType(name);
      for (let time = 0; time < 50; time++) {
        const made = makeText(type, new Random(name, time));
        expect([name, made && accepts(type, made.text)]).toEqual([name, true]);
      }
      for (const edge of edgesOf(type)) expect([name, edge.text === undefined]).toEqual([name, false]);
    }
  });

  test("edges stand on the facets", () => {
    const int = builtInSimpleType("int");
    const string = builtInSimpleType("string");
    expect(texts(restriction(int, ["minInclusive", "5"], ["maxExclusive", "10"]))).toEqual(["5", "9"]);
    expect(texts(restriction(builtInSimpleType("decimal"), ["totalDigits", "5"], ["fractionDigits", "2"]))).toEqual([
      "999.99",
      "1.01",
    ]);
    expect(texts(restriction(string, ["enumeration", "A"], ["enumeration", "B b"]))).toEqual(["A", "B b"]);
    expect(
      texts(restriction(string, ["minLength", "0"], ["maxLength", "3"])).map((text) => Array.from(text ?? "-").length),
    ).toEqual([0, 3]);
    expect(texts(restriction(string, ["pattern", "[0-9]{5}|N/A"]))).toEqual([expect.stringMatching(/^\d{5}$/), "N/A"]);
    expect(texts(restriction(builtInSimpleType("hexBinary"), ["length", "4"]))).toEqual([
      expect.stringMatching(/^[0-9A-F]{8}$/),
    ]);
    expect(texts(restriction(list(int), ["maxLength", "2"]))).toEqual([expect.stringMatching(/^\S+ \S+$/)]);
    expect(texts(restriction(builtInSimpleType("double"), ["minExclusive", "0"], ["maxInclusive", "1"]))).toEqual([
      "1",
      "1",
    ]);
    expect(texts(restriction(restriction(string, ["maxLength", "2"]), ["enumeration", "abc"]))).toEqual([undefined]);
  });

  test("a type with several facets gets values that meet all of them", () => {
    const code = restriction(builtInSimpleType("token"), ["pattern", "[A-Z]+"], ["minLength", "3"], ["maxLength", "5"]);
    const year = restriction(builtInSimpleType("int"), ["pattern", "\\d{4}"], ["maxInclusive", "3000"]);
    for (let time = 0; time < 100; time++) {
      expect(makeText(code, new Random(time))?.text).toMatch(/^[A-Z]{3,5}$/);
      expect(makeText(year, new Random(time))?.text).toMatch(/^[1-3]\d{3}$/);
    }
    expect(
      makeText(restriction(builtInSimpleType("int"), ["minInclusive", "5"], ["maxInclusive", "4"]), new Random(1)),
    ).toBeUndefined();
  });

  test("values have the type that generated interfaces give them", () => {
    const value = (name: string, text: string) => typedValue(builtInSimpleType(name), text, new Map([["p", "urn:p"]]));
    expect(value("int", "7")).toBe(7);
    expect(value("long", "7")).toBe(7n);
    expect(value("decimal", "7.50")).toBe("7.50");
    expect(value("double", "INF")).toBe(Number.POSITIVE_INFINITY);
    expect(value("boolean", "1")).toBe(true);
    expect(value("hexBinary", "00FF")).toEqual(new Uint8Array([0, 255]));
    expect(value("QName", "p:a")).toEqual({ namespace: "urn:p", local: "a" });
    expect(value("NMTOKENS", "a b")).toEqual(["a", "b"]);
    expect(typedValue(union(builtInSimpleType("int"), builtInSimpleType("string")), "12", new Map())).toBe(12);
    expect(typedValue(union(builtInSimpleType("int"), builtInSimpleType("string")), "x", new Map())).toBe("x");
  });
});

describe("bounds", () => {
  test("texts of a pattern are as long as they must be, up to a bound", () => {
    expect(textOfPattern("((a{1000}){1000}){1000}", new Random(), "least")).toBeUndefined();
    expect(compilePattern("((a{1000}){1000}){1000}").test("aaa")).toBe(false);
    for (const reach of ["least", "most", "any"] as const) {
      expect(textOfPattern("((a{0,1000}){0,1000}){0,1000}", new Random(reach), reach)?.length).toBeLessThan(
        3 * 100_000,
      );
      expect(textOfPattern("(a?){999999999}b", new Random(reach), reach)).toMatch(/^a*b$/);
      expect(textOfPattern("x|((a{1000}){1000}){1000}", new Random(reach), reach)).toBe("x");
    }
  });
});
