/** Integers of any size as text and as numbers: `generate --int64`. */
import { valueOfJson } from "../../../src/schema/json-value";
import { compileSimple } from "../../../src/schema/plans/plan-simple";
import { Mismatch } from "../../../src/schema/simple/mismatch";
import { xs } from "../../../src/schema/tables/table-simple";
import { builtInType, restriction } from "../tables";

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
  for (const wrong of [1.5, NaN, true, null, {}, 2n ** 63n]) expect(() => type.format(wrong, scope)).toThrow(Mismatch);
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
  expect(valueOfJson(xs.longString, "9223372036854775807")).toBe("9223372036854775807");
  expect(valueOfJson(xs.longString, 12)).toBe("12");
  expect(valueOfJson(xs.longNumber, 12)).toBe(12);
  expect(JSON.stringify({ Number: read("long", "string", "12") })).toBe('{"Number":"12"}');
});
