import type { BuiltIn } from "soapwright-runtime/xsd";

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
