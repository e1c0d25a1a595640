/**
 * The builders of tables with types that prove each table against its interface: `types.ts` and `schemas.ts` compile
 * with this module in place of the runtime. For the compiler in tests alone: the proof takes several times as long as
 * compiling the code that uses the tables.
 */

import type {
  AnyAttributeNode,
  AttributeNode,
  BuiltInName,
  ExtensionNode,
  Facets,
  LargeIntegerName,
  MixedNode,
  NamespaceConstraint,
  OperationNode,
  PartNode,
  RepeatedNode,
  SimpleContentNode,
} from "../../../src/schema/tables/nodes";
import type { ServiceNode } from "../../../src/schema/tables/service-node";
import type { AlternativeNames } from "../../../src/schema/tables/table-complex";
import type { ElementOptions, ListOptions, Occurrence } from "../../../src/schema/tables/table-particles";
import type {
  AtMostOneOf,
  Decimal,
  Declared,
  DeclaredFault,
  DeclaredValue,
  Flat,
  NoHeaders,
  OneOf,
  Open,
  SomeOf,
  Variant,
  VariantValue,
  XmlAttribute,
  XmlElement,
  XsDate,
  XsDateTime,
  XsDuration,
  XsGDay,
  XsGMonth,
  XsGMonthDay,
  XsGYear,
  XsGYearMonth,
  XsTime,
} from "../../../src/schema/tables/table-values";
import type { QName } from "../../../src/xml/xml-names";
import type {
  Alternative,
  AlternativesOf,
  AnyPart,
  AnyParticle,
  AnyRef,
  AnyType,
  Body,
  BodyPart,
  ComplexTable,
  ContentOf,
  detail,
  ElementPart,
  ElementValue,
  FaultOf,
  Faults,
  Group,
  GroupPart,
  GroupShape,
  HeadersOf,
  ItemsOf,
  MemberValue,
  Message,
  MixedShape,
  NillableTable,
  OneWayParts,
  OperationParts,
  OperationTable,
  Optional,
  Particle,
  PolymorphicTable,
  Ref,
  Required1,
  ShapeOf,
  ShapesOf,
  SimpleTable,
  SoapArrayTable,
  WildcardPart,
} from "./shapes";

export { checkPolicy } from "../../../src/schema/policy-needs";
export { soapEncoding } from "../../../src/schema/soap-encoding";
export type { ServiceNode } from "../../../src/schema/tables/service-node";

import type { DocumentElement } from "../../../src/schema/tables/typed";

export type { Operation } from "../../../src/schema/tables/table-operations";
export type {
  AtMostOneOf,
  Decimal,
  Declared,
  DeclaredFault,
  DeclaredValue,
  Flat,
  NoContent,
  NoHeaders,
  OneOf,
  Open,
  QName,
  SomeOf,
  Variant,
  VariantValue,
  XmlAttribute,
  XmlElement,
  XsDate,
  XsDateTime,
  XsDuration,
  XsGDay,
  XsGMonth,
  XsGMonthDay,
  XsGYear,
  XsGYearMonth,
  XsTime,
} from "../../../src/schema/tables/table-values";
export type { DocumentElement } from "../../../src/schema/tables/typed";
export type { AnyType, ComplexType, PolymorphicType, SimpleType, SoapArrayType } from "./shapes";

type TypePart = PartNode & AnyPart;
type Particles = readonly AnyParticle[];

export interface Namespace {
  (local: string): QName;
  element<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): ElementPart<Required1<K, T>, Required1<K, T>>;
  optional<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): ElementPart<Optional<K, T>, Required1<K, T>>;
  list<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ListOptions,
  ): ElementPart<Required1<K, T[]>, Required1<K, T>>;
  optionalList<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ListOptions,
  ): ElementPart<Optional<K, T[]>, Required1<K, T>>;
  attribute<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): Particle<AttributeNode, Required1<K, T>, never>;
  optionalAttribute<K extends string, T>(
    key: K,
    type: Ref<T>,
    options?: ElementOptions,
  ): Particle<AttributeNode, Optional<K, T>, never>;
}
export declare function namespace(uri: string): Namespace;

