/** The facets that limit a value by a number or a bound (XML Schema Part 2, 4.3), for codecs and for tools. */
import { decimalParts } from "./built-ins";

/** Sections 4.3.1 to 4.3.3: a length in characters, octets or items, and the limit. */
export const lengthRules = {
  length: (length: number, limit: number): boolean => length === limit,
  minLength: (length: number, limit: number): boolean => length >= limit,
  maxLength: (length: number, limit: number): boolean => length <= limit,
} as const;

/** Sections 4.3.11 and 4.3.12: a decimal lexical. Leading zeros, and trailing zeros of the fraction, do not count. */
export const digitRules = {
  totalDigits(lexical: string, limit: number): boolean {
    const { integer, fraction } = decimalParts(lexical);
    return integer.length + fraction.length <= limit;
  },
  fractionDigits: (lexical: string, limit: number): boolean => decimalParts(lexical).fraction.length <= limit,
} as const;

/**
 * Sections 4.3.7 to 4.3.10: the order of a value to the bound, as a comparison returns it. A value that is incomparable
 * to a bound (NaN, a dateTime without time zone near one that has) satisfies none.
 */
export const boundRules = {
  minInclusive: (order = Number.NaN): boolean => order >= 0,
  minExclusive: (order = Number.NaN): boolean => order > 0,
  maxInclusive: (order = Number.NaN): boolean => order <= 0,
  maxExclusive: (order = Number.NaN): boolean => order < 0,
} as const;
