/** Resolves references such as `&amp;`, `&#233;` and `&#xE9;` (XML 1.0, 4.1). */

import type { Advice } from "../errors/advice";
import { nameEnd } from "./markup";
import type { Source } from "./source";

export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const CHARACTER_REFERENCE = /^#(?:x[0-9a-fA-F]+|[0-9]+)$/;
const HASH = 0x23;
const SEMICOLON = 0x3b;

export interface ReferenceOptions {
  readonly maxNameLength: number;
  readonly allowControlCharacters: boolean;
}

/** Returns -1 if the text ends before the semicolon. Throws a `ResponseError`. */
export function referenceEnd(source: Source, at: number, { maxNameLength }: ReferenceOptions): number {
  const { text } = source;
  const end = nameEnd(text, text.charCodeAt(at + 1) === HASH ? at + 2 : at + 1);
  if (end - at > maxNameLength) source.failLimit("maxNameLength", maxNameLength, "A reference is longer", at);
  if (end === text.length) return -1;
  if (text.charCodeAt(end) === SEMICOLON) return end + 1;
  source.fail("an ampersand must be written as &amp; and a reference must end in a semicolon", at);
}

export function resolveReference(source: Source, at: number, end: number, options: ReferenceOptions): string {
  const body = source.text.slice(at + 1, end - 1);
  const predefined = PREDEFINED.get(body);
  if (predefined !== undefined) return predefined;
  if (body === "") source.fail("an ampersand must be written as &amp;", at);
  if (!body.startsWith("#")) {
    const entity = body.length <= 40 ? `the entity &${body}; is not declared` : "an entity is not declared";
    source.fail(`${entity}: without a DTD there are only &amp; &lt; &gt; &quot; and &apos;`, at);
  }
  if (!CHARACTER_REFERENCE.test(body)) {
    source.fail("a character reference must be &# and digits, or &#x and hexadecimal digits, and a semicolon", at);
  }
  const codePoint = body.startsWith("#x") ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  if (!isCharacter(codePoint, options.allowControlCharacters)) failCharacter(source, at, codePoint);
  return String.fromCodePoint(codePoint);
}

/** XML 1.0, 2.2, production Char, defines the characters. */
function isCharacter(codePoint: number, allowControlCharacters: boolean): boolean {
  if (codePoint < 0x20) {
    return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd || (allowControlCharacters && codePoint > 0);
  }
  if (codePoint < 0xe000) return codePoint <= 0xd7ff;
  return codePoint <= 0x10ffff && codePoint !== 0xfffe && codePoint !== 0xffff;
}

const READABLE: readonly Advice[] = [{ action: "set", option: "quirks.allowControlCharacters", value: true }];

function failCharacter(source: Source, at: number, codePoint: number): never {
  if (codePoint > 0x10ffff) source.fail("a character reference is beyond U+10FFFF", at);
  const what = `&#x${codePoint.toString(16).toUpperCase()}; refers to a character that XML 1.0 does not allow`;
  const isReadable = codePoint > 0 && codePoint < 0x20;
  source.fail(what, at, isReadable ? READABLE : undefined);
}
