/** Builders of complex types and of what stands around them: XML Schema Part 1, sections 3.2 to 3.4. */
import type { QName } from "../../xml/names";
import type {
  AlternativeNode,
  AnyAttributeNode,
  AnyTypeNode,
  AttributeNode,
  ComplexNode,
  ComplexRef,
  ExtensionNode,
  MixedNode,
  NamespaceConstraint,
  NillableNode,
  PartNode,
  PolymorphicNode,
  SimpleContentNode,
  SimpleRef,
  SoapArrayNode,
} from "./nodes";
import {
  type AnyPart,
  type AnyParticle,
  type ElementBuilders,
  type ElementOptions,
  elementBuilders,
  type ItemsOf,
  type Optional,
  type Part,
  type Particle,
  type Required1,
  type ShapeOf,
} from "./particles";
import {
  type AnyType,
  type ComplexTable,
  mark,
  type NillableTable,
  named,
  nodeOf,
  type PolymorphicTable,
  type Ref,
  type SoapArrayTable,
} from "./typed";
import type { Declared, DeclaredValue, Variant, VariantValue, XmlAttribute } from "./values";

/** The builders of names, elements and attributes in one namespace. */
export interface Namespace extends ElementBuilders {
  (local: string): QName;
  /** A required attribute. */
  attribute<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): Particle<AttributeNode, Required1<K, T>, never>;
  /** An attribute that may be left out. */
  optionalAttribute<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): Particle<AttributeNode, Optional<K, T>, never>;
}
/** The builders of one namespace; `""` is no namespace. */
export function namespace(uri: string): Namespace {
  const attribute = (
    key: string,
    type: Ref<unknown>,
    required: boolean,
    options: ElementOptions = {},
  ): AttributeNode => ({
    kind: "attribute",
    key,
    name: { namespace: uri, local: options.name ?? key },
    type: nodeOf(type) as SimpleRef,
    required,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.fixed === undefined ? {} : { fixed: options.fixed }),
  });
  // A property called `name` would be refused by functions.
  return Object.assign((local: string): QName => ({ namespace: uri, local }), elementBuilders(uri), {
    attribute: ((key, type, options) =>
      mark(attribute(key, type as Ref<unknown>, true, options))) as Namespace["attribute"],
    optionalAttribute: ((key, type, options) =>
      mark(attribute(key, type as Ref<unknown>, false, options))) as Namespace["optionalAttribute"],
  });
}

type TypePart = PartNode & AnyPart;
/** A complex type, its parts in order. `name` is absent for an anonymous type. */
export function complexType<const P extends readonly TypePart[]>(
  name: QName | undefined,
  parts: P,
): ComplexTable<ShapeOf<P>> {
  return mark<ComplexNode, ComplexTable<ShapeOf<P>>>({ kind: "complex", ...named(name), parts });
}
/** A complex type that only its derived types have values of. */
export function abstractType<const P extends readonly TypePart[]>(
  name: QName | undefined,
  parts: P,
): ComplexTable<ShapeOf<P>> {
  return mark<ComplexNode, ComplexTable<ShapeOf<P>>>({ kind: "complex", ...named(name), abstract: true, parts });
}
/** `xs:extension`: the parts of the base type come first. */
export function extension<T>(base: Ref<T>): Particle<ExtensionNode, T, never> {
  return mark<ExtensionNode, ExtensionNode & Part<T>>({ kind: "extension", base: nodeOf(base) as ComplexRef });
}
/** `xs:simpleContent`: the text. */
export function simpleContent<K extends string, T>(
  key: K,
  type: Ref<T>,
): Particle<SimpleContentNode, Required1<K, T>, never> {
  return mark<SimpleContentNode, SimpleContentNode & Part<Required1<K, T>>>({
    kind: "simpleContent",
    key,
    type: nodeOf(type) as SimpleRef,
  });
}
/** `xs:anyAttribute`. */
export function anyAttribute<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): Particle<AnyAttributeNode, Optional<K, XmlAttribute[]>, never> {
  return mark<AnyAttributeNode, AnyAttributeNode & Part<Optional<K, XmlAttribute[]>>>({
    kind: "anyAttribute",
    key,
    namespaces,
  });
}
type MixedShape<K extends string, P extends readonly AnyPart[]> = Required1<K, (string | ItemsOf<P>)[]>;
/** Mixed content: text and elements in document order. */
export function mixed<K extends string, const P extends readonly AnyParticle[]>(
  key: K,
  particles: P,
): Particle<MixedNode, MixedShape<K, P>, never> {
  return mark<MixedNode, MixedNode & Part<MixedShape<K, P>>>({ kind: "mixed", key, particles });
}

/** `nillable="true"`: the value or `null`. */
export function nillable<T>(type: Ref<T>): NillableTable<T | null> {
  return mark<NillableNode, NillableTable<T | null>>({ kind: "nillable", type: nodeOf(type) });
}
/** SOAP 1.1 section 5.4.2: an array of the SOAP encoding. */
export function soapArray<T>(name: QName | undefined, item: Ref<T>, itemType: QName): SoapArrayTable<T[]> {
  return mark<SoapArrayNode, SoapArrayTable<T[]>>({ kind: "soapArray", ...named(name), item: nodeOf(item), itemType });
}
/** `xs:anyType`. */
export const anyType: AnyType = mark<AnyTypeNode, AnyType>({ kind: "anyType" });

declare const alternative: unique symbol;
/** One of the types that a value may have instead of the declared one. */
export interface Alternative<V> extends AlternativeNode {
  readonly [alternative]: V;
}
interface AlternativeNames {
  /** Name of a member of the substitution group. */
  readonly element?: QName;
  /** The `xsi:type` to write and to expect. */
  readonly xsiType?: QName;
}
function alternativeNode<V>(node: AlternativeNode): Alternative<V> {
  return mark<AlternativeNode, Alternative<V>>(node);
}
/** The declared type itself. */
export function declared<L extends string, T>(label: L, type: Ref<T>): Alternative<Declared<L, T>> {
  return alternativeNode({ label, declared: true, type: nodeOf(type), wrapped: false });
}
/** The declared type itself, when it is not complex. */
export function declaredValue<L extends string, T>(label: L, type: Ref<T>): Alternative<DeclaredValue<L, T>> {
  return alternativeNode({ label, declared: true, type: nodeOf(type), wrapped: true });
}
/** A derived type, or a member of the substitution group. */
export function variant<L extends string, T>(
  label: L,
  type: Ref<T>,
  names: AlternativeNames,
): Alternative<Variant<L, T>> {
  return alternativeNode({ label, declared: false, ...names, type: nodeOf(type), wrapped: false });
}
/** The same, when its type is not complex. */
export function variantValue<L extends string, T>(
  label: L,
  type: Ref<T>,
  names: AlternativeNames,
): Alternative<VariantValue<L, T>> {
  return alternativeNode({ label, declared: false, ...names, type: nodeOf(type), wrapped: true });
}
/** The types that a value may have instead of the declared one, the declared one first. */
export function polymorphic<const A extends readonly Alternative<unknown>[]>(
  alternatives: A,
): PolymorphicTable<A[number][typeof alternative]> {
  return mark<PolymorphicNode, PolymorphicTable<A[number][typeof alternative]>>({ kind: "polymorphic", alternatives });
}
