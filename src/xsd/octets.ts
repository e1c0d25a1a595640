/** XML Schema Part 2, 3.2.15 and 3.2.16: texts of octets. */

const NOT_HEX = /[^0-9a-fA-F]/;

export function isHexBinary(text: string): boolean {
  return text.length % 2 === 0 && !NOT_HEX.test(text);
}

const NOT_BASE64 = /[^A-Za-z0-9+/]/;

/** The last group's unused bits are zero: one text for each sequence of octets, white space aside. */
const LAST_GROUP = /^(?:|[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$/;

/** The digits of a text of base64, which may have blanks between them. */
export function base64Digits(text: string): string {
  return text.includes(" ") ? text.replaceAll(" ", "") : text;
}

/** In two steps: one expression with a repeated group would run out of stack on some million digits. */
export function isBase64(digits: string): boolean {
  const last = Math.max(0, digits.length - 4);
  return digits.length % 4 === 0 && LAST_GROUP.test(digits.slice(last)) && !NOT_BASE64.test(digits.slice(0, last));
}
