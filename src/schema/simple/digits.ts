/** XML Schema Part 2, 4.3.11 and 4.3.12: totalDigits, fractionDigits. */
import type { Facets } from "../tables/nodes";
import { decimalParts } from "./decimal";
import type { FacetCheck } from "./facet";

export function digitChecks({ totalDigits, fractionDigits }: Facets): readonly FacetCheck[] {
  const checks: FacetCheck[] = [];
  if (totalDigits !== undefined) {
    checks.push({
      expected: `of at most ${totalDigits} digits`,
      closed: false,
      isMet: (_value, text) => countTotal(text) <= totalDigits,
    });
  }
  if (fractionDigits !== undefined) {
    checks.push({
      expected: `of at most ${fractionDigits} digits after the point`,
      closed: false,
      isMet: (_value, text) => decimalParts(text).fraction.length <= fractionDigits,
    });
  }
  return checks;
}

/** Digits that mean something: zeros ahead of the first and after the last one of the fraction do not. */
function countTotal(text: string): number {
  const { integer, fraction } = decimalParts(text);
  return integer.length + fraction.length;
}
