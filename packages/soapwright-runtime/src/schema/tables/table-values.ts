/** The value types that generated interfaces use in addition to TypeScript's own. */

export type { QName } from "../../xml/xml-names";

import type { QName } from "../../xml/xml-names";

declare const flavor: unique symbol;
/** A string of one lexical form. Any string is accepted; the mark only checks generated tables. */
type Lexical<Form extends string> = string & { readonly [flavor]?: Form };

/** `xs:decimal` as its lexical text, for example `"12.50"`: nothing is rounded. */
export type Decimal = Lexical<"decimal">;
/** `xs:dateTime` as its lexical text, for example `"2026-11-21T08:30:00Z"`. As an argument a `Date` is accepted too. */
export type XsDateTime = Lexical<"dateTime">;
/** `xs:date` as its lexical text, for example `"2026-11-21"`. */
export type XsDate = Lexical<"date">;
/** `xs:time` as its lexical text, for example `"08:30:00"`. */
export type XsTime = Lexical<"time">;
/** `xs:duration` as its lexical text, for example `"P1DT2H"`. */
export type XsDuration = Lexical<"duration">;
/** `xs:gYear` as its lexical text, for example `"2026"`. */
export type XsGYear = Lexical<"gYear">;
/** `xs:gYearMonth` as its lexical text, for example `"2026-11"`. */
export type XsGYearMonth = Lexical<"gYearMonth">;
/** `xs:gMonth` as its lexical text, for example `"--11"`. */
export type XsGMonth = Lexical<"gMonth">;
/** `xs:gMonthDay` as its lexical text, for example `"--11-21"`. */
export type XsGMonthDay = Lexical<"gMonthDay">;
/** `xs:gDay` as its lexical text, for example `"---21"`. */
export type XsGDay = Lexical<"gDay">;

/** The built-in simple types that `xsi:type` may name, by the TypeScript type of their values. */
export interface SimpleValues
  extends Record<
      "double" | "float" | "int" | "short" | "byte" | "unsignedInt" | "unsignedShort" | "unsignedByte",
      number
    >,
    Record<
      | "integer"
      | "long"
      | "unsignedLong"
      | "nonNegativeInteger"
      | "nonPositiveInteger"
      | "negativeInteger"
      | "positiveInteger",
      bigint
    >,
    Record<"NMTOKENS" | "IDREFS" | "ENTITIES", readonly string[]>,
    Record<
      | "string"
      | "normalizedString"
      | "token"
      | "language"
      | "Name"
      | "NCName"
      | "NMTOKEN"
      | "ID"
      | "IDREF"
      | "ENTITY"
      | "anyURI"
      | "date"
      | "time"
      | "duration"
      | "gYear"
      | "gYearMonth"
      | "gMonth"
      | "gMonthDay"
      | "gDay",
      string
    > {
  readonly boolean: boolean;
  readonly decimal: Decimal;
  readonly QName: QName;
  readonly dateTime: XsDateTime;
  readonly base64Binary: Uint8Array;
  readonly hexBinary: Uint8Array;
}
/**
 * A value of `xs:anySimpleType`: its text, or where `xsi:type` names one of XML Schema's simple types, that type's name
 * and the value as that type. Both are accepted as arguments.
 */
export type AnySimple =
  | string
  | { [Name in keyof SimpleValues]: { readonly $type: Name; readonly value: SimpleValues[Name] } }[keyof SimpleValues];

/** An open enumeration: the known values, and any other text that a newer service may send. */
export type Open<T extends string> = T | (string & {});

/** An element as it was decoded: the content of `xs:any` and `xs:anyType`. Encoded again, it is the same element. */
export interface XmlElement {
  readonly name: QName;
  readonly attributes: readonly XmlAttribute[];
  /** Text and elements in document order. */
  readonly children: readonly (string | XmlElement)[];
  /** Prefixes that QNames in text or attribute values use, when they are known. */
  readonly prefixes?: Readonly<{ [prefix: string]: string }>;
}
/** An attribute as it was decoded. Namespace declarations are not attributes. */
export interface XmlAttribute {
  readonly name: QName;
  readonly value: string;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
/** Flattens an intersection to one object type; distributes over unions. */
export type Flat<T> = { [K in keyof T]: T[K] };
type Exclusive<T, All extends PropertyKey> = T extends unknown
  ? Flat<T & { [K in Exclude<All, keyof T>]?: never }>
  : never;
/** Exactly one of the branches `B`. The properties of the other branches must be absent, and may be read. */
export type OneOf<B extends readonly unknown[]> = Exclusive<B[number], KeysOf<B[number]>>;
/** At most one of the branches `B`. */
export type AtMostOneOf<B extends readonly unknown[]> = Exclusive<B[number] | {}, KeysOf<B[number]>>;
/** Properties of any of the branches `B`, for types in which naming every combination is too much for the compiler. */
export type SomeOf<B extends readonly unknown[]> = Flat<Partial<AllOf<B[number]>>>;
type AllOf<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer All) => void ? All : never;

/** A value of a derived type, which `$type` names. */
export type Variant<Label extends string, T> = { $type: Label } & T;
/** A value of the declared type itself. `$type` is always present in results, and optional in arguments. */
export type Declared<Label extends string, T> = { $type?: Label } & T;
/** A value of a derived type that is not an object with properties of its own, so that it is beside `$type`. */
export type VariantValue<Label extends string, T> = { $type: Label; value: T };
/** A value of the declared type, when it is not an object with properties of its own. */
export type DeclaredValue<Label extends string, T> = { $type?: Label; value: T };

/** The argument, or the result, of an operation whose message has no parts. */
export type NoContent = {};
/** The headers of an operation that declares none. */
export type NoHeaders = { readonly [name: string]: never };
/** The detail of a fault that the WSDL declares: `$type` is the name of the fault, `value` its typed content. */
export interface DeclaredFault<Name extends string, T> {
  readonly $type: Name;
  readonly value: T;
  /** The children of the detail element as they were received. */
  readonly elements: readonly unknown[];
}
