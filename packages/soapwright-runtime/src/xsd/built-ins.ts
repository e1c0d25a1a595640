/** XML Schema Part 2: white space and lexical forms of the built-in types. */

import { codeUnits, codeUnitsText } from "#platform";

// The values of the facet whiteSpace (XML Schema Part 2, 4.3.6). Only tab, line feed, carriage return and blank are
// white space.

export type WhiteSpace = "preserve" | "replace" | "collapse";

const BLANK = 0x20;

function isWhiteSpace(code: number): boolean {
  return code === BLANK || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isWhiteSpace(text.charCodeAt(index))) return false;
  }
  return true;
}

function hasWhiteSpace(text: string): boolean {
  if (text.length > LONG) return WHITE_SPACE.test(text);
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) <= BLANK) return true;
  }
  return false;
}

export function trim(text: string): string {
  let end = text.length;
  if (end === 0 || (text.charCodeAt(0) > BLANK && text.charCodeAt(end - 1) > BLANK)) return text;
  let start = 0;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const WHITE_SPACE = /[\t\n\r ]/;
const REPLACED = /[\t\n\r]/g;
const RUNS = / {2,}/g;

/** Length above which no regular expression replaces: a text that is mostly white space would block for a second. */
const LONG = 4096;

/** Returns `text` normalized by the facet (XML Schema Part 2, 4.3.6). */
export function normalize(text: string, whiteSpace: WhiteSpace): string {
  if (whiteSpace === "preserve" || !hasWhiteSpace(text)) return text;
  if (text.length > LONG) return blanksOfLong(text, whiteSpace === "collapse" ? "single" : "all");
  const replaced = text.replace(REPLACED, " ");
  return whiteSpace === "replace" ? replaced : trim(replaced).replace(RUNS, " ");
}

/** Returns `text` with a blank for each character of white space, for each run of it inside, or for none. */
function blanksOfLong(text: string, blanks: "all" | "single" | "none"): string {
  const units = codeUnits(text);
  let length = 0;
  let afterBlank = true;
  for (let index = 0; index < units.length; index++) {
    const code = units[index]!;
    const blank = code <= BLANK && isWhiteSpace(code);
    if (blank && (blanks === "none" || (afterBlank && blanks === "single"))) continue;
    units[length++] = blank ? BLANK : code;
    afterBlank = blank;
  }
  if (blanks === "single" && afterBlank && length > 0) length--;
  return codeUnitsText(units, length);
}

export function splitList(collapsed: string): readonly string[] {
  return collapsed === "" ? [] : collapsed.split(" ");
}

// Lexical forms of numbers (XML Schema Part 2, 3.2.3 to 3.2.5 and 3.3.13 to 3.3.25).

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const INTEGER = /^[+-]?[0-9]+$/;
const FLOAT = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$/;

/** Returns the other lexical of the same boolean. */
export function otherBoolean(text: string): string {
  return booleans[text as keyof typeof booleans];
}

const booleans = { true: "1", false: "0", 1: "true", 0: "false" };

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** `xs:float` and `xs:double` have the same form. */
export function isFloat(text: string): boolean {
  return FLOAT.test(text);
}

/** Returns the number of an `xs:float` or `xs:double`; `NaN` also for an invalid lexical. */
export function floatOf(text: string): number {
  if (text === "INF") return Number.POSITIVE_INFINITY;
  if (text === "-INF") return Number.NEGATIVE_INFINITY;
  return isFloat(text) ? Number(text) : Number.NaN;
}

/** The parts have no leading and trailing zeros. */
interface DecimalParts {
  readonly negative: boolean;
  /** Digits before the point. */
  readonly integer: string;
  /** Digits after the point. */
  readonly fraction: string;
}

export function decimalParts(text: string): DecimalParts {
  const unsigned = text.replace(/^[+-]/, "");
  const point = unsigned.indexOf(".");
  const integer = (point < 0 ? unsigned : unsigned.slice(0, point)).replace(/^0+/, "");
  const fraction = point < 0 ? "" : withoutTrailingZeros(unsigned.slice(point + 1));
  return { negative: text.startsWith("-") && (integer !== "" || fraction !== ""), integer, fraction };
}

/** A regular expression is avoided: `/0+$/` is quadratic in runs of zeros that do not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

/**
 * Returns a number below 0, 0 or above 0, as the left decimal is less than, equal to or more than the right one. Exact
 * for any number of digits.
 */
export function compareDecimals(left: string, right: string): number {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const magnitude = a.integer.length - b.integer.length || order(a.integer, b.integer) || order(a.fraction, b.fraction);
  return magnitude === 0 ? 0 : a.negative ? -magnitude : magnitude;
}

function order(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

// Lexical forms of octets (XML Schema Part 2, 3.2.15 and 3.2.16).

const NOT_HEX = /[^0-9a-fA-F]/;

export function isHexBinary(text: string): boolean {
  return text.length % 2 === 0 && !NOT_HEX.test(text);
}

const NOT_BASE64 = /[^A-Za-z0-9+/]/;

/**
 * The unused bits of the last group are zero, so that each sequence of octets has one lexical apart from white space.
 */
const LAST_GROUP = /^(?:|[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$/;

/** The lexical may have blanks between the digits. */
export function base64Digits(text: string): string {
  if (text.length > LONG) return text.includes(" ") ? blanksOfLong(text, "none") : text;
  return text.replaceAll(" ", "");
}

/**
 * Whether `digits` are base64. Checked in two steps, because one expression with a repeated group would overflow the
 * stack on some million digits.
 */
export function isBase64(digits: string): boolean {
  const last = Math.max(0, digits.length - 4);
  return digits.length % 4 === 0 && LAST_GROUP.test(digits.slice(last)) && !NOT_BASE64.test(digits.slice(0, last));
}
