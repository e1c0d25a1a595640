/** Small builders of tables for tests; generated tables have their own builders. */
import { compileSimple } from "../../src/schema/plans/plan-simple";
import { listOf as listType } from "../../src/schema/simple/list";
import type { SimpleTypeCodec } from "../../src/schema/simple/simple-type";
import { unionOf as unionType } from "../../src/schema/simple/union";
import type {
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ElementNode,
  Facets,
  GroupNode,
  IntegerForm,
  NodeRef,
  ParticleNode,
  PartNode,
  RepeatedNode,
  SimpleNode,
  SimpleRef,
  WildcardNode,
} from "../../src/schema/tables/nodes";
import { patterned, xs } from "../../src/schema/tables/table-simple";
import type { QName } from "../../src/schema/tables/table-values";

export { xs };

export const NS = "urn:example";
export const XSD = "http://www.w3.org/2001/XMLSchema";

export function qname(local: string, namespace = NS): QName {
  return { namespace, local };
}

export function builtIn(name: BuiltInName): SimpleNode {
  return xs[name];
}

/** Returns the codec that parses and formats a built-in type, with large integers of the form `as`. */
export function builtInType(name: BuiltInName, as?: IntegerForm): SimpleTypeCodec {
  const form = as === undefined ? "" : as === "number" ? "Number" : "String";
  return compileSimple(xs[`${name}${form}` as keyof typeof xs]);
}

export function restriction(base: SimpleRef, facets: Facets, name?: QName): SimpleNode {
  return { kind: "simple", ...(name && { name }), variety: { of: "restriction", base }, facets: patterned(facets) };
}
export function listOf(item: SimpleRef, facets?: Facets): SimpleNode {
  return { kind: "simple", variety: { of: "list", item, type: listType }, ...(facets && { facets }) };
}
export function unionOf(...members: SimpleRef[]): SimpleNode {
  return { kind: "simple", variety: { of: "union", members, type: unionType } };
}

type ElementOptions = Partial<Omit<ElementNode, "kind" | "type" | "key">>;

export function element(key: string, type: NodeRef, options: ElementOptions = {}): ElementNode {
  const max = options.max ?? 1;
  return { kind: "element", key, name: qname(key), type, min: 1, max, array: max > 1, ...options };
}
export function optional(key: string, type: NodeRef, options: ElementOptions = {}): ElementNode {
  return element(key, type, { min: 0, ...options });
}
export function many(key: string, type: NodeRef, options: ElementOptions = {}): ElementNode {
  return element(key, type, { min: 0, max: Infinity, array: true, ...options });
}
export function nillable(type: NodeRef): NodeRef {
  return { kind: "nillable", type };
}

export function complex(...parts: PartNode[]): ComplexNode {
  return { kind: "complex", parts };
}
export function named(local: string, ...parts: PartNode[]): ComplexNode {
  return { kind: "complex", name: qname(local), parts };
}
export function group(kind: GroupNode["kind"], ...particles: ParticleNode[]): GroupNode {
  return { kind, optional: false, particles };
}
export function optionalGroup(kind: GroupNode["kind"], ...particles: ParticleNode[]): GroupNode {
  return { kind, optional: true, particles };
}
export function repeated(key: string, particle: GroupNode, min = 0, max = Infinity): RepeatedNode {
  return { kind: "repeated", key, min, max, particle };
}
export function any(key: string, options: Partial<Omit<WildcardNode, "kind" | "key">> = {}): WildcardNode {
  const max = options.max ?? Infinity;
  return { kind: "any", key, min: 0, max, array: max > 1, namespaces: { allow: "any" }, ...options };
}
export function attribute(
  key: string,
  type: SimpleRef,
  options: Partial<Omit<AttributeNode, "kind">> = {},
): AttributeNode {
  return { kind: "attribute", key, name: qname(key, ""), type, required: false, ...options };
}
