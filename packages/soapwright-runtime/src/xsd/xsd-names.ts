/** Names of XML and of Namespaces in XML, for schema types and namespace prefixes. */

const START =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const REST = "\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}";

/** NameStartChar and NameChar of XML 1.0 (2.3), for a character class of an expression with the flag `u` or `v`. */
export const NAME_START_CHARACTERS = `:${START}`;
export const NAME_CHARACTERS = `:${START}${REST}`;

const STARTS_NAME = new RegExp(`^[:${START}]`, "u");
const STARTS_NCNAME = new RegExp(`^[${START}]`, "u");
// The expressions match a character that is not allowed, because a repeated class overflows the stack on millions of
// characters beyond the first plane.
const NOT_NAME = new RegExp(`[^:${START}${REST}]`, "u");
const NOT_NCNAME = new RegExp(`[^${START}${REST}]`, "u");

export function isName(text: string): boolean {
  return STARTS_NAME.test(text) && !NOT_NAME.test(text);
}

export function isNCName(text: string): boolean {
  return STARTS_NCNAME.test(text) && !NOT_NCNAME.test(text);
}

export function isNmtoken(text: string): boolean {
  return text !== "" && !NOT_NAME.test(text);
}

const LANGUAGE_PART = /^[a-zA-Z0-9]{1,8}$/;

/** XML Schema Part 2, 3.3.3, and RFC 3066 define languages. */
export function isLanguage(text: string): boolean {
  const parts = text.split("-");
  return /^[a-zA-Z]+$/.test(parts[0]!) && parts.every((part) => LANGUAGE_PART.test(part));
}
