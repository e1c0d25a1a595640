/** XML Schema Part 2, 3.2.1, 3.2.17 and 3.3.1 to 3.3.11: strings and what is derived from them. */
import { findIllegalCharacter } from "../../xml/escape";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./simple-type";

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

/** `verbatim`: every text is a value, and means itself. */
export function stringType(name: string, verbatim: boolean, hasForm: (text: string) => boolean): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    verbatim,
    parse(text) {
      if (!hasForm(text)) throw new Mismatch(expected);
      return text;
    },
    format: (value) => requireText(value, expected),
    lengthOf: countCharacters,
  };
}
