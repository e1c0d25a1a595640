/** Texts from elsewhere, fit for a terminal, in the forms that programs print: plain text, JSON, XML. */

/** Moves the cursor, turns the direction of text, or is no character at all. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** What could move the cursor, or turn the direction of text, is shown as an escape. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => (character === "\n" ? "\\n" : escaped(character)));
}

/**
 * A value as JSON: what JSON has no word for as text. Whatever could steer a terminal or turn the direction of text is
 * escaped, and reads back as what it was.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, plain, indent) ?? "null";
  // JSON.stringify escapes C0; what is left of it is the layout. Terminals obey C1 too.
  return text.replace(unsafe, (character) => (character === "\n" ? character : escaped(character)));
}

/** Text of XML whose other characters are escaped already: the same as references. C0 is no text of XML. */
export function printableXml(text: string): string {
  return text.replace(unsafe, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function plain(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = Reflect.get(this as object, key);
  if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
  return typeof value === "bigint" ? String(value) : value;
}
