/** Builders of simple types (XML Schema Part 2). */
import type { QName } from "../../xml/xml-names";
import { compilePattern } from "../../xsd/pattern";
import { partReferenceType } from "../simple/binary";
import { listOf } from "../simple/list";
import { unionOf } from "../simple/union";
import * as builtIns from "../simple/xs-types";
import type { BuiltInName, Facets, LargeIntegerName, SimpleNode, SimpleRef } from "./nodes";
import { mark, named } from "./typed";

/**
 * The built-in simple types. `decimalNumber` is `xs:decimal` as a number, `longString` and `longNumber` are `xs:long`
 * as text and as a number, and so on.
 */
export const xs = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.values(builtIns).map((node) => {
    const { builtIn, as = "" } = node.variety;
    return [`${builtIn}${as.replace(/^./, (first) => first.toUpperCase())}`, node];
  }),
) as { readonly [Name in BuiltInName | `${LargeIntegerName}${"Number" | "String"}`]: SimpleNode };

function derived<T extends SimpleNode>(name: QName | undefined, variety: SimpleNode["variety"], facets?: Facets): T {
  return mark<SimpleNode, T>({ kind: "simple", ...named(name), variety, ...(facets === undefined ? {} : { facets }) });
}

/**
 * Builds an `xs:restriction`: the values of `base` that satisfy the facets. `name` is undefined for an anonymous type.
 */
export function restriction<T extends SimpleNode>(name: QName | undefined, base: SimpleRef, facets?: Facets): T {
  return derived(name, { of: "restriction", base }, facets);
}
/** Builds an `xs:restriction` of strings with `xs:enumeration` facets: one of the values. */
export function enumeration<T extends SimpleNode>(
  name: QName | undefined,
  base: SimpleRef,
  values: readonly string[],
  facets?: Facets,
): T {
  return derived(name, { of: "restriction", base }, { ...facets, enumeration: values });
}
/** Returns facets with patterns, together with the code that matches patterns. */
export function patterned(facets: Facets): Facets {
  return { ...facets, compilePattern };
}
/** Builds an `xs:list`: items with white space between them. */
export function simpleList<T extends SimpleNode>(name: QName | undefined, item: SimpleRef): T {
  return derived(name, { of: "list", item, type: listOf });
}
/** Builds an `xs:union`: a value of the first member type that accepts it. */
export function union<T extends SimpleNode>(name: QName | undefined, members: readonly SimpleRef[]): T {
  return derived(name, { of: "union", members, type: unionOf });
}
/**
 * Builds `swaRef` (WS-I Attachments Profile 1.0, section 4.4): octets in a part of the message, to which the text
 * refers.
 */
export function partReference<T extends SimpleNode>(name: QName): T {
  const variety = { of: "atomic", builtIn: "base64Binary", type: () => partReferenceType } as const;
  const base: SimpleNode = { kind: "simple", name: builtIns.xsBase64Binary.name, variety };
  return mark<SimpleNode, T>({ kind: "simple", name, variety: { of: "restriction", base }, refersToPart: true });
}
/** Returns an enumeration as it is in a response: a newer service may send values that this type does not list. */
export function open(type: SimpleRef): SimpleRef {
  return type;
}
/** Returns `xs:dateTime`, or a type derived from it, as it is in an argument: a `Date` is accepted too. */
export function orDate(type: SimpleRef): SimpleRef {
  return type;
}
