/**
 * The values that the parts of a table describe, as types that only the compiler sees. A table is compared with its
 * interface by identity, not by assignability: a `Decimal` for a `string`, an optional property for a required one, a
 * branch too few or too many does not compile.
 */
import type {
  AlternativeNode,
  ComplexNode,
  ElementNode,
  FaultNode,
  GroupNode,
  MessageNode,
  NillableNode,
  OperationNode,
  ParticleNode,
  PolymorphicNode,
  SimpleNode,
  SoapArrayNode,
  WildcardNode,
} from "../../../src/schema/tables/nodes";
import type { fails, headers, responseHeaders, returns, takes } from "../../../src/schema/tables/table-operations";
import type { Flat, NoHeaders, XmlElement } from "../../../src/schema/tables/table-values";
import type * as annotations from "../../../src/schema/tables/typed";
import type { identity, shape } from "../../../src/schema/tables/typed";

declare const typed: unique symbol;
declare const value: unique symbol;
declare const gives: unique symbol;
declare const item: unique symbol;
declare const content: unique symbol;
declare const blocks: unique symbol;
declare const alternative: unique symbol;
export declare const detail: unique symbol;

/**
 * A type node with the type of its values. The conditional type makes the comparison one of identity. It must be
 * written out wherever it is used, and builders must return another interface than the one that annotates: two
 * instances of one alias or interface are compared by their arguments, and then assignability is enough.
 */
export interface Typed<T> {
  readonly [typed]: true;
  readonly [identity]?: <X>() => X extends T ? 1 : 2;
  /** Used for inference alone. */
  readonly [value]?: (value: T) => T;
}
/** A type, or a function that returns one that is defined further down. */
export type Ref<T> = Typed<T> | (() => Typed<T>);
/** A reference to a type of any values. */
export type AnyRef = { readonly [typed]: true } | (() => { readonly [typed]: true });

/** The result of a builder: the table of values of type `T`. */
interface Described<T> extends Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
export type SimpleTable<T> = SimpleNode & Described<T>;
export type PolymorphicTable<T> = PolymorphicNode & Described<T>;
export type NillableTable<T> = NillableNode & Described<T>;
export type SoapArrayTable<T> = SoapArrayNode & Described<T>;
/** The result of `complexType`: a table of objects of shape `S`. */
export interface ComplexTable<S> extends ComplexNode {
  readonly [typed]: true;
  readonly [shape]: <X>() => X extends Flat<S> ? 1 : 2;
}

export interface SimpleType<T> extends annotations.SimpleType<T>, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
export interface ComplexType<T> extends annotations.ComplexType<T>, Typed<T> {}
/** A table of alternatives with the discriminator `$type`; `T` is their union. */
export interface PolymorphicType<T> extends annotations.PolymorphicType<T>, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
export interface SoapArrayType<T> extends annotations.SoapArrayType<T>, Typed<T> {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
export interface AnyType extends annotations.AnyType, Typed<XmlElement> {}

/** A part of a complex type: it contributes the properties `S` to the object, and the items `I` to mixed content. */
export interface Part<S, I = never> {
  readonly [gives]: (shape: S) => void;
  readonly [item]?: I;
}
export type AnyPart = Part<never, unknown>;
export type AnyParticle = ParticleNode & AnyPart;
export type Particle<N, S, I> = N & Part<S, I>;
/** The properties that all of the parts contribute together. */
export type ShapeOf<P extends readonly AnyPart[]> = P[number][typeof gives] extends (shape: infer S) => void
  ? S
  : never;
/** The properties of each part alone, in a tuple. */
export type ShapesOf<P extends readonly AnyPart[]> = {
  [K in keyof P]: P[K] extends Part<infer S, unknown> ? Flat<S> : never;
};
export type ItemsOf<P extends readonly AnyPart[]> = P[number] extends Part<never, infer I> ? I : never;
export type Required1<K extends string, T> = { [P in K]: T };
export type Optional<K extends string, T> = { [P in K]?: T };
export type ElementPart<S, I> = Particle<ElementNode, S, I>;
export type Group<S, P extends readonly AnyPart[]> = Particle<GroupNode, S, ItemsOf<P>>;
export type GroupPart = GroupNode & AnyPart;
export type GroupShape<G extends GroupPart> = ShapesOf<readonly [G]>[0];
export type WildcardPart<S, K extends string> = Particle<WildcardNode, S, Required1<K, XmlElement>>;
export type MixedShape<K extends string, P extends readonly AnyPart[]> = Required1<K, (string | ItemsOf<P>)[]>;
export type MemberValue<M> = M extends Ref<infer T> ? T : never;

/** A type that a value may have instead of the declared one. */
export interface Alternative<V> extends AlternativeNode {
  readonly [alternative]: V;
}
export type AlternativesOf<A extends readonly Alternative<unknown>[]> = A[number][typeof alternative];

export type BodyPart = ElementNode & AnyPart;
export type Body = readonly BodyPart[];
/** The value at the end of a path of keys; `undefined` where a member on the path may be absent or nil. */
type At<T, Path extends readonly string[]> = Path extends readonly [infer K, ...infer Rest extends readonly string[]]
  ? T extends null | undefined
    ? undefined
    : K extends keyof T
      ? At<T[K], Rest>
      : never
  : T;
export type ContentOf<S, Path extends readonly string[]> = Path extends readonly [] ? Flat<S> : At<S, Path>;
export type HeadersOf<H extends Body> = H extends readonly [] ? NoHeaders : Flat<ShapeOf<H>>;
/** A message whose content is `V`, with the header blocks `H`. */
export interface Message<V, H> extends MessageNode {
  readonly [content]: V;
  readonly [blocks]: H;
}
export interface FaultOf<D> extends FaultNode {
  readonly [detail]: D;
}
export type Faults = readonly FaultOf<unknown>[];
export type ElementValue<E> = E extends Part<infer S, unknown> ? S[keyof S] : never;

/** The result of `operation` for its messages. */
export interface OperationTable<A, R, H, F, RH> extends OperationNode {
  readonly [takes]: <X>() => X extends A ? 1 : 2;
  readonly [returns]: <X>() => X extends R ? 1 : 2;
  readonly [headers]: <X>() => X extends Flat<H> ? 1 : 2;
  readonly [responseHeaders]: <X>() => X extends Flat<RH> ? 1 : 2;
  readonly [fails]: <X>() => X extends F ? 1 : 2;
}
export interface OperationParts<A, R, H, F, RH> extends OperationNode {
  readonly input: Message<A, H>;
  readonly output: Message<R, RH>;
  readonly faults: readonly FaultOf<F>[];
}
export interface OneWayParts<A, H, F> extends OperationNode {
  readonly input: Message<A, H>;
  readonly output?: never;
  readonly faults: F & OperationNode["faults"];
}
