/** Constraining facets (XML Schema Part 2, 4.3), compiled to checks. */

import { decimalParts, normalize } from "../../xsd/built-ins";
import type { TextTest } from "../../xsd/pattern";
import type { PrefixScope } from "../scope";
import type { Facets } from "../tables/nodes";
import { isSame } from "./simple-compare";
import type { SimpleTypeCodec } from "./simple-type";

export interface FacetCheck {
  /** Text that follows the name of the type in messages, for example `of at most 10 characters`. */
  readonly expected: string;
  /** A closed facet is checked in responses at every validation level. */
  readonly closed: boolean;
  /** `text` is the lexical with white space normalized. */
  isMet(value: unknown, text: string): boolean;
}

/** Throws `Mismatch` for a facet whose own value is not of the base type. */
export function facetChecks(base: SimpleTypeCodec, facets: Facets): readonly FacetCheck[] {
  return [
    ...patternCheck(facets),
    ...lengthChecks(base, facets),
    ...digitChecks(facets),
    ...boundChecks(base, facets),
    ...enumerationCheck(base, facets),
  ];
}

/** The patterns of one derivation step are alternatives (XML Schema Part 2, 4.3.4). */
export function patternCheck({ patterns, compilePattern }: Facets): readonly FacetCheck[] {
  if (patterns === undefined || patterns.length === 0) return [];
  if (compilePattern === undefined)
    throw new TypeError(`Pass the facets with ${patterns.join(" or ")} to patterned().`);
  const tests = patterns.map((pattern) => readPattern(pattern, compilePattern));
  const expected = `by the pattern ${patterns.join(" or ")}`;
  return [{ expected, closed: false, isMet: (_value, text) => tests.some((each) => each.test(text)) }];
}

/** An invalid pattern, about which the generator warns, accepts every text. */
function readPattern(pattern: string, compile: (pattern: string) => TextTest): TextTest {
  try {
    return compile(pattern);
  } catch {
    return { test: () => true };
  }
}

/**
 * XML Schema Part 2, 4.3.1 to 4.3.3. Types without a length (numbers, dates; names with a prefix by the errata) satisfy
 * every length.
 */
function lengthChecks({ lengthOf }: SimpleTypeCodec, { length, minLength, maxLength }: Facets): readonly FacetCheck[] {
  if (lengthOf === undefined) return [];
  const check = (
    limit: number | undefined,
    label: string,
    isMet: (length: number, limit: number) => boolean,
  ): readonly FacetCheck[] =>
    limit === undefined
      ? []
      : [{ expected: `of ${label} ${limit}`, closed: false, isMet: (value) => isMet(lengthOf(value), limit) }];
  return [
    ...check(length, "length", (count, limit) => count === limit),
    ...check(minLength, "a length of at least", (count, limit) => count >= limit),
    ...check(maxLength, "a length of at most", (count, limit) => count <= limit),
  ];
}

/** XML Schema Part 2, 4.3.11 and 4.3.12. Leading zeros, and trailing zeros of the fraction, do not count. */
function digitChecks({ totalDigits, fractionDigits }: Facets): readonly FacetCheck[] {
  const check = (limit: number | undefined, label: string, count: (text: string) => number): readonly FacetCheck[] =>
    limit === undefined
      ? []
      : [{ expected: `of at most ${limit} ${label}`, closed: false, isMet: (_value, text) => count(text) <= limit }];
  const total = (text: string): number => {
    const { integer, fraction } = decimalParts(text);
    return integer.length + fraction.length;
  };
  return [
    ...check(totalDigits, "digits", total),
    ...check(fractionDigits, "digits after the point", (text) => decimalParts(text).fraction.length),
  ];
}

function facetValue({ parse, parseFacet, whiteSpace }: SimpleTypeCodec, lexical: string, scope: PrefixScope): unknown {
  const text = normalize(lexical, whiteSpace);
  return parseFacet === undefined ? parse(text, scope) : parseFacet(text);
}

const noPrefixes: PrefixScope = { resolvePrefix: () => undefined };

/**
 * XML Schema Part 2, 4.3.7 to 4.3.10. A value that is incomparable to the bound (NaN, a dateTime without time zone near
 * one that has) does not satisfy it.
 */
function boundChecks(base: SimpleTypeCodec, facets: Facets): readonly FacetCheck[] {
  const { compare } = base;
  if (compare === undefined) return [];
  const check = (
    lexical: string | undefined,
    text: string,
    isMet: (order: number) => boolean,
  ): readonly FacetCheck[] => {
    if (lexical === undefined) return [];
    const bound = facetValue(base, lexical, noPrefixes);
    const isWithin = (value: unknown): boolean => {
      const order = compare(value, bound);
      return order !== undefined && isMet(order);
    };
    return [{ expected: `${text} ${lexical}`, closed: false, isMet: isWithin }];
  };
  return [
    ...check(facets.minInclusive, "from", (order) => order >= 0),
    ...check(facets.minExclusive, "above", (order) => order > 0),
    ...check(facets.maxInclusive, "up to", (order) => order <= 0),
    ...check(facets.maxExclusive, "below", (order) => order < 0),
  ];
}

/** XML Schema Part 2, 4.3.5. The value space decides about equality. */
function enumerationCheck(
  base: SimpleTypeCodec,
  { enumeration, prefixes, closed = false }: Facets,
): readonly FacetCheck[] {
  if (enumeration === undefined) return [];
  const scope: PrefixScope = {
    resolvePrefix: (prefix) =>
      prefixes !== undefined && Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined,
  };
  const values = enumeration.map((lexical) => facetValue(base, lexical, scope));
  return [{ expected: `as one of ${listed(enumeration)}`, closed, isMet: membership(base, values) }];
}

/** A set is used for strings. Types with an order or structured values are compared one by one. */
function membership({ compare }: SimpleTypeCodec, values: readonly unknown[]): (value: unknown) => boolean {
  if (compare === undefined && values.every((value) => typeof value === "string")) {
    const listedValues = new Set<unknown>(values);
    return (value) => listedValues.has(value);
  }
  return (value) =>
    values.some((listed) => (compare === undefined ? isSame(listed, value) : compare(listed, value) === 0));
}

const SHOWN = 12;

function listed(enumeration: readonly string[]): string {
  const shown = enumeration.slice(0, SHOWN).join(", ");
  return enumeration.length > SHOWN ? `${shown} … (${enumeration.length} values)` : shown;
}
