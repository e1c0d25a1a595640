/** How the built-in types parse and format (XML Schema Part 2, section 3). `xs-types.ts` names them. */

import { kindOf } from "../../kind-of";
import { findIllegalCharacter } from "../../xml/escape-text";
import { compareDecimals, floatOf, isDecimal, isFloat, isInteger, otherBoolean } from "../../xsd/built-ins";
import { isNCName } from "../../xsd/xsd-names";
import { UNVERIFIED, XMLNS } from "../schema-namespaces";
import type { PrefixScope } from "../scope";
import type { IntegerForm } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { meantBoolean, meantDecimal, meantFloat, meantInteger } from "./deviations";
import { Mismatch, PrefixMismatch } from "./mismatch";
import { compareNumbers } from "./simple-compare";
import type { Primitive, SimpleTypeCodec } from "./simple-type";

// XML Schema Part 2, 3.2.2: booleans.

export const booleanType: Primitive = {
  expected: "xs:boolean",
  parse(text) {
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw new Mismatch("xs:boolean (true, false, 1 or 0)");
  },
  format(value) {
    if (typeof value !== "boolean") throw new Mismatch("xs:boolean");
    return value ? "true" : "false";
  },
  forgive: meantBoolean,
  otherText: otherBoolean,
};

// XML Schema Part 2, 3.2.1, 3.2.17 and 3.3.1 to 3.3.11: strings and types derived from them.

/** Throws `Mismatch`, with the index of a character that XML cannot carry. */
function requireText(value: unknown, expected: string): string {
  if (typeof value !== "string") throw new Mismatch(expected);
  const index = findIllegalCharacter(value);
  if (index >= 0)
    throw new Mismatch(`${expected} of characters that XML allows`, `a string with another at index ${index}`);
  return value;
}

/** Counts characters, not UTF-16 units. */
function countCharacters(value: unknown): number {
  if (typeof value !== "string") return 0;
  let count = value.length;
  for (let index = 1; index < value.length; index++) {
    if ((value.charCodeAt(index) & 0xfc00) === 0xdc00 && (value.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

/** `verbatim` says whether every text is valid, and is its own value. */
export function stringType(name: string, verbatim: boolean, hasForm: (text: string) => boolean): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    verbatim,
    parse(text) {
      if (!hasForm(text)) throw new Mismatch(expected);
      return text;
    },
    format: (value) => requireText(value, expected),
    lengthOf: countCharacters,
  };
}

// XML Schema Part 2, 3.2.3 to 3.2.5 and 3.3.13 to 3.3.25: numbers. Integers of up to 32 bits are a `number`, others a
// `bigint`, or the form that the generator chose.

const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;

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
    forgive: meantInteger,
    format(value) {
      if (typeof value !== "number" || !Number.isInteger(value)) throw new Mismatch(expected);
      if (value < min || value > max) throw new Mismatch(expected, "a number out of range");
      return String(value);
    },
    compare: compareNumbers,
  };
}

/** Maximum number of digits of an integer: the time to parse one grows faster than its length. */
const MAX_DIGITS = 4096;
const SAFE_LENGTH = 15;

/** An absent bound is unbounded. Every form accepts bigints and safe numbers as arguments. */
export function bigInteger(name: string, as: IntegerForm | undefined, min?: bigint, max?: bigint): Primitive {
  const expected = describe(name, min, max);
  const inRange = (value: bigint): boolean =>
    (min === undefined || value >= min) && (max === undefined || value <= max);
  const exact = (text: string): bigint => {
    if (!isInteger(text)) throw new Mismatch(expected);
    if (text.length > MAX_DIGITS) throw new Mismatch(`${expected} of at most ${MAX_DIGITS} digits`);
    const value = text.length <= SAFE_LENGTH ? BigInt(Number(text)) : BigInt(withoutPlus(text));
    if (!inRange(value)) throw new Mismatch(expected);
    return value;
  };
  const lexical = (text: string): string => {
    exact(text);
    return text;
  };
  const safe = (text: string): number => {
    const value = Number(exact(text));
    if (!Number.isSafeInteger(value)) throw new Mismatch(`${expected}, as a number within 2^53`);
    return value;
  };
  return {
    expected,
    parse: as === undefined ? exact : as === "string" ? lexical : safe,
    ...(as === "number" ? { parseFacet: exact } : {}),
    forgive: meantInteger,
    format(value) {
      if (as === "string" && typeof value === "string") return lexical(value);
      if (typeof value === "number" && Number.isInteger(value)) {
        const form = as === undefined ? "bigint" : as === "number" ? "number within 2^53" : "string";
        if (!Number.isSafeInteger(value)) throw new Mismatch(`${expected}, as a ${form}`, "a number beyond 2^53");
      } else if (typeof value !== "bigint") {
        throw new Mismatch(expected);
      }
      const integer = BigInt(value);
      if (!inRange(integer)) throw new Mismatch(expected, `${kindOf(value)} out of range`);
      return integer.toString();
    },
    compare: as === "string" ? compareTexts : compareNumbers,
  };
}

/** Numbers may have any size. Returns undefined for values that are not texts. */
function compareTexts(left: unknown, right: unknown): number | undefined {
  return typeof left === "string" && typeof right === "string" ? compareDecimals(left, right) : undefined;
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

/** Throws `Mismatch` for numbers that JavaScript prints with an exponent: `1e21` and `1e-7`. */
function plainDigits(value: number): string {
  const text = String(value);
  if (isDecimal(text)) return text;
  const received = Number.isFinite(value) ? "a number that prints with an exponent" : undefined;
  throw new Mismatch(`${EXPECTED_DECIMAL} in plain digits`, received);
}

/** A decoded number can be encoded again, however long its text was. */
function allDigits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d)\.?(\d*)$/.exec(mantissa) ?? [];
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, "0");
}

