/** The columns of a result, from the tables of its operation. */

import { compileSimple, ownValue } from "../door";
import type {
  ComplexNode,
  ElementNode,
  GroupNode,
  NodeRef,
  OperationNode,
  ParticleNode,
  PartNode,
  SimpleNode,
  TypeNode,
} from "../schema/codec";

/** What a column holds. `decimal` is a text of digits, `json` anything that is no single value. */
export type ColumnType = "text" | "boolean" | "int" | "long" | "integer" | "decimal" | "double" | "bytes" | "json";

/** One column of the rows of an export. */
export interface Column {
  /** The names that lead to the value, joined by dots. */
  readonly name: string;
  readonly type: ColumnType;
  /** Of a decimal: how many digits the schema allows, and how many of them behind the point. */
  readonly digits?: { readonly precision: number; readonly scale: number };
  /** The value in an item of the result. */
  readonly of: (item: unknown) => unknown;
}

/** Records in records have columns of their own down to this depth; what is further down is JSON. */
const DEEPEST = 4;

/** The columns of the items of an operation's result: one for each value, in the order of the schema. */
export function columnsOf(operation: OperationNode): readonly Column[] {
  const item = itemType(operation);
  if (item === undefined) return [];
  const node = nodeOf(item);
  if (node.kind !== "complex") return [columnOf("value", node, (value) => value)];
  return columnsOfType(node, [], (value) => value);
}

/** The columns of values of the given types, for what stands beside an item. */
export function inputColumn(name: string, type: NodeRef | undefined): Column {
  const of = (columns: unknown) => property(columns, name);
  return type === undefined ? { name, type: "text", of } : columnOf(name, nodeOf(type), of);
}

/** What a list result is a list of, or what a single result is. */
function itemType({ output }: OperationNode): NodeRef | undefined {
  if (output === undefined) return undefined;
  const [first, ...rest] = output.unwrap;
  if (first === undefined) return { kind: "complex", parts: output.body };
  let element = output.body.find(({ key }) => key === first);
  for (const key of rest) {
    const node: TypeNode | undefined = element && nodeOf(element.type);
    element = node?.kind === "complex" ? elementsOf(node).find((child) => child.key === key) : undefined;
  }
  if (element === undefined) return undefined;
  const node = nodeOf(element.type);
  return !element.array && node.kind === "soapArray" ? node.item : element.type;
}

function nodeOf(ref: NodeRef): Exclude<TypeNode, { kind: "nillable" }> {
  const node = typeof ref === "function" ? ref() : ref;
  return node.kind === "nillable" ? nodeOf(node.type) : node;
}

function elementsOf(node: ComplexNode): ElementNode[] {
  return partsOf(node).filter((part): part is ElementNode => part.kind === "element");
}

type Leaf = Exclude<PartNode, GroupNode | { readonly kind: "extension" }>;

/** The parts with those of base types and groups in their places; a key that is there twice once. */
function partsOf(node: ComplexNode): Leaf[] {
  const leaves = node.parts.flatMap((part): Leaf[] => {
    if (part.kind === "extension") return partsOf(typeof part.base === "function" ? part.base() : part.base);
    return isGroup(part) ? membersOf(part) : [part];
  });
  return [...new Map(leaves.map((leaf) => [leaf.key, leaf])).values()];
}

function membersOf(particle: ParticleNode): Leaf[] {
  return isGroup(particle) ? particle.particles.flatMap(membersOf) : [particle];
}

function isGroup(part: PartNode): part is GroupNode {
  return part.kind === "sequence" || part.kind === "choice" || part.kind === "all";
}

type Reader = (item: unknown) => unknown;

function columnsOfType(node: ComplexNode, path: readonly ComplexNode[], read: Reader, prefix = ""): Column[] {
  return partsOf(node).flatMap((part): Column[] => {
    const name = prefix + part.key;
    const of: Reader = (item) => property(read(item), part.key);
    if (part.kind === "attribute" || part.kind === "simpleContent") return [columnOf(name, nodeOf(part.type), of)];
    if (part.kind !== "element" || part.array) return [{ name, type: "json", of }];
    const type = nodeOf(part.type);
    const isOpen = type.kind === "complex" && path.length + 1 < DEEPEST && !path.includes(type) && type !== node;
    if (isOpen) return columnsOfType(type, [...path, node], of, `${name}.`);
    return [columnOf(name, type, of)];
  });
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? ownValue(value, key) : undefined;
}

function columnOf(name: string, node: TypeNode, of: Reader): Column {
  if (node.kind !== "simple") return { name, type: "json", of };
  const { variety, builtIns } = compileSimple(node);
  const [builtIn = "string"] = builtIns;
  if (variety === "list") return { name, type: "json", of };
  if (variety === "union") return { name, type: "text", of };
  const type = TYPES[builtIn] ?? "text";
  const digits = type === "decimal" ? digitsOf(node) : undefined;
  return digits === undefined ? { name, type, of } : { name, type, digits, of };
}

/** Moments, dates and durations stay the texts that they are: nothing is lost, neither a missing time zone nor a large year. */
const TYPES: Readonly<{ [builtIn: string]: ColumnType }> = {
  boolean: "boolean",
  decimal: "decimal",
  decimalNumber: "decimal",
  float: "double",
  double: "double",
  integer: "integer",
  nonPositiveInteger: "integer",
  negativeInteger: "integer",
  nonNegativeInteger: "integer",
  positiveInteger: "integer",
  unsignedLong: "integer",
  long: "long",
  unsignedInt: "long",
  int: "int",
  short: "int",
  byte: "int",
  unsignedShort: "int",
  unsignedByte: "int",
  base64Binary: "bytes",
  hexBinary: "bytes",
  QName: "json",
  NOTATION: "json",
};

/** What the facets of a decimal say, its base types included. */
function digitsOf(node: SimpleNode): Column["digits"] {
  let precision: number | undefined;
  let scale: number | undefined;
  for (let at: SimpleNode | undefined = node; at !== undefined; ) {
    precision ??= at.facets?.totalDigits;
    scale ??= at.facets?.fractionDigits;
    const { variety }: SimpleNode = at;
    if (variety.of !== "restriction") break;
    at = typeof variety.base === "function" ? variety.base() : variety.base;
  }
  return precision === undefined || scale === undefined ? undefined : { precision, scale };
}
