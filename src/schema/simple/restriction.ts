/** XML Schema Part 2, 4.1.2.1: derivation by restriction. */
import type { Facets } from "../tables/nodes";
import { facetChecks, patternCheck } from "./facets";
import { Mismatch } from "./mismatch";
import type { EncodeScope, FacetLevel, SimpleType } from "./simple-type";

/** `type` with `facets`. Facets whose own values are not of the base type throw `Mismatch` here. */
export function restrict(type: SimpleType, facets: Facets): SimpleType {
  const base = { ...type, whiteSpace: facets.whiteSpace ?? type.whiteSpace };
  const checks = facetChecks(base, facets);
  const closed = checks.filter((check) => check.closed);
  const { otherText } = base;
  const patterns = otherText === undefined ? [] : patternCheck(facets);
  return {
    ...base,
    ...(patterns.length > 0 && {
      format(value: unknown, scope: EncodeScope) {
        const text = base.format(value, scope);
        const isLetIn = (each: string): boolean => patterns.every((check) => check.isMet(value, each));
        const other = isLetIn(text) ? text : otherText!(text);
        return isLetIn(other) ? other : text;
      },
    }),
    verbatim: base.verbatim === true && base.whiteSpace === "preserve" && closed.length === 0,
    faceted: checks.length > 0 || type.faceted === true,
    check(value: unknown, text: string, level: FacetLevel) {
      base.check(value, text, level);
      for (const check of level === "all" ? checks : closed) {
        if (!check.isMet(value, text)) throw new Mismatch(`${base.expected} ${check.expected}`);
      }
    },
  };
}