export declare function complexType<const P extends readonly TypePart[]>(
  name: QName | undefined,
  parts: P,
): ComplexTable<ShapeOf<P>>;
export declare function abstractType<const P extends readonly TypePart[]>(
  name: QName | undefined,
  parts: P,
): ComplexTable<ShapeOf<P>>;
export declare function extension<T>(base: Ref<T>): Particle<ExtensionNode, T, never>;
export declare function simpleContent<K extends string, T>(
  key: K,
  type: Ref<T>,
): Particle<SimpleContentNode, Required1<K, T>, never>;
export declare function anyAttribute<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): Particle<AnyAttributeNode, Optional<K, XmlAttribute[]>, never>;
export declare function mixed<K extends string, const P extends Particles>(
  key: K,
  particles: P,
): Particle<MixedNode, MixedShape<K, P>, never>;
export declare function nillable<T>(type: Ref<T>): NillableTable<T | null>;
export declare function soapArray<T>(name: QName | undefined, item: Ref<T>, itemType: QName): SoapArrayTable<T[]>;
export declare const anyType: AnyType;

export declare function declared<L extends string, T>(label: L, type: Ref<T>): Alternative<Declared<L, T>>;
export declare function declaredValue<L extends string, T>(label: L, type: Ref<T>): Alternative<DeclaredValue<L, T>>;
export declare function variant<L extends string, T>(
  label: L,
  type: Ref<T>,
  names: AlternativeNames,
): Alternative<Variant<L, T>>;
export declare function variantValue<L extends string, T>(
  label: L,
  type: Ref<T>,
  names: AlternativeNames,
): Alternative<VariantValue<L, T>>;
export declare function polymorphic<const A extends readonly Alternative<unknown>[]>(
  alternatives: A,
): PolymorphicTable<AlternativesOf<A>>;

/** An optional group: all of it or none, where a member cannot come without another. */
type WholeOrNone<P extends Particles> = P extends readonly [unknown, unknown, ...unknown[]]
  ? {} extends ShapeOf<P>
    ? Partial<ShapeOf<P>>
    : AtMostOneOf<[ShapeOf<P>]>
  : Partial<ShapeOf<P>>;
export declare function sequence<const P extends Particles>(particles: P): Group<Flat<ShapeOf<P>>, P>;
export declare function optionalSequence<const P extends Particles>(particles: P): Group<WholeOrNone<P>, P>;
export declare function all<const P extends Particles>(particles: P): Group<Flat<ShapeOf<P>>, P>;
export declare function optionalAll<const P extends Particles>(particles: P): Group<WholeOrNone<P>, P>;
export declare function choice<const P extends Particles>(branches: P): Group<OneOf<ShapesOf<P>>, P>;
export declare function optionalChoice<const P extends Particles>(branches: P): Group<AtMostOneOf<ShapesOf<P>>, P>;
export declare function looseChoice<const P extends Particles>(branches: P): Group<SomeOf<ShapesOf<P>>, P>;
export declare function looseOptionalChoice<const P extends Particles>(branches: P): Group<SomeOf<ShapesOf<P>>, P>;
export declare function repeated<K extends string, const G extends GroupPart>(
  key: K,
  particle: G,
  options?: Occurrence,
): Particle<RepeatedNode, Required1<K, GroupShape<G>[]>, ItemsOf<readonly [G]>>;
export declare function optionalRepeated<K extends string, const G extends GroupPart>(
  key: K,
  particle: G,
  options?: Occurrence,
): Particle<RepeatedNode, Optional<K, GroupShape<G>[]>, ItemsOf<readonly [G]>>;
export declare function any<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): WildcardPart<Required1<K, XmlElement>, K>;
export declare function optionalAny<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
): WildcardPart<Optional<K, XmlElement>, K>;
export declare function anyList<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
  options?: Occurrence,
): WildcardPart<Required1<K, XmlElement[]>, K>;
export declare function optionalAnyList<K extends string>(
  key: K,
  namespaces: NamespaceConstraint,
  options?: Occurrence,
): WildcardPart<Optional<K, XmlElement[]>, K>;

