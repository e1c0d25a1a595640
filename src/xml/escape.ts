/** Strings of the caller as XML text: what may not stand in XML at all, and what must be written as a reference. */

/** Char of XML 1.0 (2.2), negated. With the flag `u` a pair of surrogates is one character and a lone one is not allowed. */
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

/**
 * Where the first character stands that XML 1.0 cannot carry, not even as a reference: a control character other than
 * tab, line feed and carriage return, a lone surrogate, U+FFFE or U+FFFF. In UTF-16 units from 0; -1 when there is none.
 */
export function findIllegalCharacter(text: string): number {
  return text.search(ILLEGAL);
}

/**
 * `text` as character data. `>` is escaped because of `]]>`, the carriage return because a reader would turn it into a
 * line feed. For strings in which `findIllegalCharacter` finds nothing: they arrive exactly.
 */
export function escapeText(text: string): string {
  return NEEDS_ESCAPE_IN_TEXT.test(text) ? text.replace(ESCAPED_IN_TEXT, referenceTo) : text;
}

/**
 * `value` for an attribute, between quotes of either kind. White space other than the blank is escaped because a reader
 * would turn it into blanks. For strings in which `findIllegalCharacter` finds nothing: they arrive exactly.
 */
export function escapeAttribute(value: string): string {
  return NEEDS_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(ESCAPED_IN_ATTRIBUTE, referenceTo) : value;
}
