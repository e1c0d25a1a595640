/** XML Schema Part 2, 4.3.1 to 4.3.3: length, minLength, maxLength. */
import type { Facets } from "../tables/nodes";
import type { FacetCheck } from "./facet";
import type { SimpleType } from "./simple-type";

/** Types that have no length (numbers, dates; names with a prefix by the errata) meet every length. */
export function lengthChecks(base: SimpleType, facets: Facets): readonly FacetCheck[] {
  const { lengthOf } = base;
  if (lengthOf === undefined) return [];
  const checks: FacetCheck[] = [];
  const add = (limit: number | undefined, words: string, isMet: (length: number, limit: number) => boolean): void => {
    if (limit === undefined) return;
    checks.push({ expected: `of ${words} ${limit}`, closed: false, isMet: (value) => isMet(lengthOf(value), limit) });
  };
  add(facets.length, "length", (length, limit) => length === limit);
  add(facets.minLength, "a length of at least", (length, limit) => length >= limit);
  add(facets.maxLength, "a length of at most", (length, limit) => length <= limit);
  return checks;
}