interface BuiltInValues {
  readonly anySimpleType: string;
  readonly string: string;
  readonly normalizedString: string;
  readonly token: string;
  readonly language: string;
  readonly Name: string;
  readonly NCName: string;
  readonly NMTOKEN: string;
  readonly NMTOKENS: string[];
  readonly ID: string;
  readonly IDREF: string;
  readonly IDREFS: string[];
  readonly ENTITY: string;
  readonly ENTITIES: string[];
  readonly anyURI: string;
  readonly QName: QName;
  readonly NOTATION: QName;
  readonly boolean: boolean;
  readonly decimal: Decimal;
  readonly decimalNumber: number;
  readonly float: number;
  readonly double: number;
  readonly integer: bigint;
  readonly nonPositiveInteger: bigint;
  readonly negativeInteger: bigint;
  readonly nonNegativeInteger: bigint;
  readonly positiveInteger: bigint;
  readonly long: bigint;
  readonly int: number;
  readonly short: number;
  readonly byte: number;
  readonly unsignedLong: bigint;
  readonly unsignedInt: number;
  readonly unsignedShort: number;
  readonly unsignedByte: number;
  readonly dateTime: XsDateTime;
  readonly date: XsDate;
  readonly time: XsTime;
  readonly duration: XsDuration;
  readonly gYear: XsGYear;
  readonly gYearMonth: XsGYearMonth;
  readonly gMonth: XsGMonth;
  readonly gMonthDay: XsGMonthDay;
  readonly gDay: XsGDay;
  readonly base64Binary: Uint8Array;
  readonly hexBinary: Uint8Array;
}
export declare const xs: { readonly [Name in BuiltInName]: SimpleTable<BuiltInValues[Name]> } & {
  readonly [Name in `${LargeIntegerName}Number`]: SimpleTable<number>;
} & { readonly [Name in `${LargeIntegerName}String`]: SimpleTable<string> };
export declare function restriction<T>(name: QName | undefined, base: Ref<T>, facets?: Facets): SimpleTable<T>;
export declare function partReference(name: QName): SimpleTable<Uint8Array>;
export declare function enumeration<T extends string, const V extends readonly T[]>(
  name: QName | undefined,
  base: Ref<T>,
  values: V,
  facets?: Facets,
): SimpleTable<V[number]>;
export declare function simpleList<T>(name: QName | undefined, item: Ref<T>): SimpleTable<T[]>;
export declare function union<const M extends readonly AnyRef[]>(
  name: QName | undefined,
  members: M,
): SimpleTable<MemberValue<M[number]>>;
export declare function open<T extends string>(type: Ref<T>): Ref<Open<T>>;
export declare function orDate<T>(type: Ref<T>): Ref<T | Date>;

export declare function message<
  const B extends Body,
  const U extends readonly string[],
  const H extends Body = readonly [],
  const A extends Body = readonly [],
>(body: B, unwrap: U, headerBlocks?: H, attachments?: A): Message<ContentOf<ShapeOf<[...B, ...A]>, U>, HeadersOf<H>>;
export declare function referring<M>(plain: M): M;
export declare function attached<const E extends BodyPart>(element: E, ...contentTypes: readonly string[]): E;
export declare function listMessage<
  const B extends Body,
  const U extends readonly string[],
  const H extends Body = readonly [],
>(body: B, unwrap: U, headerBlocks?: H): Message<NonNullable<ContentOf<ShapeOf<B>, U>>, HeadersOf<H>>;
export declare function fault<N extends string, const E extends BodyPart>(
  name: N,
  element: E,
): FaultOf<DeclaredFault<N, ElementValue<E>>>;
export declare function operation<A, R, H, RH, const F extends Faults>(
  parts: Omit<OperationParts<A, R, H, never, RH>, "faults"> & { readonly faults: F },
): OperationTable<A, R, H, F[number][typeof detail], RH>;
export declare function oneWay<A, H, const F extends Faults>(
  parts: OneWayParts<A, H, F>,
): OperationTable<A, void, H, F[number][typeof detail], NoHeaders>;
/** A tuple, because the compiler gives up on the union of thousands of operations. */
export declare function serviceOf<const O extends readonly OperationNode[]>(
  parts: Omit<ServiceNode, "operations"> & { readonly operations: O },
): ServiceNode;

export declare function documentElement<const E extends BodyPart>(element: E): DocumentElement<ElementValue<E>>;
