/** XML Schema Part 2, 3.2.1, 3.2.17 and 3.3.1 to 3.3.11: strings and what is derived from them. */
import { findIllegalCharacter } from "../../xml/escape";
import { isLanguage, isName, isNCName, isNmtoken } from "../../xsd/names";
import type { WhiteSpace } from "../../xsd/white-space";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

/** The string itself, when XML can carry it. Throws `Mismatch` with the position of what it cannot. */
export function requireText(value: unknown, expected: string): string {
  if (typeof value !== "string") throw new Mismatch(expected);
  const index = findIllegalCharacter(value);
  if (index >= 0)
    throw new Mismatch(`${expected} of characters that XML allows`, `string with another at index ${index}`);
  return value;
}

/** What the length facets count: characters, not UTF-16 units. */
export function countCharacters(value: unknown): number {
  if (typeof value !== "string") return 0;
  let count = value.length;
  for (let index = 1; index < value.length; index++) {
    if ((value.charCodeAt(index) & 0xfc00) === 0xdc00 && (value.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

function stringType(name: string, whiteSpace: WhiteSpace, isValid?: (text: string) => boolean): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    whiteSpace,
    verbatim: whiteSpace === "preserve",
    parse(text) {
      if (isValid !== undefined && !isValid(text)) throw new Mismatch(expected);
      return text;
    },
    format: (value) => requireText(value, expected),
    lengthOf: countCharacters,
  };
}

export const stringTypes = {
  anySimpleType: stringType("anySimpleType", "preserve"),
  string: stringType("string", "preserve"),
  normalizedString: stringType("normalizedString", "replace"),
  token: stringType("token", "collapse"),
  language: stringType("language", "collapse", isLanguage),
  Name: stringType("Name", "collapse", isName),
  NCName: stringType("NCName", "collapse", isNCName),
  NMTOKEN: stringType("NMTOKEN", "collapse", isNmtoken),
  ID: stringType("ID", "collapse", isNCName),
  IDREF: stringType("IDREF", "collapse", isNCName),
  ENTITY: stringType("ENTITY", "collapse", isNCName),
  anyURI: stringType("anyURI", "collapse"),
} as const;
