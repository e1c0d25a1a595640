/**
 * Texts that XML cannot represent. The stack writes a control character as a reference, which XML readers reject, and
 * fails at a lone surrogate. Our encoder refuses both, so control characters are replaced by marks before encoding.
 */

const control = new RegExp(`[${["\0-\x08", "\x0b\x0c", "\x0e-\x1f", "\ufffe\uffff"].join("")}]`, "g");
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export interface OddTexts {
  readonly value: unknown;
  /** Replaces the marks in the encoded text by references. */
  restore(xml: string): string;
}

/** Returns undefined if the value has no control characters. */
export function markOddTexts(value: unknown): OddTexts | undefined {
  const texts: string[] = [];
  collect(value, texts);
  if (!texts.some((text) => text.search(control) >= 0)) return undefined;
  const [open, close] = unused(texts);
  const marked = (text: string): string =>
    text.replace(control, (character) => `${open}${character.charCodeAt(0).toString(16).toUpperCase()}${close}`);
  const marks = new RegExp(`${open}([0-9A-F]+)${close}`, "gu");
  return { value: mapTexts(value, marked), restore: (xml) => xml.replace(marks, "&#x$1;") };
}

/** Returns the stack's message about a lone surrogate in a value; undefined if there is none. */
export function surrogateProblem(value: unknown): string | undefined {
  const texts: string[] = [];
  collect(value, texts);
  const text = texts.find((candidate) => half.test(candidate));
  if (text === undefined) return undefined;
  const at = text.search(half);
  const code = (index: number): string => `0x${text.charCodeAt(index).toString(16).toUpperCase()}`;
  const pair = at + 1 < text.length ? `${code(at)}, ${code(at + 1)}` : code(at);
  return (
    `The surrogate pair (${pair}) is invalid. A high surrogate character (0xD800 - 0xDBFF) must always be paired with ` +
    "a low surrogate character (0xDC00 - 0xDFFF)."
  );
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner, texts);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

/** Returns two characters of a private-use plane that occur in none of the texts. */
function unused(texts: readonly string[]): [string, string] {
  const free: string[] = [];
  for (let code = 0xf0000; free.length < 2; code++) {
    const character = String.fromCodePoint(code);
    if (!texts.some((text) => text.includes(character))) free.push(character);
  }
  return [free[0]!, free[1]!];
}
