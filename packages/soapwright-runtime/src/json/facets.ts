import type { Facets, SimpleNode, SimpleRef } from "../schema/tables/nodes";
import { nodeOf, stepsOf } from "../schema/tables/view";
import { valueOfText } from "../schema/value-of-text";
import { jsonPattern } from "./json-pattern";
import { simpleToJson } from "./json-simple";
import type { JsonSchema } from "./schema-types";

/** Facets of the steps of a type that have no name of their own: the nearest of each kind, and patterns of each step. */
export interface OwnFacets {
  readonly facets: Omit<Facets, "patterns" | "compilePattern">;
  readonly patterns: readonly (readonly string[])[];
  /** The nearest ancestor with a name in the WSDL, whose facets hold too. */
  readonly base: SimpleNode | undefined;
}

export function ownFacets(ref: SimpleRef, isNamed: (node: SimpleNode) => boolean): OwnFacets {
  const [first, ...ancestors] = stepsOf(ref);
  const at = ancestors.findIndex(isNamed);
  const own = [first!, ...(at < 0 ? ancestors : ancestors.slice(0, at))].map(({ facets = {} }) => facets);
  const others = [...own].reverse().map(({ patterns: _, compilePattern: _compile, ...rest }) => rest);
  return {
    facets: Object.assign({}, ...others),
    patterns: own.flatMap(({ patterns = [] }) => (patterns.length === 0 ? [] : [patterns])),
    base: at < 0 ? undefined : ancestors[at],
  };
}

export function enumOf(ref: SimpleRef, { facets: { enumeration } }: OwnFacets): readonly unknown[] | undefined {
  if (enumeration === undefined) return undefined;
  const node = nodeOf(ref);
  const values = enumeration.flatMap((text) => {
    const found = valueOfText(node, text, "closed");
    return "value" in found ? [simpleToJson(node, found.value)] : [];
  });
  return values.length === 0 ? undefined : [...new Set(values)];
}

export function lengthsOf(
  { facets: { length, minLength = length, maxLength = length } }: OwnFacets,
  what: "Items" | "Length",
): JsonSchema {
  return {
    ...(minLength === undefined ? {} : { [`min${what}`]: minLength }),
    ...(maxLength === undefined ? {} : { [`max${what}`]: maxLength }),
  };
}

const BOUNDS = [
  ["minInclusive", "minimum"],
  ["maxInclusive", "maximum"],
  ["minExclusive", "exclusiveMinimum"],
  ["maxExclusive", "exclusiveMaximum"],
] as const;

export function boundsOf({ facets }: OwnFacets): JsonSchema {
  return Object.fromEntries(
    BOUNDS.flatMap(([facet, keyword]) => {
      const bound = Number(facets[facet]);
      return facets[facet] === undefined || !Number.isFinite(bound) ? [] : [[keyword, bound]];
    }),
  );
}

/** One expression for each step that JavaScript can express. One of the patterns of each step has to match. */
export function patternsOf({ patterns }: OwnFacets): string[] {
  return patterns.flatMap((step) => {
    const translated = step.map(jsonPattern);
    if (translated.includes(undefined)) return [];
    return translated.length === 1
      ? [translated[0]!]
      : [`^(?:${translated.map((each) => each!.slice(1, -1)).join("|")})$`];
  });
}

export type Said = "length" | "pattern" | "enumeration" | "bounds";

const facetKinds: readonly (readonly [Said | undefined, keyof OwnFacets["facets"]])[] = [
  ["length", "length"],
  ["length", "minLength"],
  ["length", "maxLength"],
  ["bounds", "minInclusive"],
  ["bounds", "maxInclusive"],
  ["bounds", "minExclusive"],
  ["bounds", "maxExclusive"],
  [undefined, "totalDigits"],
  [undefined, "fractionDigits"],
  ["enumeration", "enumeration"],
];

/** Names the facets that `said` does not have, for people. */
export function facetTexts({ facets, patterns }: OwnFacets, said: readonly Said[]): string[] {
  const others = facetKinds.flatMap(([kind, name]) => {
    const value = facets[name];
    if (value === undefined || (kind !== undefined && said.includes(kind))) return [];
    return [`${name} ${Array.isArray(value) ? value.slice(0, 20).join(", ") : value}`];
  });
  const untold = patterns.flatMap((step) =>
    said.includes("pattern") && !step.some((each) => jsonPattern(each) === undefined)
      ? []
      : [`pattern ${step.join(" or ")}`],
  );
  return [...others, ...untold];
}
