/** Escapes text from other sources, so that terminals show it safely, as plain text, JSON or XML. */
import { base64Text } from "#platform";

/** Characters that move the cursor or change the direction of text, and lone surrogates. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

declare const SAFE: unique symbol;

/**
 * Text that a terminal and a log show as it is. Only functions of this file make it, and stderr of commands takes nothing else,
 * so that no template writes a text from outside.
 */
export type SafeText = string & { readonly [SAFE]: true };

/** Returns `text` on one line, with unsafe characters escaped. */
export function printable(text: string): SafeText {
  return text.replace(unsafe, (character) => (character === "\n" ? "\\n" : escaped(character))) as SafeText;
}

/** Returns `text` with unsafe characters other than the line feed escaped: only for what has lines of its own. */
export function printableLines(text: string): SafeText {
  return text.replace(unsafe, (character) => (character === "\n" ? character : escaped(character))) as SafeText;
}

/** A template whose values are escaped, each on one line: `safeLine\`error: ${text}\n\``. */
export function safeLine(parts: TemplateStringsArray, ...values: readonly (string | number)[]): SafeText {
  return parts.reduce((before, part, at) => before + printable(String(values[at - 1])) + part) as SafeText;
}

/** Returns text as a paragraph of Markdown without markup of its own. */
export function markdownText(text: string): string {
  return printableLines(text).replace(/[\\`*_[\]<>|#~]/g, "\\$&");
}

/** Returns what replaces the last line of a terminal. */
export function statusLine(text: string): SafeText {
  return `\r\u001b[K${printable(text)}` as SafeText;
}

/**
 * Returns a value as JSON, with bigints as text and binary data as base64. Unsafe characters are escaped so that
 * parsing restores them.
 */
export function jsonText(value: unknown, indent?: number): SafeText {
  const text = JSON.stringify(value, plain, indent) ?? "null";
  // JSON.stringify escapes C0, so the only line feeds are those of its layout. Terminals obey C1 controls too.
  return printableLines(text);
}

/** Returns a value as JSON that no element of HTML ends: for a `script` with data. */
export function scriptJson(value: unknown): string {
  return jsonText(value).replaceAll("<", "\\u003c");
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
