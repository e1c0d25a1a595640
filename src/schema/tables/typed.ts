/**
 * The types that tables carry beside their nodes, and that only the compiler sees. A table is compared with its
 * interface by identity, not by assignability: a `Decimal` for a `string`, an optional property for a required one, a
 * branch too few or too many does not compile.
 */
import type { QName } from "../../xml/names";
import type {
  AnyTypeNode,
  ComplexNode,
  NillableNode,
  NodeRef,
  PolymorphicNode,
  SimpleNode,
  SoapArrayNode,
} from "./nodes";
import type { Flat, XmlElement } from "./values";

declare const typed: unique symbol;
declare const identity: unique symbol;
declare const shape: unique symbol;
declare const value: unique symbol;

/**
 * Any type node that says which values it describes. The conditional type makes the comparison one of identity. It must
 * stand written out wherever it is used, and builders must return another interface than the one that annotates: two
 * instances of one alias or interface are compared by their arguments, and then assignability is enough.
 */
export interface Typed<T> {
  readonly [typed]: true;
  readonly [identity]?: <X>() => X extends T ? 1 : 2;
  /** For inference alone. */
  readonly [value]?: (value: T) => T;
}
/** A type, or a function that returns it when it is defined further down. */
export type Ref<T> = Typed<T> | (() => Typed<T>);
/** A reference to a type of whatever values. */
export type AnyRef = { readonly [typed]: true } | (() => { readonly [typed]: true });

/** What builders make: the table `N` of values that are `T`. */
export interface Described<T> extends Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
export type SimpleTable<T> = SimpleNode & Described<T>;
export type PolymorphicTable<T> = PolymorphicNode & Described<T>;
export type NillableTable<T> = NillableNode & Described<T>;
export type SoapArrayTable<T> = SoapArrayNode & Described<T>;
/** What `complexType` makes of its parts: a table of objects of shape `S`. */
export interface ComplexTable<S> extends ComplexNode {
  readonly [typed]: true;
  readonly [shape]: <X>() => X extends Flat<S> ? 1 : 2;
}

/** A table of a simple type whose values are `T`. */
export interface SimpleType<T> extends SimpleNode, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** A table of a complex type whose values are `T`. */
export interface ComplexType<T> extends ComplexNode, Typed<T> {
  readonly [shape]: <X>() => X extends Flat<T> ? 1 : 2;
}
/** A table of alternatives told apart by `$type`; `T` is their union. */
export interface PolymorphicType<T> extends PolymorphicNode, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** A table of an array of the SOAP encoding. */
export interface SoapArrayType<T> extends SoapArrayNode, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** The table of `xs:anyType`. */
export interface AnyType extends AnyTypeNode, Typed<XmlElement> {}

/** The reference as codecs take it. */
export function nodeOf<T>(ref: Ref<T>): NodeRef {
  return ref as unknown as NodeRef;
}
/** Marks a node with the values it describes. Nothing happens at run time. */
export function mark<N, T extends N>(node: N): T {
  return node as T;
}
/** `name` as a property, when there is one. */
export function named(name: QName | undefined): { readonly name?: QName } {
  return name === undefined ? {} : { name };
}
