/**
 * Plans are tables compiled for one codec: with references resolved, namespaces renamed and the parts of base types
 * merged. Plans are immutable. A type may contain itself, so a plan refers to the types of its elements by their
 * tables, and `Plans` has the plan of each.
 */
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { NillableNode, ProcessContents, TypeNode } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import type { NameIndex } from "./name-index";
import type { PropertyKey } from "./property-key";

export type TypePlan = PlainPlan | PolymorphicPlan;
/** The plan of a type without alternatives, as each alternative has. */
export type PlainPlan = SimplePlan | ComplexPlan | SoapArrayPlan | AnyTypePlan;

export interface Position {
  readonly type: Exclude<TypeNode, NillableNode>;
  readonly nillable: boolean;
}

/** Compiled on first use, because a message uses few types of a large schema. */
export interface Plans {
  type(position: Position): TypePlan;
  typeOf(alternative: AlternativePlan): PlainPlan;
}

export interface SimplePlan {
  readonly kind: "simple";
  readonly name: QName | undefined;
  readonly type: SimpleTypeCodec;
}

export interface ComplexPlan {
  readonly kind: "complex";
  readonly name: QName | undefined;
  readonly abstract: boolean;
  readonly attributes: readonly AttributePlan[];
  readonly attributesByName: NameIndex<AttributePlan>;
  readonly anyAttribute: AnyAttributePlan | undefined;
  readonly text: TextPlan | undefined;
  readonly mixed: PropertyKey | undefined;
  readonly content: Content;
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
  readonly process: ProcessContents;
  /** The global attributes that it accepts. */
  readonly declared: NameIndex<AttributePlan>;
  accepts(namespace: string): boolean;
}
export interface TextPlan {
  readonly property: PropertyKey;
  readonly simple: SimplePlan;
}

export interface Content {
  readonly particles: readonly ParticlePlan[];
  /** The leaves are in the order of the schema. */
  readonly leaves: readonly LeafPlan[];
  readonly elements: NameIndex<ElementPlan>;
  readonly wildcards: readonly WildcardPlan[];
  /** Names or wildcards repeat, so that only the order determines a child's leaf. */
  readonly positional: boolean;
  /** A substitution group is beside one of its members, so that one name has values of two forms. */
  readonly overlaps: boolean;
  readonly repeats: boolean;
  /** Whether an element of it may have a name without a namespace. */
  readonly hasPlainNames: boolean;
  readonly unordered: boolean;
  /** Bits of `LeafPlan.bit`. Undefined when the end of the element needs another check too. */
  readonly requiredBits: number | undefined;
  /** Lists outside choices and optional groups. Their value is `[]` when no item occurred. */
  readonly lists: readonly (LeafPlan | RepeatedPlan)[];
}

export type LeafPlan = ElementPlan | WildcardPlan;
export type ParticlePlan = ElementPlan | WildcardPlan | GroupPlan | RepeatedPlan;

/** An element declaration in its content model (XML Schema Part 1, 3.3). */
export interface ElementPlan {
  readonly kind: "element";
  readonly index: number;
  /** The bit in the set of leaves seen; 0 beyond the 31st leaf. */
  readonly bit: number;
  readonly property: PropertyKey;
  readonly name: QName;
  readonly names: readonly QName[];
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  readonly mediaType: string | undefined;
  /** The outermost repeated group that contains the element. */
  readonly within: RepeatedPlan | undefined;
  readonly position: Position;
  /** Set when the type is not polymorphic, so that the content is only text. */
  readonly simple: SimpleTypeCodec | undefined;
  readonly verbatim: boolean;
  readonly identity: readonly ConstraintPlan[] | undefined;
}
/** An identity constraint (XML Schema Part 1, 3.11). */
export interface ConstraintPlan {
  readonly kind: "key" | "keyref" | "unique";
  readonly name: QName;
  /** For messages: `the key OrderNumber`. */
  readonly label: string;
  readonly selector: readonly PathPlan[];
  readonly fields: readonly (readonly PathPlan[])[];
  readonly refer: QName | undefined;
  readonly referLabel: string;
}
export interface PathPlan {
  readonly descends: boolean;
  readonly steps: readonly NameTestPlan[];
  readonly attribute: NameTestPlan | undefined;
}
/** An absent namespace or local name accepts any. */
export interface NameTestPlan {
  readonly namespace: string | undefined;
  readonly local: string | undefined;
}
export interface GroupPlan {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  readonly particles: readonly ParticlePlan[];
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
  /** Whether its elements may be anywhere in the content. */
  readonly open: boolean;
  readonly index: number;
  readonly bit: number;
  readonly property: PropertyKey;
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly within: RepeatedPlan | undefined;
  readonly process: ProcessContents;
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
  readonly dimensions: number;
  readonly item: ElementPlan;
}

export interface AnyTypePlan {
  readonly kind: "anyType";
}
