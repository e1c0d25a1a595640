/** An instance of a schema component: what a document holds, each part with the component that it obeys. */

import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  ModelGroup,
  QName,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "soapwright-contract";
import type { Prefixes } from "./simple/typed";

export interface ElementInstance {
  readonly kind: "element";
  /** The declaration under whose name it stands: the declared one, or a member of its substitution group. */
  readonly declaration: ElementDeclaration;
  /** The type it has: that of the declaration, or one derived from it, which `xsi:type` then names. */
  readonly type: TypeDefinition;
  readonly content: InstanceContent;
}
export type InstanceContent =
  | { readonly kind: "nil" }
  | { readonly kind: "text"; readonly value: TextInstance }
  | ComplexInstance
  /** Of `xs:anyType`. */
  | { readonly kind: "tree"; readonly tree: XmlTree }
  /** Of an array of the SOAP encoding. */
  | { readonly kind: "array"; readonly items: readonly ElementInstance[] };

/** A text of a simple type. */
export interface TextInstance {
  readonly type: SimpleType;
  readonly text: string;
  readonly prefixes: Prefixes;
}
export interface ComplexInstance {
  readonly kind: "complex";
  readonly type: ComplexType;
  readonly attributes: readonly AttributeInstance[];
  /** Let in by an attribute wildcard. */
  readonly otherAttributes: readonly TreeAttribute[];
  /** Of simple content. */
  readonly text?: TextInstance;
  /** Those of base types first. */
  readonly particles: readonly ParticleInstance[];
  /** Of mixed content: the text before each element of the content in document order, and after the last. */
  readonly between?: readonly string[];
}
export interface AttributeInstance {
  readonly use: AttributeUse;
  readonly value: TextInstance;
}

export type ParticleInstance = ElementsInstance | GroupInstance | WildcardInstance;
/** The occurrences of one element particle. */
export interface ElementsInstance {
  readonly kind: "elements";
  readonly use: ElementUse;
  readonly items: readonly ElementInstance[];
}
/** The occurrences of a model group: each holds one instance for each particle; that of a choice only one. */
export interface GroupInstance {
  readonly kind: "group";
  readonly group: ModelGroup;
  readonly occurrences: readonly (readonly ParticleInstance[])[];
}
export interface WildcardInstance {
  readonly kind: "wildcard";
  readonly wildcard: Wildcard;
  readonly items: readonly XmlTree[];
}

/** An element without a declaration of its own. */
export interface XmlTree {
  readonly name: QName;
  readonly attributes: readonly TreeAttribute[];
  readonly children: readonly (string | XmlTree)[];
  /** Namespaces of prefixes that texts use. */
  readonly prefixes?: Prefixes;
}
export interface TreeAttribute {
  readonly name: QName;
  readonly value: string;
}
