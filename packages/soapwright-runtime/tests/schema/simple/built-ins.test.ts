import type { BuiltInName } from "../../../src/schema/tables/nodes";
import { builtInType } from "../tables";

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
