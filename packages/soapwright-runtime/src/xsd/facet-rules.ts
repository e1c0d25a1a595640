/** The rules of constraining facets (XML Schema Part 2, 4.3), for codecs and for tools. */
import { decimalParts } from "./built-ins";
import type { TextTest } from "./pattern";

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

/**
 * Section 4.3.4: the patterns of one derivation step are alternatives. An invalid one, about which the generator warns,
 * accepts every text.
 */
export function patternRule(
  patterns: readonly string[],
  compile: (pattern: string) => TextTest,
): (text: string) => boolean {
  const tests = patterns.map((pattern) => testOf(pattern, compile));
  let last = 0;
  return (text) => {
    // Texts that come in the order of many patterns match at once from the last match on.
    for (let tried = 0; tried < tests.length; tried++) {
      const at = (last + tried) % tests.length;
      if (!tests[at]!.test(text)) continue;
      last = at;
      return true;
    }
    return tests.length === 0;
  };
}

function testOf(pattern: string, compile: (pattern: string) => TextTest): TextTest {
  try {
    return compile(pattern);
  } catch {
    return { test: () => true };
  }
}

/**
 * Section 4.3.5: the value space decides about equality. Without `isSame` that is identity. A set finds most values, of
 * which an enumeration may have thousands.
 */
export function enumerationRule<T>(
  values: readonly T[],
  isSame?: (listed: T, value: T) => boolean,
): (value: T) => boolean {
  const listed = new Set(values);
  return (value) => listed.has(value) || (isSame !== undefined && values.some((each) => isSame(each, value)));
}
