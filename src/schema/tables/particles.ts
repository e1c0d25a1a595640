/** Builders of what content is made of: elements, groups, wildcards. XML Schema Part 1, sections 3.7 to 3.10. */
import type { ElementNode, GroupNode, NamespaceConstraint, ParticleNode, RepeatedNode, WildcardNode } from "./nodes";
import { mark, nodeOf, type Ref } from "./typed";
import type { AtMostOneOf, Flat, OneOf, SomeOf, XmlElement } from "./values";

declare const shape: unique symbol;
declare const item: unique symbol;

/** A part of a complex type: the properties `S` it gives to the object, and the items `I` it gives to mixed content. */
export interface Part<S, I = never> {
  readonly [shape]: (shape: S) => void;
  readonly [item]?: I;
}
export type AnyPart = Part<never, unknown>;
export type AnyParticle = ParticleNode & AnyPart;
export type Particle<N, S, I> = N & Part<S, I>;
/** The properties that all of the parts give together. */
export type ShapeOf<P extends readonly AnyPart[]> = P[number][typeof shape] extends (shape: infer S) => void
  ? S
  : never;
/** The properties of each part alone, in a tuple. */
export type ShapesOf<P extends readonly AnyPart[]> = {
  [K in keyof P]: P[K] extends Part<infer S, unknown> ? Flat<S> : never;
};
export type ItemsOf<P extends readonly AnyPart[]> = P[number] extends Part<never, infer I> ? I : never;

export interface ElementOptions {
  /** The local name, where the property has another one. */
  readonly name?: string;
  /** Lexical default value. */
  readonly default?: string;
  /** Lexical fixed value. */
  readonly fixed?: string;
}
export interface ListOptions extends ElementOptions {
  /** Default: 0. */
  readonly min?: number;
  /** Default: unbounded. */
  readonly max?: number;
}
export type Required1<K extends string, T> = { [P in K]: T };
export type Optional<K extends string, T> = { [P in K]?: T };
export type ElementPart<S, I> = Particle<ElementNode, S, I>;

function elementNode(
  namespace: string,
  key: string,
  type: ElementNode["type"],
  min: number,
  max: number,
  options: ListOptions = {},
): ElementNode {
  return {
    kind: "element",
    key,
    name: { namespace, local: options.name ?? key },
    type,
    min,
    max,
    array: max > 1,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.fixed === undefined ? {} : { fixed: options.fixed }),
  };
}

/** The builders of elements in one namespace. */
export interface ElementBuilders {
  /** An element that occurs once. */
  element<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): ElementPart<Required1<K, T>, Required1<K, T>>;
  /** An element that occurs once or not at all. */
  optional<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): ElementPart<Optional<K, T>, Required1<K, T>>;
  /** A repeated element, the array always there. */
  list<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ListOptions,
  ): ElementPart<Required1<K, T[]>, Required1<K, T>>;
  /** A repeated element whose array may be left out. */
  optionalList<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ListOptions,
  ): ElementPart<Optional<K, T[]>, Required1<K, T>>;
}
export function elementBuilders(namespace: string): ElementBuilders {
  const list = (key: string, type: Ref<unknown>, options: ListOptions = {}): ElementNode =>
    elementNode(namespace, key, nodeOf(type), options.min ?? 0, options.max ?? Infinity, options);
  return {
    element: (key, type, options) => mark(elementNode(namespace, key, nodeOf(type), 1, 1, options)),
    optional: (key, type, options) => mark(elementNode(namespace, key, nodeOf(type), 0, 1, options)),
    list: (key, type, options) => mark(list(key, type as Ref<unknown>, options)),
    optionalList: (key, type, options) => mark(list(key, type as Ref<unknown>, options)),
  };
}

type Group<S, P extends readonly AnyPart[]> = Particle<GroupNode, S, ItemsOf<P>>;
type Particles = readonly AnyParticle[];
function group<S, I>(kind: GroupNode["kind"], optional: boolean, particles: Particles): Particle<GroupNode, S, I> {
  return mark<GroupNode, Particle<GroupNode, S, I>>({ kind, optional, particles });
}

