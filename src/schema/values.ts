/** The value types that generated interfaces use beside TypeScript's own. */

export type { QName } from "../xml/names";

import type { QName } from "../xml/names";

/** `xs:decimal` as its lexical text, for example `"12.50"`: nothing is rounded. */
export type Decimal = string;
/** `xs:dateTime` as its lexical text, for example `"2026-11-21T08:30:00Z"`. As an argument a `Date` is accepted too. */
export type XsDateTime = string;
/** `xs:date` as its lexical text, for example `"2026-11-21"`. */
export type XsDate = string;
/** `xs:time` as its lexical text. */
export type XsTime = string;
/** `xs:duration` as its lexical text, for example `"P1DT2H"`. */
export type XsDuration = string;
export type XsGYear = string;
export type XsGYearMonth = string;
export type XsGMonth = string;
export type XsGMonthDay = string;
export type XsGDay = string;

/** An open enumeration: the known values, and any other text that a newer service may send. */
export type Open<T extends string> = T | (string & {});

/** An element as it was read: what `xs:any` and `xs:anyType` hold. Written back, it is the same element. */
export interface XmlElement {
  readonly name: QName;
  readonly attributes: readonly XmlAttribute[];
  /** Text and elements in document order. */
  readonly children: readonly (string | XmlElement)[];
  /** Prefixes that QNames in text or attribute values use, where they are known. */
  readonly prefixes?: Readonly<{ [prefix: string]: string }>;
}
export interface XmlAttribute {
  readonly name: QName;
  readonly value: string;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type Exclusive<T, All extends PropertyKey> = T extends unknown ? T & { [K in Exclude<All, keyof T>]?: never } : never;
/** Exactly one of the branches `B`: the properties of the others must be absent, and may be asked for. */
export type OneOf<B extends readonly unknown[]> = Exclusive<B[number], KeysOf<B[number]>>;
