/** XML Schema Part 2, 3.2.3 to 3.2.5 and 3.3.13 to 3.3.25: texts of numbers. */

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const INTEGER = /^[+-]?[0-9]+$/;
const FLOAT = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** `xs:float` and `xs:double` are written alike. */
export function isFloat(text: string): boolean {
  return FLOAT.test(text);
}

/** `xs:float` and `xs:double` as a number, `NaN` also for what is none. */
export function floatOf(text: string): number {
  if (text === "INF") return Number.POSITIVE_INFINITY;
  if (text === "-INF") return Number.NEGATIVE_INFINITY;
  return isFloat(text) ? Number(text) : Number.NaN;
}

/** A decimal without zeros that mean nothing. */
export interface DecimalParts {
  readonly negative: boolean;
  /** Digits before the point. */
  readonly integer: string;
  /** Digits behind it. */
  readonly fraction: string;
}

export function decimalParts(text: string): DecimalParts {
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

/** Below 0, 0 or above 0: exact, whatever the number of digits. */
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
