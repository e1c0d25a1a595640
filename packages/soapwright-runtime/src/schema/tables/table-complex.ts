/** Builders of complex types and their parts (XML Schema Part 1, sections 3.2 to 3.4). */
import type { QName } from "../../xml/xml-names";
import type {
  AlternativeNode,
  AnyAttributeNode,
  AttributeNode,
  ComplexNode,
  ComplexRef,
  ExtensionNode,
  MixedNode,
  NamespaceConstraint,
  NillableNode,
  NodeRef,
  ParticleNode,
  PartNode,
  PolymorphicNode,
  SimpleContentNode,
  SimpleRef,
  SoapArrayNode,
} from "./nodes";
import { type ElementBuilders, type ElementOptions, elementBuilders, lexicalsOf } from "./table-particles";
import { type AnyType, mark, named } from "./typed";

/** The builders of names, elements and attributes in one namespace. */
export interface Namespace extends ElementBuilders {
  (local: string): QName;
  /** Builds a required attribute. */
  attribute(key: string, type: SimpleRef, options?: ElementOptions): AttributeNode;
  /** Builds an optional attribute. */
  optionalAttribute(key: string, type: SimpleRef, options?: ElementOptions): AttributeNode;
}
/** Returns the builders of one namespace; `""` is no namespace. */
export function namespace(uri: string): Namespace {
  const attribute = (key: string, type: SimpleRef, required: boolean, options: ElementOptions = {}): AttributeNode => ({
    kind: "attribute",
    key,
    name: { namespace: uri, local: options.name ?? key },
    type,
    required,
    ...lexicalsOf(options),
  });
  const builders: Omit<Namespace, never> = {
    ...elementBuilders(uri),
    attribute: (key, type, options) => attribute(key, type, true, options),
    optionalAttribute: (key, type, options) => attribute(key, type, false, options),
  };
  // Object.assign fails for a property named `name`, which is read-only on functions.
  return Object.assign((local: string): QName => ({ namespace: uri, local }), builders);
}

/** Builds a complex type from its parts, in order. `name` is undefined for an anonymous type. */
export function complexType<T extends ComplexNode>(name: QName | undefined, parts: readonly PartNode[]): T {
  return mark<ComplexNode, T>({ kind: "complex", ...named(name), parts });
}
/** Builds an abstract complex type. Only its derived types have values. */
export function abstractType<T extends ComplexNode>(name: QName | undefined, parts: readonly PartNode[]): T {
  return mark<ComplexNode, T>({ kind: "complex", ...named(name), abstract: true, parts });
}
/** Builds an `xs:extension`: the parts of the base type come first. */
export function extension(base: ComplexRef): ExtensionNode {
  return { kind: "extension", base };
}
/** Builds the text of `xs:simpleContent`. */
export function simpleContent(key: string, type: SimpleRef): SimpleContentNode {
  return { kind: "simpleContent", key, type };
}
/** Builds an `xs:anyAttribute`. */
export function anyAttribute(
  key: string,
  namespaces: NamespaceConstraint,
  options: Pick<AnyAttributeNode, "process" | "declared"> = {},
): AnyAttributeNode {
  return { kind: "anyAttribute", key, namespaces, ...options };
}
/** Builds mixed content: text and elements in document order. */
export function mixed(key: string, particles: readonly ParticleNode[]): MixedNode {
  return { kind: "mixed", key, particles };
}

/** Builds a type with `nillable="true"`, whose value may be `null`. */
export function nillable(type: NodeRef): NillableNode {
  return { kind: "nillable", type };
}
/** Builds an array of the SOAP encoding (SOAP 1.1, section 5.4.2). `dimensions` is their number if it is not one. */
export function soapArray<T extends SoapArrayNode>(
  name: QName | undefined,
  item: NodeRef,
  itemType: QName,
  dimensions?: number,
): T {
  const several = dimensions === undefined ? {} : { dimensions };
  return mark<SoapArrayNode, T>({ kind: "soapArray", ...named(name), item, itemType, ...several });
}
/** `xs:anyType`. */
export const anyType: AnyType = { kind: "anyType" };

export interface AlternativeNames {
  /** Name of a member of the substitution group. */
  readonly element?: QName;
  /** The `xsi:type` that is written and expected. */
  readonly xsiType?: QName;
}
/** Builds the alternative for the declared type itself. */
export function declared(label: string, type: NodeRef): AlternativeNode {
  return { label, declared: true, type, wrapped: false };
}
/** Builds the alternative for the declared type itself, when it is not complex. */
export function declaredValue(label: string, type: NodeRef): AlternativeNode {
  return { label, declared: true, type, wrapped: true };
}
/** Builds the alternative for a derived type, or for a member of the substitution group. */
export function variant(label: string, type: NodeRef, names: AlternativeNames): AlternativeNode {
  return { label, declared: false, ...names, type, wrapped: false };
}
/** Builds an alternative as `variant` does, for a type that is not complex. */
export function variantValue(label: string, type: NodeRef, names: AlternativeNames): AlternativeNode {
  return { label, declared: false, ...names, type, wrapped: true };
}
/** Builds the types that a value may have, of which the declared one is the first. */
export function polymorphic<T extends PolymorphicNode>(alternatives: readonly AlternativeNode[]): T {
  return mark<PolymorphicNode, T>({ kind: "polymorphic", alternatives });
}
