/** XML Schema Part 2, 3.2.3: decimals, kept as their lexical text or, where the generator was told so, read as numbers. */
import { compareNumbers } from "./compare";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const EXPECTED = "xs:decimal";

function requireDecimal(text: string): string {
  if (!DECIMAL.test(text)) throw new Mismatch(EXPECTED);
  return text;
}

/** The digits of a number, when it has a finite plain notation: `1e21` and `1e-7` have none that JavaScript prints. */
function plainDigits(value: number): string {
  const text = String(value);
  if (!DECIMAL.test(text)) throw new Mismatch(`${EXPECTED} in plain digits`, describeNumber(value));
  return text;
}

function describeNumber(value: number): string | undefined {
  return Number.isFinite(value) ? "number that prints with an exponent" : undefined;
}

/** The same without an exponent: what was read as a number can be sent again, however long its text was. */
function allDigits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d)\.?(\d*)$/.exec(mantissa) ?? [];
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, "0");
}

/** `xs:decimal` as text: nothing is rounded. Finite numbers with plain digits and bigints are taken as arguments too. */
export const decimalType: Primitive = {
  expected: EXPECTED,
  whiteSpace: "collapse",
  parse: requireDecimal,
  format(value) {
    if (typeof value === "string") return requireDecimal(value);
    if (typeof value === "number") return plainDigits(value);
    if (typeof value === "bigint") return value.toString();
    throw new Mismatch(EXPECTED);
  },
  compare: compareDecimals,
};

/** `xs:decimal` as a number, rounded to the nearest one (`generate --decimal number`). */
export const decimalNumberType: Primitive = {
  expected: EXPECTED,
  whiteSpace: "collapse",
  parse(text) {
    const value = Number(requireDecimal(text));
    if (!Number.isFinite(value)) throw new Mismatch(`${EXPECTED} in the range of a number`);
    return value === 0 ? 0 : value;
  },
  format(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new Mismatch(EXPECTED);
    return allDigits(value);
  },
  compare: compareNumbers,
};

/** Sign, integer digits and fraction digits, without zeros that mean nothing. */
export function decimalParts(text: string): { negative: boolean; integer: string; fraction: string } {
  const unsigned = text.replace(/^[+-]/, "");
  const point = unsigned.indexOf(".");
  const integer = (point < 0 ? unsigned : unsigned.slice(0, point)).replace(/^0+/, "");
  const fraction = point < 0 ? "" : withoutTrailingZeros(unsigned.slice(point + 1));
  return { negative: text.startsWith("-") && (integer !== "" || fraction !== ""), integer, fraction };
}

/** Not a regular expression: `/0+$/` is quadratic in runs of zeros that do not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

/** Exact, whatever the number of digits. */
function compareDecimals(left: unknown, right: unknown): number | undefined {
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const magnitude = a.integer.length - b.integer.length || order(a.integer, b.integer) || order(a.fraction, b.fraction);
  return magnitude === 0 ? 0 : a.negative ? -magnitude : magnitude;
}

function order(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
