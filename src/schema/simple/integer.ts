/** XML Schema Part 2, 3.3.13 to 3.3.25: the integers. Up to 32 bits a `number`, beyond a `bigint`. */
import { compareNumbers } from "./compare";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** An integer type whose values are numbers. */
export function numberInteger(name: string, min: number, max: number): Primitive {
  const expected = `xs:${name} from ${min} to ${max}`;
  return {
    expected,
    whiteSpace: "collapse",
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
const INTEGER = /^[+-]?[0-9]+$/;
const SAFE_LENGTH = 15;

/** An integer type whose values are bigints; a bound that is absent is none. Safe numbers are taken as arguments too. */
export function bigInteger(name: string, min?: bigint, max?: bigint): Primitive {
  const expected = describe(name, min, max);
  const inRange = (value: bigint): boolean =>
    (min === undefined || value >= min) && (max === undefined || value <= max);
  return {
    expected,
    whiteSpace: "collapse",
    parse(text) {
      if (!INTEGER.test(text)) throw new Mismatch(expected);
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
