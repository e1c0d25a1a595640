/**
 * Texts that XML cannot represent, answered as ASP.NET answers them: a control character is written as a reference,
 * which XML readers reject, and a lone surrogate is an error. Our encoder refuses both, so control characters are
 * placeholders while it runs.
 */

/** Outside the production `Char` of XML 1.0, surrogates apart. */
const invalid = new RegExp(`[${["\0-\x08", "\x0b\x0c", "\x0e-\x1f", "\ufffe\uffff"].join("")}]`, "g");
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

interface EscapedValue {
  readonly value: unknown;
  /** Replaces the placeholders in the encoded text by character references. */
  toReferences(xml: string): string;
}

/** Returns the value with placeholders for invalid characters; undefined if it has none. */
export function escapeInvalidCharacters(value: unknown): EscapedValue | undefined {
  const texts = textsOf(value);
  if (!texts.some((text) => text.search(invalid) >= 0)) return undefined;
  const [open, close] = unusedCharacters(texts);
  const escaped = (text: string): string =>
    text.replace(invalid, (character) => `${open}${character.charCodeAt(0).toString(16).toUpperCase()}${close}`);
  const placeholders = new RegExp(`${open}([0-9A-F]+)${close}`, "gu");
  return { value: mapTexts(value, escaped), toReferences: (xml) => xml.replace(placeholders, "&#x$1;") };
}

/** Returns .NET's message about a lone surrogate in a value; undefined if there is none. */
export function surrogateProblem(value: unknown): string | undefined {
  const text = textsOf(value).find((candidate) => loneSurrogate.test(candidate));
  if (text === undefined) return undefined;
  const at = text.search(loneSurrogate);
  const code = (index: number): string => `0x${text.charCodeAt(index).toString(16).toUpperCase()}`;
  const pair = at + 1 < text.length ? `${code(at)}, ${code(at + 1)}` : code(at);
  return (
    `The surrogate pair (${pair}) is invalid. A high surrogate character (0xD800 - 0xDBFF) must always be paired with ` +
    "a low surrogate character (0xDC00 - 0xDFFF)."
  );
}

function textsOf(value: unknown): readonly string[] {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** Returns a copy with changed texts. Dates and other built-in objects have none. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (Object.prototype.toString.call(value) !== "[object Object]") return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

/** Returns two characters of a private-use plane that occur in none of the texts. */
function unusedCharacters(texts: readonly string[]): [string, string] {
  const unused: string[] = [];
  for (let code = 0xf0000; unused.length < 2; code++) {
    const character = String.fromCodePoint(code);
    if (!texts.some((text) => text.includes(character))) unused.push(character);
  }
  return [unused[0]!, unused[1]!];
}
