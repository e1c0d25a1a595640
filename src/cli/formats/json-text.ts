/** Values as JSON, safe for a terminal to show. */

/**
 * A value as JSON: what JSON has no word for as text. Whatever could steer a terminal or turn the direction of text is
 * escaped, and reads back as what it was.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, plain, indent) ?? "null";
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** JSON.stringify escapes C0 and lone surrogates; terminals obey C1 too. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

function plain(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = Reflect.get(this as object, key);
  if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
  return typeof value === "bigint" ? String(value) : value;
}
