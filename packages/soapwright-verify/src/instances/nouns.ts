/** An instance of a schema component: the content of a document, with the component of each part. */

import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  ModelGroup,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "soapwright-contract";
import type { XmlAttribute, XmlElement } from "soapwright-runtime/tables";
import type { Prefixes } from "./simple/typed";

export interface ElementInstance {
  /** The declaration that names the element: the particle's, or a member of its substitution group. */
  readonly declaration: ElementDeclaration;
  /** The declaration's type, or a type derived from it, which `xsi:type` then names. */
  readonly type: TypeDefinition;
  readonly content: InstanceContent;
}
export type InstanceContent =
  | { readonly kind: "nil" }
  | { readonly kind: "text"; readonly value: TextInstance }
  | ComplexInstance
  /** Content of `xs:anyType`. */
  | { readonly kind: "tree"; readonly tree: XmlElement }
  /** Content of a SOAP-encoded array. */
  | { readonly kind: "array"; readonly items: readonly ElementInstance[] };

export interface TextInstance {
  readonly type: SimpleType;
  readonly text: string;
  readonly prefixes: Prefixes;
}
export interface ComplexInstance {
  readonly kind: "complex";
  readonly type: ComplexType;
  readonly attributes: readonly AttributeInstance[];
  /** Attributes that an attribute wildcard allows. */
  readonly otherAttributes: readonly XmlAttribute[];
  readonly text?: TextInstance;
  readonly particles: readonly ParticleInstance[];
  /** In mixed content: the text before each element in document order, and after the last element. */
  readonly between?: readonly string[];
}
export interface AttributeInstance {
  readonly use: AttributeUse;
  readonly value: TextInstance;
}

export type ParticleInstance = ElementsInstance | GroupInstance | WildcardInstance;
interface ElementsInstance {
  readonly kind: "elements";
  readonly use: ElementUse;
  readonly items: readonly ElementInstance[];
}
/** An occurrence holds an instance of each particle; in a choice, of one particle. */
interface GroupInstance {
  readonly kind: "group";
  readonly group: ModelGroup;
  readonly occurrences: readonly (readonly ParticleInstance[])[];
}
interface WildcardInstance {
  readonly kind: "wildcard";
  readonly wildcard: Wildcard;
  readonly items: readonly XmlElement[];
}
