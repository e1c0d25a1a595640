/** Small builders of tables for tests; generated tables have their own builders. */
import type {
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ElementNode,
  Facets,
  GroupNode,
  NodeRef,
  ParticleNode,
  PartNode,
  RepeatedNode,
  SimpleNode,
  SimpleRef,
  WildcardNode,
} from "../../src/schema/tables/nodes";
import type { QName } from "../../src/schema/tables/table-values";

export const NS = "urn:example";
export const XSD = "http://www.w3.org/2001/XMLSchema";

export function qname(local: string, namespace = NS): QName {
  return { namespace, local };
}

export function builtIn(name: BuiltInName): SimpleNode {
  const local = name === "decimalNumber" ? "decimal" : name;
  return { kind: "simple", name: qname(local, XSD), variety: { of: "atomic", builtIn: name } };
}
export const xs = {
  string: builtIn("string"),
  int: builtIn("int"),
  boolean: builtIn("boolean"),
  decimal: builtIn("decimal"),
  long: builtIn("long"),
  dateTime: builtIn("dateTime"),
  QName: builtIn("QName"),
  token: builtIn("token"),
  base64Binary: builtIn("base64Binary"),
};

export function restriction(base: SimpleRef, facets: Facets, name?: QName): SimpleNode {
  return { kind: "simple", ...(name && { name }), variety: { of: "restriction", base }, facets };
}
export function listOf(item: SimpleRef, facets?: Facets): SimpleNode {
  return { kind: "simple", variety: { of: "list", item }, ...(facets && { facets }) };
}
export function unionOf(...members: SimpleRef[]): SimpleNode {
  return { kind: "simple", variety: { of: "union", members } };
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
