/** Builders of simple types: XML Schema Part 2. */
import type { QName } from "../../xml/names";
import type { BuiltInName, Facets, SimpleNode, SimpleRef } from "./nodes";
import { type AnyRef, mark, named, nodeOf, type Ref, type SimpleTable } from "./typed";
import type {
  Decimal,
  Open,
  XsDate,
  XsDateTime,
  XsDuration,
  XsGDay,
  XsGMonth,
  XsGMonthDay,
  XsGYear,
  XsGYearMonth,
  XsTime,
} from "./values";

function builtIn<T>(name: BuiltInName): SimpleTable<T> {
  return mark<SimpleNode, SimpleTable<T>>({
    kind: "simple",
    name: { namespace: "http://www.w3.org/2001/XMLSchema", local: name === "decimalNumber" ? "decimal" : name },
    variety: { of: "atomic", builtIn: name },
  });
}

/** The built-in simple types. `decimalNumber` is `xs:decimal` read as a number. */
export const xs = {
  anySimpleType: builtIn<string>("anySimpleType"),
  string: builtIn<string>("string"),
  normalizedString: builtIn<string>("normalizedString"),
  token: builtIn<string>("token"),
  language: builtIn<string>("language"),
  Name: builtIn<string>("Name"),
  NCName: builtIn<string>("NCName"),
  NMTOKEN: builtIn<string>("NMTOKEN"),
  NMTOKENS: builtIn<string[]>("NMTOKENS"),
  ID: builtIn<string>("ID"),
  IDREF: builtIn<string>("IDREF"),
  IDREFS: builtIn<string[]>("IDREFS"),
  ENTITY: builtIn<string>("ENTITY"),
  ENTITIES: builtIn<string[]>("ENTITIES"),
  anyURI: builtIn<string>("anyURI"),
  QName: builtIn<QName>("QName"),
  NOTATION: builtIn<QName>("NOTATION"),
  boolean: builtIn<boolean>("boolean"),
  decimal: builtIn<Decimal>("decimal"),
  decimalNumber: builtIn<number>("decimalNumber"),
  float: builtIn<number>("float"),
  double: builtIn<number>("double"),
  integer: builtIn<bigint>("integer"),
  nonPositiveInteger: builtIn<bigint>("nonPositiveInteger"),
  negativeInteger: builtIn<bigint>("negativeInteger"),
  nonNegativeInteger: builtIn<bigint>("nonNegativeInteger"),
  positiveInteger: builtIn<bigint>("positiveInteger"),
  long: builtIn<bigint>("long"),
  int: builtIn<number>("int"),
  short: builtIn<number>("short"),
  byte: builtIn<number>("byte"),
  unsignedLong: builtIn<bigint>("unsignedLong"),
  unsignedInt: builtIn<number>("unsignedInt"),
  unsignedShort: builtIn<number>("unsignedShort"),
  unsignedByte: builtIn<number>("unsignedByte"),
  dateTime: builtIn<XsDateTime>("dateTime"),
  date: builtIn<XsDate>("date"),
  time: builtIn<XsTime>("time"),
  duration: builtIn<XsDuration>("duration"),
  gYear: builtIn<XsGYear>("gYear"),
  gYearMonth: builtIn<XsGYearMonth>("gYearMonth"),
  gMonth: builtIn<XsGMonth>("gMonth"),
  gMonthDay: builtIn<XsGMonthDay>("gMonthDay"),
  gDay: builtIn<XsGDay>("gDay"),
  base64Binary: builtIn<Uint8Array>("base64Binary"),
  hexBinary: builtIn<Uint8Array>("hexBinary"),
};

function derived<T>(name: QName | undefined, variety: SimpleNode["variety"], facets?: Facets): SimpleTable<T> {
  const node: SimpleNode = { kind: "simple", ...named(name), variety, ...(facets === undefined ? {} : { facets }) };
  return mark<SimpleNode, SimpleTable<T>>(node);
}
function simpleRef<T>(ref: Ref<T>): SimpleRef {
  return nodeOf(ref) as SimpleRef;
}

/** `xs:restriction`: the values of `base` that meet the facets. `name` is absent for an anonymous type. */
export function restriction<T>(name: QName | undefined, base: Ref<T>, facets?: Facets): SimpleTable<T> {
  return derived(name, { of: "restriction", base: simpleRef(base) }, facets);
}
/** `xs:restriction` with `xs:enumeration` facets of strings: one of the values. */
export function enumeration<T extends string, const V extends readonly T[]>(
  name: QName | undefined,
  base: Ref<T>,
  values: V,
  facets?: Facets,
): SimpleTable<V[number]> {
  return derived(name, { of: "restriction", base: simpleRef(base) }, { ...facets, enumeration: values });
}
/** `xs:list`: items with white space between them. */
export function simpleList<T>(name: QName | undefined, item: Ref<T>): SimpleTable<T[]> {
  return derived(name, { of: "list", item: simpleRef(item) });
}
type MemberValue<M> = M extends Ref<infer T> ? T : never;
type Members = readonly AnyRef[];
/** `xs:union`: a value of the first member type that reads it. */
export function union<const M extends Members>(
  name: QName | undefined,
  members: M,
): SimpleTable<MemberValue<M[number]>> {
  return derived(name, { of: "union", members: members.map((member) => member as unknown as SimpleRef) });
}
/** An enumeration in a response: a newer service may send values that this type does not list. */
export function open<T extends string>(type: Ref<T>): Ref<Open<T>> {
  return type as unknown as Ref<Open<T>>;
}
/** `xs:dateTime`, or a type derived from it, in an argument: a `Date` may be given for it. */
export function orDate<T>(type: Ref<T>): Ref<T | Date> {
  return type as unknown as Ref<T | Date>;
}
