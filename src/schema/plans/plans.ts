/** Tables worked out for one codec: references resolved, namespaces moved, the parts of base types joined. */
import type { XmlName } from "../../xml/events";
import type { SimpleType } from "../simple/simple-type";
import type { QName } from "../tables/values";
import type { ElementRow } from "./element-row";
import type { NameIndex } from "./name-index";
import type { PropertyKey } from "./property-key";

export type TypePlan = SimplePlan | ComplexPlan | PolymorphicPlan | SoapArrayPlan | AnyTypePlan;

/** Where a value stands: its type, and whether it may be nil there. */
export interface Position {
  readonly type: TypePlan;
  readonly nillable: boolean;
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
  readonly rows: NameIndex<ElementRow>;
  /** For each leaf the name that it last came under: readers give the same object for the same name. */
  readonly met: (XmlName | undefined)[];
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

export type LeafPlan = ElementRow | WildcardPlan;
export type ParticlePlan = ElementRow | WildcardPlan | GroupPlan | RepeatedPlan;

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
  /** Place among the leaves of its content. */
  readonly index: number;
  /** Its bit in the set of leaves seen; 0 beyond the 31st. */
  readonly bit: number;
  readonly property: PropertyKey;
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  /** The outermost repeated group around it. */
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
  /** Worked out when first asked for. */
  readonly position: Position;
}

export interface SoapArrayPlan {
  readonly kind: "soapArray";
  readonly name: QName | undefined;
  readonly itemType: QName;
  readonly item: ElementRow;
}

export interface AnyTypePlan {
  readonly kind: "anyType";
}
