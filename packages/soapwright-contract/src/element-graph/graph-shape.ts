import { builtInOf, type WhiteSpace } from "soapwright-runtime/xsd";
import { remembered } from "../remembered";
import type { TextShape } from "../texts/limits";
import { builtInSimpleType } from "../xsd/built-in-types";
import type { Facet, SimpleType } from "../xsd/components";

/** A simple type with its chain of restrictions resolved. */
export interface Shape extends TextShape<SimpleType> {
  readonly steps: readonly (readonly Facet[])[];
  readonly whiteSpace: WhiteSpace;
}

export const shapeOf: (type: SimpleType) => Shape = remembered(buildShape);

function buildShape(type: SimpleType): Shape {
  const { variety } = type;
  if (variety.of === "restriction") {
    const base = shapeOf(variety.base);
    const white = type.facets.find(({ name }) => name === "whiteSpace")?.value;
    const whiteSpace = white === "preserve" || white === "replace" || white === "collapse" ? white : base.whiteSpace;
    return { variety: base.variety, steps: [...base.steps, type.facets], whiteSpace };
  }
  const steps = type.facets.length > 0 ? [type.facets] : [];
  if (variety.of === "list") return { variety: { of: "list", item: variety.item }, steps, whiteSpace: "collapse" };
  if (variety.of === "union")
    return { variety: { of: "union", members: flattened(variety.members) }, steps, whiteSpace: "preserve" };
  const name = type.name?.local ?? "string";
  const builtIn = builtInOf(name);
  if (builtIn.listOf === undefined)
    return { variety: { of: "atomic", name, builtIn }, steps, whiteSpace: builtIn.whiteSpace };
  return {
    variety: { of: "list", item: builtInSimpleType(builtIn.listOf) },
    steps: [atLeastOne(type)],
    whiteSpace: "collapse",
  };
}

/** Replaces unions without facets by their members, and removes duplicates, because nested unions may share members. */
function flattened(members: readonly SimpleType[]): readonly SimpleType[] {
  const found = new Set<SimpleType>();
  for (const member of members) {
    const { variety, steps } = shapeOf(member);
    const isPlain = variety.of === "union" && steps.every((facets) => facets.length === 0);
    for (const each of isPlain ? variety.members : [member]) found.add(each);
  }
  return [...found];
}

/** XML Schema Part 2, 3.3.5: built-in lists are not empty. */
function atLeastOne(type: SimpleType): Facet[] {
  return [{ name: "minLength", value: "1", position: type.position }];
}
