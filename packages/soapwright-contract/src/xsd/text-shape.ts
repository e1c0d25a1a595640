import { type BuiltIn, builtInOf, type WhiteSpace } from "soapwright-runtime/xsd";
import { remembered } from "../remembered";
import { builtInSimpleType } from "./built-in-types";
import type { Facet, SimpleType } from "./components";

/** A facet that limits texts. */
export interface TextFacet {
  readonly name: string;
  readonly value: string;
}

/**
 * A simple type with its chain of restrictions resolved. `T` is the type of items and members: a component of a schema
 * or a table.
 */
export interface TextShape<T> {
  readonly variety:
    | { readonly of: "atomic"; readonly name: string; readonly builtIn: BuiltIn }
    | { readonly of: "list"; readonly item: T }
    | { readonly of: "union"; readonly members: readonly T[] };
  /** Facets of each derivation step, the base first. */
  readonly steps: readonly (readonly TextFacet[])[];
}

/** Returns the values of a facet in every step, the nearest to the type first. */
export function facetValues({ steps }: TextShape<unknown>, name: string): string[] {
  return steps.flatMap((step) => step.filter((facet) => facet.name === name).map(({ value }) => value)).reverse();
}

/** A simple type of a schema with its chain of restrictions resolved. */
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
