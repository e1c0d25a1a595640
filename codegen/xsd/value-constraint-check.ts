/** Sections 3.2.6 and 3.3.6, a Value Constraint Valid: as far as bounds of numbers and enumerations show it. */
import type { Facet, SimpleType, TypeDefinition } from "./components";

/** The facet that a default or fixed value breaks. */
export function brokenFacet(type: TypeDefinition, lexical: string): Facet | undefined {
  let at = type.kind === "simpleType" ? type : type.content.kind === "simple" ? type.content.type : undefined;
  const text = lexical.replace(/[\t\r\n ]+/g, " ").trim();
  const numeric = at !== undefined && isNumeric(at);
  while (at !== undefined) {
    const found = numeric ? brokenBound(at, Number(text)) : undefined;
    const broken = found ?? brokenEnumeration(at, text, numeric);
    if (broken !== undefined) return broken;
    at = at.variety.of === "restriction" ? at.variety.base : undefined;
  }
  return undefined;
}

function isNumeric(type: SimpleType): boolean {
  let at = type;
  while (at.variety.of === "restriction") at = at.variety.base;
  return (
    at.variety.of === "builtIn" &&
    /^(?:decimal|float|double|.*nteger|unsigned.*|long|int|short|byte)$/.test(at.name?.local ?? "")
  );
}

function brokenBound(type: SimpleType, value: number): Facet | undefined {
  return type.facets.find((facet) => {
    const bound = Number(facet.value);
    if (facet.name === "minInclusive") return value < bound;
    if (facet.name === "maxInclusive") return value > bound;
    if (facet.name === "minExclusive") return value <= bound;
    return facet.name === "maxExclusive" && value >= bound;
  });
}

function brokenEnumeration(type: SimpleType, text: string, numeric: boolean): Facet | undefined {
  const values = type.facets.filter((facet) => facet.name === "enumeration");
  // A QName may have another prefix, and white space may count: only what differs in every reading is wrong.
  const same = (facet: Facet) =>
    facet.qname !== undefined && text.includes(":")
      ? true
      : facet.value.replace(/[\t\r\n ]+/g, " ").trim() === text || (numeric && Number(facet.value) === Number(text));
  return values.some(same) ? undefined : values[0];
}
