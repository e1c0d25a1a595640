/**
 * Tables worked out for one codec: references resolved, namespaces moved, the parts of base types joined. Plans are
 * complete when they are made and never change. A type may contain itself, so a plan names the types of its elements by
 * their tables; `Plans` has the plan of each.
 */
import type { SimpleType } from "../simple/simple-type";
import type { NillableNode, TypeNode } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import type { NameIndex } from "./name-index";
import type { PropertyKey } from "./property-key";

export type TypePlan = SimplePlan | ComplexPlan | PolymorphicPlan | SoapArrayPlan | AnyTypePlan;

/** Where a value stands: its type, and whether it may be nil there. */
export interface Position {
  readonly type: Exclude<TypeNode, NillableNode>;
  readonly nillable: boolean;
}

/** The plans of types. Each is worked out when it is first asked for: a message holds few of the types of a large schema. */
export interface Plans {
  type(position: Position): TypePlan;
}

export interface SimplePlan {
  readonly kind: "simple";
  readonly name: QName | undefined;
  readonly type: SimpleType;
}

export interface ComplexPlan {
  readonly kind: "complex";
  readonly name: QName | undefined;
  readonly abstract: boolean;
  readonly attributes: readonly AttributePlan[];
  readonly attributesByName: NameIndex<AttributePlan>;
  readonly anyAttribute: AnyAttributePlan | undefined;
  /** Simple content. */
  readonly text: TextPlan | undefined;
  /** Mixed content: the property of its items. */
  readonly mixed: PropertyKey | undefined;
  readonly content: Content;
  /** Every property that a value may have. */
  readonly keys: ReadonlySet<string>;
}

export interface AttributePlan {
  readonly property: PropertyKey;
  readonly name: QName;
  readonly simple: SimplePlan;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
}
export interface AnyAttributePlan {
  readonly property: PropertyKey;
  accepts(namespace: string): boolean;
}
export interface TextPlan {
  readonly property: PropertyKey;
  readonly simple: SimplePlan;
}

/** A content model, and what can be said about it at once. */
export interface Content {
  readonly particles: readonly ParticlePlan[];
  /** Element declarations and wildcards in the order of the schema. */
  readonly leaves: readonly LeafPlan[];
  readonly elements: NameIndex<ElementPlan>;
  readonly wildcards: readonly WildcardPlan[];
  /** A name stands in several places, or several wildcards do: only the order tells which is meant. */
  readonly positional: boolean;
  /** Some group repeats. */
  readonly repeats: boolean;
  /** Members of an `all` group come in any order. */
  readonly unordered: boolean;
  /** Bits of `LeafPlan.bit` that a value needs, when nothing but that is to be checked in the end; else `undefined`. */
  readonly requiredBits: number | undefined;
  /** List properties that stand outside choices and optional groups: `[]` when nothing came. */
  readonly lists: readonly (LeafPlan | RepeatedPlan)[];
}

export type LeafPlan = ElementPlan | WildcardPlan;
export type ParticlePlan = ElementPlan | WildcardPlan | GroupPlan | RepeatedPlan;

/** XML Schema Part 1, 3.3: an element declaration where it is used. */
export interface ElementPlan {
  readonly kind: "element";
  /** Place among the leaves of its content. */
  readonly index: number;
  /** Its bit in the set of leaves seen; 0 beyond the 31st. */
  readonly bit: number;
  readonly property: PropertyKey;
  readonly name: QName;
  /** Its own name and those of its substitution group. */
  readonly names: readonly QName[];
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  readonly mediaType: string | undefined;
  /** The outermost repeated group around it. */
  readonly within: RepeatedPlan | undefined;
  readonly position: Position;
  /** The type, when it is simple and not one of several: such an element is text alone. */
  readonly simple: SimpleType | undefined;
  /** Its text is its value. */
  readonly verbatim: boolean;
}
export interface GroupPlan {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  readonly particles: readonly ParticlePlan[];
  /** Every property of its members. */
  readonly keys: ReadonlySet<string>;
}
export interface RepeatedPlan {
  readonly kind: "repeated";
  readonly property: PropertyKey;
  readonly min: number;
  readonly max: number;
  readonly group: GroupPlan;
  readonly lists: readonly (LeafPlan | RepeatedPlan)[];
  readonly keys: ReadonlySet<string>;
}
export interface WildcardPlan {
  readonly kind: "any";
  readonly index: number;
  readonly bit: number;
  readonly property: PropertyKey;
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly within: RepeatedPlan | undefined;
  accepts(namespace: string): boolean;
}

export interface PolymorphicPlan {
  readonly kind: "polymorphic";
  readonly alternatives: readonly AlternativePlan[];
}
export interface AlternativePlan {
  readonly label: string;
  readonly declared: boolean;
  readonly element: QName | undefined;
  readonly xsiType: QName | undefined;
  readonly wrapped: boolean;
  readonly position: Position;
}

export interface SoapArrayPlan {
  readonly kind: "soapArray";
  readonly name: QName | undefined;
  readonly itemType: QName;
  readonly item: ElementPlan;
}

export interface AnyTypePlan {
  readonly kind: "anyType";
}
