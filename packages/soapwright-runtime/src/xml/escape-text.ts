/** Strings of the caller as XML text: forbidden characters, and characters that need a reference. */

/**
 * XML 1.0, 2.2, production Char. With the flag `u` a surrogate pair is one character, and a lone surrogate is illegal.
 */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const NEEDS_ESCAPE_IN_TEXT = /[&<>\r]/;
const ESCAPED_IN_TEXT = /[&<>\r]/g;
const NEEDS_ESCAPE_IN_ATTRIBUTE = /[&<>"'\t\n\r]/;
const ESCAPED_IN_ATTRIBUTE = /[&<>"'\t\n\r]/g;

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

function referenceTo(character: string): string {
  return REFERENCES[character]!;
}

/** Returns the index of the first character that XML 1.0 cannot carry, not even as a reference; -1 for none. */
export function findIllegalCharacter(text: string): number {
  return text.search(ILLEGAL);
}

/** `>` is escaped because of `]]>`, and the carriage return because a reader normalizes it to a line feed. */
export function escapeText(text: string): string {
  return NEEDS_ESCAPE_IN_TEXT.test(text) ? text.replace(ESCAPED_IN_TEXT, referenceTo) : text;
}

/** White space other than the blank is escaped, because a reader normalizes it to blanks. */
export function escapeAttribute(value: string): string {
  return NEEDS_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(ESCAPED_IN_ATTRIBUTE, referenceTo) : value;
}