/** `xs:sequence` that occurs once. */
export function sequence<const P extends Particles>(particles: P): Group<Flat<ShapeOf<P>>, P> {
  return group("sequence", false, particles);
}
/** `xs:sequence` that occurs once or not at all. */
export function optionalSequence<const P extends Particles>(particles: P): Group<Partial<ShapeOf<P>>, P> {
  return group("sequence", true, particles);
}
/** `xs:all` that occurs once. */
export function all<const P extends Particles>(particles: P): Group<Flat<ShapeOf<P>>, P> {
  return group("all", false, particles);
}
/** `xs:all` that occurs once or not at all. */
export function optionalAll<const P extends Particles>(particles: P): Group<Partial<ShapeOf<P>>, P> {
  return group("all", true, particles);
}
/** `xs:choice` that occurs once: exactly one branch. */
export function choice<const P extends Particles>(branches: P): Group<OneOf<ShapesOf<P>>, P> {
  return group("choice", false, branches);
}
/** `xs:choice` that occurs once or not at all. */
export function optionalChoice<const P extends Particles>(branches: P): Group<AtMostOneOf<ShapesOf<P>>, P> {
  return group("choice", true, branches);
}
/** `choice` in a type whose choices have too many combinations for the compiler: checked at run time only. */
export function looseChoice<const P extends Particles>(branches: P): Group<SomeOf<ShapesOf<P>>, P> {
  return group("choice", false, branches);
}
/** `optionalChoice` in such a type. */
export function looseOptionalChoice<const P extends Particles>(branches: P): Group<SomeOf<ShapesOf<P>>, P> {
  return group("choice", true, branches);
}

type GroupPart = GroupNode & AnyPart;
type GroupShape<G extends GroupPart> = ShapesOf<readonly [G]>[0];
function repeatedNode(
  key: string,
  particle: GroupNode,
  options: { readonly min?: number; readonly max?: number },
): RepeatedNode {
  return { kind: "repeated", key, min: options.min ?? 0, max: options.max ?? Infinity, particle };
}
/** A compositor that occurs repeatedly: its occurrences, an array that is always there. */
export function repeated<K extends string, const G extends GroupPart>(
  key: K,
  particle: G,
  options: { readonly min?: number; readonly max?: number } = {},
): Particle<RepeatedNode, Required1<K, GroupShape<G>[]>, ItemsOf<readonly [G]>> {
  return mark<RepeatedNode, Particle<RepeatedNode, Required1<K, GroupShape<G>[]>, ItemsOf<readonly [G]>>>(
    repeatedNode(key, particle, options),
  );
}
/** The same, where the array may be left out. */
export function optionalRepeated<K extends string, const G extends GroupPart>(
  key: K,
  particle: G,
  options: { readonly min?: number; readonly max?: number } = {},
): Particle<RepeatedNode, Optional<K, GroupShape<G>[]>, ItemsOf<readonly [G]>> {
  return mark<RepeatedNode, Particle<RepeatedNode, Optional<K, GroupShape<G>[]>, ItemsOf<readonly [G]>>>(
    repeatedNode(key, particle, options),
  );
}

function wildcardNode(key: string, namespaces: NamespaceConstraint, min: number, max: number): WildcardNode {
  return { kind: "any", key, min, max, array: max > 1, namespaces };
}
type WildcardPart<S, K extends string> = Particle<WildcardNode, S, Required1<K, XmlElement>>;
/** `xs:any` that occurs once. */
export function any<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): WildcardPart<Required1<K, XmlElement>, K> {
  return mark<WildcardNode, WildcardPart<Required1<K, XmlElement>, K>>(wildcardNode(key, namespaces, 1, 1));
}
/** `xs:any` that occurs once or not at all. */
export function optionalAny<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): WildcardPart<Optional<K, XmlElement>, K> {
  return mark<WildcardNode, WildcardPart<Optional<K, XmlElement>, K>>(wildcardNode(key, namespaces, 0, 1));
}
/** Repeated `xs:any`, the array always there. */
export function anyList<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
  options: { readonly min?: number; readonly max?: number } = {},
): WildcardPart<Required1<K, XmlElement[]>, K> {
  return mark<WildcardNode, WildcardPart<Required1<K, XmlElement[]>, K>>(
    wildcardNode(key, namespaces, options.min ?? 0, options.max ?? Infinity),
  );
}
/** Repeated `xs:any` whose array may be left out. */
export function optionalAnyList<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
  options: { readonly min?: number; readonly max?: number } = {},
): WildcardPart<Optional<K, XmlElement[]>, K> {
  return mark<WildcardNode, WildcardPart<Optional<K, XmlElement[]>, K>>(
    wildcardNode(key, namespaces, options.min ?? 0, options.max ?? Infinity),
  );
}
