import {
  compileSimple,
  complexTypeOf,
  contentOf,
  type NodeRef,
  ownValue,
  propertiesOf,
  type RecordType,
  type SimpleNode,
  simpleTypeOf,
  stepsOf,
} from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";

/** The type of a column's values. `decimal` is a text of digits, `json` a value that is not a single one. */
export type ColumnType = "text" | "boolean" | "int" | "long" | "integer" | "decimal" | "double" | "bytes" | "json";

/** A column of an export's rows. */
export interface Column {
  /** The property names from the item to the value, joined by dots. */
  readonly name: string;
  readonly type: ColumnType;
  /** The total digits of a decimal, and those after the point. */
  readonly digits?: { readonly precision: number; readonly scale: number };
  /** Returns the value in an item of the result. */
  readonly of: (item: unknown) => unknown;
}

/** Records nested deeper than this have no columns of their own: they are JSON. */
const DEEPEST = 4;

/** Returns the columns of a result's items: one for each value, in the order of the schema. */
export function columnsOf(operation: OperationNode): readonly Column[] {
  const { output } = operation;
  if (output === undefined) return [];
  const { type } = contentOf(output);
  const node = complexTypeOf(type);
  return node === undefined ? [columnOf("value", type, (value) => value)] : columnsOfType(node, [], (value) => value);
}

/** Returns a column of the input. Without a type it is text. */
export function inputColumn(name: string, type: NodeRef | undefined): Column {
  const of = (columns: unknown) => property(columns, name);
  return type === undefined ? { name, type: "text", of } : columnOf(name, type, of);
}

function columnsOfType(node: RecordType, path: readonly RecordType[], read: Column["of"], prefix = ""): Column[] {
  const around = [...path, node];
  return propertiesOf(node).flatMap(({ key, type, list }): Column[] => {
    const name = prefix + key;
    const of: Column["of"] = (item) => property(read(item), key);
    if (type === undefined || list) return [{ name, type: "json", of }];
    const record = complexTypeOf(type);
    const isOpen = record !== undefined && around.length < DEEPEST && !around.includes(record);
    return isOpen ? columnsOfType(record, around, of, `${name}.`) : [columnOf(name, type, of)];
  });
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? ownValue(value, key) : undefined;
}

function columnOf(name: string, ref: NodeRef, of: Column["of"]): Column {
  const node = simpleTypeOf(ref);
  if (node === undefined) return { name, type: "json", of };
  const { variety, builtIns } = compileSimple(node);
  const [builtIn = "string"] = builtIns;
  if (variety === "list") return { name, type: "json", of };
  if (variety === "union") return { name, type: "text", of };
  const type = TYPES[builtIn] ?? "text";
  const digits = type === "decimal" ? digitsOf(node) : undefined;
  return digits === undefined ? { name, type, of } : { name, type, digits, of };
}

/** Times, dates and durations are text, so that a missing time zone or a large year is not lost. */
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

/** Returns undefined unless both facets exist. */
function digitsOf(node: SimpleNode): Column["digits"] {
  const facets = stepsOf(node).map((step) => step.facets ?? {});
  const precision = facets.find(({ totalDigits }) => totalDigits !== undefined)?.totalDigits;
  const scale = facets.find(({ fractionDigits }) => fractionDigits !== undefined)?.fractionDigits;
  return precision === undefined || scale === undefined ? undefined : { precision, scale };
}
