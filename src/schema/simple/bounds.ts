/** XML Schema Part 2, 4.3.7 to 4.3.10: maxInclusive, maxExclusive, minExclusive, minInclusive. */

import { normalize } from "../../xsd/white-space";
import type { PrefixScope } from "../scope";
import type { Facets } from "../tables/nodes";
import type { FacetCheck } from "./facet";
import type { SimpleType } from "./simple-type";

const noPrefixes: PrefixScope = { resolvePrefix: () => undefined };

/** A value that has no order with the bound (NaN, a dateTime without time zone near one that has) does not meet it. */
export function boundChecks(base: SimpleType, facets: Facets): readonly FacetCheck[] {
  const { compare } = base;
  if (compare === undefined) return [];
  const checks: FacetCheck[] = [];
  const add = (lexical: string | undefined, words: string, isMet: (order: number) => boolean): void => {
    if (lexical === undefined) return;
    const bound = base.parse(normalize(lexical, base.whiteSpace), noPrefixes);
    checks.push({
      expected: `${words} ${lexical}`,
      closed: false,
      isMet(value) {
        const order = compare(value, bound);
        return order !== undefined && isMet(order);
      },
    });
  };
  add(facets.minInclusive, "from", (order) => order >= 0);
  add(facets.minExclusive, "above", (order) => order > 0);
  add(facets.maxInclusive, "up to", (order) => order <= 0);
  add(facets.maxExclusive, "below", (order) => order < 0);
  return checks;
}