/** `xs:decimal` as text, so that nothing is rounded. Arguments may also be numbers with plain digits and bigints. */
export const decimalType: Primitive = {
  expected: EXPECTED_DECIMAL,
  parse: requireDecimal,
  forgive: meantDecimal,
  format(value) {
    if (typeof value === "string") return requireDecimal(value);
    if (typeof value === "number") return plainDigits(value);
    if (typeof value === "bigint") return value.toString();
    throw new Mismatch(EXPECTED_DECIMAL);
  },
  compare: compareTexts,
};

/** `xs:decimal` as a number, rounded to the nearest one (`generate --decimal number`). */
export const decimalNumberType: Primitive = {
  expected: EXPECTED_DECIMAL,
  parse(text) {
    const value = Number(requireDecimal(text));
    if (!Number.isFinite(value)) throw new Mismatch(`${EXPECTED_DECIMAL} in the range of a number`);
    return value === 0 ? 0 : value;
  },
  forgive: meantDecimal,
  format(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new Mismatch(EXPECTED_DECIMAL);
    return allDigits(value);
  },
  compare: compareNumbers,
};

/** The least magnitude that rounds to infinity in 32 bits. */
export const BEYOND_FLOAT = 3.4028235677973366e38;

/** A finite value of magnitude `beyond` is rejected, not rounded to infinity. */
export function floatingPoint(name: string, beyond: number): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    parse(text) {
      if (!isFloat(text)) throw new Mismatch(expected);
      const value = floatOf(text);
      if (Math.abs(value) >= beyond && !text.endsWith("INF")) throw new Mismatch(`${expected} in range`);
      return value;
    },
    forgive: meantFloat,
    format(value) {
      if (typeof value !== "number") throw new Mismatch(expected);
      if (Number.isNaN(value)) return "NaN";
      if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
      if (Math.abs(value) >= beyond) throw new Mismatch(`${expected} in range`, "a number out of range");
      return Object.is(value, -0) ? "-0" : String(value);
    },
    otherText: canonicalFloat,
    compare: compareNumbers,
  };
}

/** Returns the canonical text of a number (XML Schema Part 2, 3.2.4.2): `1.0E-2` for `0.01`. */
function canonicalFloat(text: string): string {
  const value = floatOf(text);
  if (!Number.isFinite(value)) return text;
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const sign = Object.is(value, -0) ? "-" : "";
  return `${sign}${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${exponent.replace("+", "")}`;
}

// XML Schema Part 2, 3.2.18 and 3.2.19: QName and NOTATION, as `{ namespace, local }`.

/** Throws `Mismatch` for an invalid name, or a prefix that is not bound or not verified. */
export function resolveQName(text: string, scope: PrefixScope, expected = "xs:QName"): QName {
  const name = boundName(text, scope, expected);
  if (name.namespace !== UNVERIFIED) return name;
  throw new PrefixMismatch(`${expected} whose prefix was verified with the response`);
}

/**
 * A prefix that is not verified has the namespace `UNVERIFIED`. Throws `Mismatch` for an invalid name or a prefix that
 * is not bound.
 */
export function boundName(text: string, scope: PrefixScope, expected: string): QName {
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? "" : text.slice(0, colon);
  const local = text.slice(colon + 1);
  if (!isNCName(local) || (colon >= 0 && !isNCName(prefix))) throw new Mismatch(expected);
  const namespace = scope.resolvePrefix(prefix) ?? (prefix === "" ? "" : undefined);
  if (namespace === undefined) throw new Mismatch(`${expected} whose prefix is declared`);
  return { namespace, local };
}

export function qualifiedName(name: string): Primitive {
  const expected = `xs:${name}, as { namespace, local }`;
  return {
    expected,
    parse: (text, scope) => resolveQName(text, scope, `xs:${name}`),
    format(value, scope) {
      const { namespace, local } = partsOf(value, expected);
      if (!isNCName(local)) throw new Mismatch(`${expected} with an NCName as local`);
      if (namespace === XMLNS) throw new Mismatch(`${expected} in a namespace that may have a prefix`);
      const prefix = scope.prefixFor(namespace);
      return prefix === "" ? local : `${prefix}:${local}`;
    },
  };
}

/** Reads each property once. Throws `Mismatch`. */
function partsOf(value: unknown, expected: string): QName {
  if (
    typeof value !== "object" ||
    value === null ||
    !Object.hasOwn(value, "namespace") ||
    !Object.hasOwn(value, "local")
  ) {
    throw new Mismatch(expected);
  }
  let namespace: unknown;
  let local: unknown;
  try {
    ({ namespace, local } = value as { namespace: unknown; local: unknown });
  } catch (cause) {
    throw new Mismatch(expected, "an object whose getter throws", cause);
  }
  return { namespace: requireText(namespace, expected), local: requireText(local, expected) };
}

/** The schema's prefix has no meaning in a document. */
export function mayBeName(type: SimpleTypeCodec, text: string): boolean {
  return type.variety === "atomic" ? isName(type) : text.includes(":");
}

export function isName({ builtIns }: SimpleTypeCodec): boolean {
  return builtIns.includes("QName") || builtIns.includes("NOTATION");
}
