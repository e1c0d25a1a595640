/** XML Schema Part 2, 3.2.3 to 3.2.5 and 3.3.13 to 3.3.25: numbers. Integers of up to 32 bits are a `number`, beyond a `bigint`. */
import { compareDecimals, floatOf, isDecimal, isFloat, isInteger } from "../../xsd/numbers";
import { compareNumbers } from "./compare";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./simple-type";

const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** An integer type whose values are numbers. */
export function numberInteger(name: string, min: number, max: number): Primitive {
  const expected = `xs:${name} from ${min} to ${max}`;
  return {
    expected,
    parse(text) {
      const first = text.charCodeAt(0);
      let index = first === MINUS || first === PLUS ? 1 : 0;
      if (index === text.length) throw new Mismatch(expected);
      let value = 0;
      for (; index < text.length; index++) {
        const code = text.charCodeAt(index);
        if (code < ZERO || code > NINE || value > max) throw new Mismatch(expected);
        value = value * 10 + (code - ZERO);
      }
      if (first === MINUS && value !== 0) value = -value;
      if (value < min || value > max) throw new Mismatch(expected);
      return value;
    },
    format(value) {
      if (typeof value !== "number" || !Number.isInteger(value)) throw new Mismatch(expected);
      if (value < min || value > max) throw new Mismatch(expected, "number out of range");
      return String(value);
    },
    compare: compareNumbers,
  };
}

/** Longer integers are refused: the time to read one grows faster than its length. */
const MAX_DIGITS = 4096;
const SAFE_LENGTH = 15;

/** An integer type whose values are bigints; a bound that is absent is none. Safe numbers are taken as arguments too. */
export function bigInteger(name: string, min?: bigint, max?: bigint): Primitive {
  const expected = describe(name, min, max);
  const inRange = (value: bigint): boolean =>
    (min === undefined || value >= min) && (max === undefined || value <= max);
  return {
    expected,
    parse(text) {
      if (!isInteger(text)) throw new Mismatch(expected);
      if (text.length > MAX_DIGITS) throw new Mismatch(`${expected} of at most ${MAX_DIGITS} digits`);
      const value = text.length <= SAFE_LENGTH ? BigInt(Number(text)) : BigInt(withoutPlus(text));
      if (!inRange(value)) throw new Mismatch(expected);
      return value;
    },
    format(value) {
      if (typeof value === "number" && Number.isInteger(value)) {
        if (!Number.isSafeInteger(value)) throw new Mismatch(`${expected}, as a bigint`, "number beyond 2^53");
      } else if (typeof value !== "bigint") {
        throw new Mismatch(expected);
      }
      const exact = BigInt(value);
      if (!inRange(exact)) throw new Mismatch(expected, `${typeof value} out of range`);
      return exact.toString();
    },
    compare: compareNumbers,
  };
}

function withoutPlus(text: string): string {
  return text.charCodeAt(0) === PLUS ? text.slice(1) : text;
}

function describe(name: string, min: bigint | undefined, max: bigint | undefined): string {
  if (min === undefined && max === undefined) return `xs:${name}`;
  if (min === undefined) return `xs:${name} up to ${max}`;
  return max === undefined ? `xs:${name} from ${min}` : `xs:${name} from ${min} to ${max}`;
}

const EXPECTED_DECIMAL = "xs:decimal";

function requireDecimal(text: string): string {
  if (!isDecimal(text)) throw new Mismatch(EXPECTED_DECIMAL);
  return text;
}

/** The digits of a number, when it has a finite plain notation: `1e21` and `1e-7` have none that JavaScript prints. */
function plainDigits(value: number): string {
  const text = String(value);
  if (isDecimal(text)) return text;
  const received = Number.isFinite(value) ? "number that prints with an exponent" : undefined;
  throw new Mismatch(`${EXPECTED_DECIMAL} in plain digits`, received);
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
  expected: EXPECTED_DECIMAL,
  parse: requireDecimal,
  format(value) {
    if (typeof value === "string") return requireDecimal(value);
    if (typeof value === "number") return plainDigits(value);
    if (typeof value === "bigint") return value.toString();
    throw new Mismatch(EXPECTED_DECIMAL);
  },
  compare: (left, right) =>
    typeof left === "string" && typeof right === "string" ? compareDecimals(left, right) : undefined,
};

/** `xs:decimal` as a number, rounded to the nearest one (`generate --decimal number`). */
export const decimalNumberType: Primitive = {
  expected: EXPECTED_DECIMAL,
  parse(text) {
    const value = Number(requireDecimal(text));
    if (!Number.isFinite(value)) throw new Mismatch(`${EXPECTED_DECIMAL} in the range of a number`);
    return value === 0 ? 0 : value;
  },
  format(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new Mismatch(EXPECTED_DECIMAL);
    return allDigits(value);
  },
  compare: compareNumbers,
};

/** The least magnitude that rounds to infinity in 32 bits. */
const BEYOND_FLOAT = 3.4028235677973366e38;

/** A finite text or number of magnitude `beyond` is refused, not turned into infinity. */
function floatingPoint(name: string, beyond: number): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    parse(text) {
      if (!isFloat(text)) throw new Mismatch(expected);
      const value = floatOf(text);
      if (Math.abs(value) >= beyond && !text.endsWith("INF")) throw new Mismatch(`${expected} in range`);
      return value;
    },
    format(value) {
      if (typeof value !== "number") throw new Mismatch(expected);
      if (Number.isNaN(value)) return "NaN";
      if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
      if (Math.abs(value) >= beyond) throw new Mismatch(`${expected} in range`, "number out of range");
      return Object.is(value, -0) ? "-0" : String(value);
    },
    compare: compareNumbers,
  };
}

export const floatType = floatingPoint("float", BEYOND_FLOAT);
export const doubleType = floatingPoint("double", Number.POSITIVE_INFINITY);
