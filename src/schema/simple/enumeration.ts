/** XML Schema Part 2, 4.3.5: enumeration, compared in the value space. */

import { normalize } from "../../xsd/white-space";
import type { PrefixScope } from "../scope";
import type { Facets } from "../tables/nodes";
import { isSame } from "./compare";
import type { FacetCheck } from "./facet";
import type { SimpleType } from "./simple-type";

const SHOWN = 12;

export function enumerationCheck(base: SimpleType, facets: Facets): readonly FacetCheck[] {
  const { enumeration } = facets;
  if (enumeration === undefined) return [];
  const { prefixes } = facets;
  const scope: PrefixScope = {
    resolvePrefix: (prefix) =>
      prefixes !== undefined && Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined,
  };
  const values = enumeration.map((lexical) => base.parse(normalize(lexical, base.whiteSpace), scope));
  return [
    { expected: `as one of ${listed(enumeration)}`, closed: facets.closed === true, isMet: membership(base, values) },
  ];
}

/** Strings and integers are looked up; what has an order or parts of its own is compared one by one. */
function membership(base: SimpleType, values: readonly unknown[]): (value: unknown) => boolean {
  const { compare } = base;
  if (compare === undefined && values.every((value) => typeof value === "string")) {
    const known = new Set<unknown>(values);
    return (value) => known.has(value);
  }
  return (value) =>
    values.some((known) => (compare === undefined ? isSame(known, value) : compare(known, value) === 0));
}

function listed(enumeration: readonly string[]): string {
  const shown = enumeration.slice(0, SHOWN).join(", ");
  return enumeration.length > SHOWN ? `${shown} … (${enumeration.length} values)` : shown;
}
