/** Builders of simple types: XML Schema Part 2. */
import type { QName } from "../../xml/xml-names";
import type { BuiltInName, Facets, IntegerForm, LargeIntegerName, SimpleNode, SimpleRef } from "./nodes";
import { mark, named } from "./typed";

function builtIn(name: BuiltInName, as?: IntegerForm): SimpleNode {
  return {
    kind: "simple",
    name: { namespace: "http://www.w3.org/2001/XMLSchema", local: name === "decimalNumber" ? "decimal" : name },
    variety: { of: "atomic", builtIn: name, ...(as === undefined ? {} : { as }) },
  };
}

/**
 * The built-in simple types. `decimalNumber` is `xs:decimal` as a number, `longString` and `longNumber` are `xs:long`
 * as text and as a number, and so on.
 */
export const xs: { readonly [Name in BuiltInName | `${LargeIntegerName}${"Number" | "String"}`]: SimpleNode } = {
  anySimpleType: builtIn("anySimpleType"),
  string: builtIn("string"),
  normalizedString: builtIn("normalizedString"),
  token: builtIn("token"),
  language: builtIn("language"),
  Name: builtIn("Name"),
  NCName: builtIn("NCName"),
  NMTOKEN: builtIn("NMTOKEN"),
  NMTOKENS: builtIn("NMTOKENS"),
  ID: builtIn("ID"),
  IDREF: builtIn("IDREF"),
  IDREFS: builtIn("IDREFS"),
  ENTITY: builtIn("ENTITY"),
  ENTITIES: builtIn("ENTITIES"),
  anyURI: builtIn("anyURI"),
  QName: builtIn("QName"),
  NOTATION: builtIn("NOTATION"),
  boolean: builtIn("boolean"),
  decimal: builtIn("decimal"),
  decimalNumber: builtIn("decimalNumber"),
  float: builtIn("float"),
  double: builtIn("double"),
  integer: builtIn("integer"),
  integerNumber: builtIn("integer", "number"),
  integerString: builtIn("integer", "string"),
  nonPositiveInteger: builtIn("nonPositiveInteger"),
  nonPositiveIntegerNumber: builtIn("nonPositiveInteger", "number"),
  nonPositiveIntegerString: builtIn("nonPositiveInteger", "string"),
  negativeInteger: builtIn("negativeInteger"),
  negativeIntegerNumber: builtIn("negativeInteger", "number"),
  negativeIntegerString: builtIn("negativeInteger", "string"),
  nonNegativeInteger: builtIn("nonNegativeInteger"),
  nonNegativeIntegerNumber: builtIn("nonNegativeInteger", "number"),
  nonNegativeIntegerString: builtIn("nonNegativeInteger", "string"),
  positiveInteger: builtIn("positiveInteger"),
  positiveIntegerNumber: builtIn("positiveInteger", "number"),
  positiveIntegerString: builtIn("positiveInteger", "string"),
  long: builtIn("long"),
  longNumber: builtIn("long", "number"),
  longString: builtIn("long", "string"),
  int: builtIn("int"),
  short: builtIn("short"),
  byte: builtIn("byte"),
  unsignedLong: builtIn("unsignedLong"),
  unsignedLongNumber: builtIn("unsignedLong", "number"),
  unsignedLongString: builtIn("unsignedLong", "string"),
  unsignedInt: builtIn("unsignedInt"),
  unsignedShort: builtIn("unsignedShort"),
  unsignedByte: builtIn("unsignedByte"),
  dateTime: builtIn("dateTime"),
  date: builtIn("date"),
  time: builtIn("time"),
  duration: builtIn("duration"),
  gYear: builtIn("gYear"),
  gYearMonth: builtIn("gYearMonth"),
  gMonth: builtIn("gMonth"),
  gMonthDay: builtIn("gMonthDay"),
  gDay: builtIn("gDay"),
  base64Binary: builtIn("base64Binary"),
  hexBinary: builtIn("hexBinary"),
};

function derived<T extends SimpleNode>(name: QName | undefined, variety: SimpleNode["variety"], facets?: Facets): T {
  return mark<SimpleNode, T>({ kind: "simple", ...named(name), variety, ...(facets === undefined ? {} : { facets }) });
}

/** `xs:restriction`: the values of `base` that satisfy the facets. `name` is absent for an anonymous type. */
export function restriction<T extends SimpleNode>(name: QName | undefined, base: SimpleRef, facets?: Facets): T {
  return derived(name, { of: "restriction", base }, facets);
}
/** `xs:restriction` with `xs:enumeration` facets of strings: one of the values. */
export function enumeration<T extends SimpleNode>(
  name: QName | undefined,
  base: SimpleRef,
  values: readonly string[],
  facets?: Facets,
): T {
  return derived(name, { of: "restriction", base }, { ...facets, enumeration: values });
}
/** `xs:list`: items with white space between them. */
export function simpleList<T extends SimpleNode>(name: QName | undefined, item: SimpleRef): T {
  return derived(name, { of: "list", item });
}
/** `xs:union`: a value of the first member type that accepts it. */
export function union<T extends SimpleNode>(name: QName | undefined, members: readonly SimpleRef[]): T {
  return derived(name, { of: "union", members });
}
/** `swaRef` of WS-I Attachments Profile 1.0, section 4.4: octets in a part of the message, which the text refers to. */
export function partReference<T extends SimpleNode>(name: QName): T {
  return mark<SimpleNode, T>({
    kind: "simple",
    name,
    variety: { of: "restriction", base: xs.base64Binary },
    refersToPart: true,
  });
}
/** An enumeration in a response: a newer service may send values that this type does not list. */
export function open(type: SimpleRef): SimpleRef {
  return type;
}
/** `xs:dateTime`, or a type derived from it, in an argument: a `Date` is accepted too. */
export function orDate(type: SimpleRef): SimpleRef {
  return type;
}
