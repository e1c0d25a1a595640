/** Constraining facets (XML Schema Part 2, 4.3), compiled to checks. */

import { normalize } from "../../xsd/built-ins";
import { boundRules, digitRules, enumerationRule, lengthRules, patternRule } from "../../xsd/facet-rules";
import type { PrefixScope } from "../scope";
import type { Facets } from "../tables/nodes";
import { isSame } from "./simple-compare";
import type { SimpleTypeCodec } from "./simple-type";

interface FacetCheck {
  /** Text that follows the name of the type in messages, for example `of at most 10 characters`. */
  readonly expected: string;
  /** A closed facet is checked in responses at every validation level. */
  readonly closed: boolean;
  /** `text` is the lexical with white space normalized. */
  isMet(value: unknown, text: string): boolean;
}

/** Throws `Mismatch` for a facet whose own value is not of the base type. */
export function facetChecks(base: SimpleTypeCodec, facets: Facets): readonly FacetCheck[] {
  const { compare, lengthOf } = base;
  const checks = [...patternCheck(facets)];
  const add = (expected: string, isMet: FacetCheck["isMet"]): void => {
    checks.push({ expected, closed: false, isMet });
  };
  // Types without a length (numbers, dates; names with a prefix by the errata) satisfy every length (4.3.1 to 4.3.3).
  const addLength = (name: keyof typeof lengthRules, text: string): void => {
    const [limit, isMet] = [facets[name], lengthRules[name]];
    if (limit === undefined || lengthOf === undefined) return;
    add(`of ${text} ${limit}`, (value) => isMet(lengthOf(value), limit));
  };
  addLength("length", "length");
  addLength("minLength", "a length of at least");
  addLength("maxLength", "a length of at most");
  const addDigits = (name: keyof typeof digitRules, unit: string): void => {
    const [limit, isMet] = [facets[name], digitRules[name]];
    if (limit !== undefined) add(`of at most ${limit} ${unit}`, (_value, text) => isMet(text, limit));
  };
  addDigits("totalDigits", "digits");
  addDigits("fractionDigits", "digits after the point");
  const addBound = (name: keyof typeof boundRules, text: string): void => {
    const [lexical, isMet] = [facets[name], boundRules[name]];
    if (lexical === undefined || compare === undefined) return;
    const bound = facetValue(base, lexical, noPrefixes);
    add(`${text} ${lexical}`, (value) => isMet(compare(value, bound)));
  };
  addBound("minInclusive", "from");
  addBound("minExclusive", "above");
  addBound("maxInclusive", "up to");
  addBound("maxExclusive", "below");
  return [...checks, ...enumerationCheck(base, facets)];
}

export function patternCheck({ patterns, compilePattern }: Facets): readonly FacetCheck[] {
  if (patterns === undefined || patterns.length === 0) return [];
  if (compilePattern === undefined)
    throw new TypeError(`Pass the facets with ${patterns.join(" or ")} to patterned().`);
  const isMatched = patternRule(patterns, compilePattern);
  const expected = `by the pattern ${patterns.join(" or ")}`;
  return [{ expected, closed: false, isMet: (_value, text) => isMatched(text) }];
}

function facetValue({ parse, parseFacet, whiteSpace }: SimpleTypeCodec, lexical: string, scope: PrefixScope): unknown {
  const text = normalize(lexical, whiteSpace);
  return parseFacet === undefined ? parse(text, scope) : parseFacet(text);
}

const noPrefixes: PrefixScope = { resolvePrefix: () => undefined };

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
  return [
    { expected: `as one of ${listed(enumeration)}`, closed, isMet: enumerationRule(values, equalityOf(base, values)) },
  ];
}

/** Strings are the same if they are identical. Types with an order or structured values are compared one by one. */
function equalityOf(
  { compare }: SimpleTypeCodec,
  values: readonly unknown[],
): ((listed: unknown, value: unknown) => boolean) | undefined {
  if (compare !== undefined) return (listed, value) => compare(listed, value) === 0;
  return values.every((value) => typeof value === "string") ? undefined : isSame;
}

const SHOWN = 12;

function listed(enumeration: readonly string[]): string {
  const shown = enumeration.slice(0, SHOWN).join(", ");
  return enumeration.length > SHOWN ? `${shown} … (${enumeration.length} values)` : shown;
}
