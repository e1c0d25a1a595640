/** Escapes text from other sources, so that terminals show it safely, as plain text, JSON or XML. */
import { base64Text } from "#platform";

/** Characters that move the cursor or change the direction of text, and lone surrogates. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** Returns `text` with unsafe characters escaped. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => (character === "\n" ? "\\n" : escaped(character)));
}

/**
 * Returns a value as JSON, with bigints as text and binary data as base64. Unsafe characters are escaped so that
 * parsing restores them.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, plain, indent) ?? "null";
  // JSON.stringify escapes C0, so the only line feeds are those of its layout. Terminals obey C1 controls too.
  return text.replace(unsafe, (character) => (character === "\n" ? character : escaped(character)));
}

/** C0 cannot occur, because XML does not allow it. */
export function printableXml(text: string): string {
  return text.replace(unsafe, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function plain(this: unknown, key: string, value: unknown): unknown {
  const property: unknown = Reflect.get(this as object, key);
  if (property instanceof Uint8Array) return base64Text(property);
  return typeof value === "bigint" ? String(value) : value;
}
