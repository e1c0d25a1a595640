/** XML Schema Part 2, 3: every built-in type by name. */
import type { BuiltInName } from "../tables/nodes";
import { base64BinaryType, hexBinaryType } from "./binary";
import { booleanType } from "./boolean";
import {
  dateTimeType,
  dateType,
  gDayType,
  gMonthDayType,
  gMonthType,
  gYearMonthType,
  gYearType,
  timeType,
} from "./date-time";
import { decimalNumberType, decimalType } from "./decimal";
import { durationType } from "./duration";
import { doubleType, floatType } from "./float";
import { bigInteger, numberInteger } from "./integer";
import { listOf } from "./list";
import type { Primitive } from "./primitive";
import { notationType, qNameType } from "./qname";
import type { SimpleType } from "./simple-type";
import { stringTypes } from "./string";

const primitives: { readonly [name in Exclude<BuiltInName, ListName>]: Primitive } = {
  ...stringTypes,
  QName: qNameType,
  NOTATION: notationType,
  boolean: booleanType,
  decimal: decimalType,
  decimalNumber: decimalNumberType,
  float: floatType,
  double: doubleType,
  integer: bigInteger("integer"),
  nonPositiveInteger: bigInteger("nonPositiveInteger", undefined, 0n),
  negativeInteger: bigInteger("negativeInteger", undefined, -1n),
  nonNegativeInteger: bigInteger("nonNegativeInteger", 0n),
  positiveInteger: bigInteger("positiveInteger", 1n),
  long: bigInteger("long", -(2n ** 63n), 2n ** 63n - 1n),
  int: numberInteger("int", -2147483648, 2147483647),
  short: numberInteger("short", -32768, 32767),
  byte: numberInteger("byte", -128, 127),
  unsignedLong: bigInteger("unsignedLong", 0n, 2n ** 64n - 1n),
  unsignedInt: numberInteger("unsignedInt", 0, 4294967295),
  unsignedShort: numberInteger("unsignedShort", 0, 65535),
  unsignedByte: numberInteger("unsignedByte", 0, 255),
  dateTime: dateTimeType,
  date: dateType,
  time: timeType,
  duration: durationType,
  gYear: gYearType,
  gYearMonth: gYearMonthType,
  gMonth: gMonthType,
  gMonthDay: gMonthDayType,
  gDay: gDayType,
  base64Binary: base64BinaryType,
  hexBinary: hexBinaryType,
};

type ListName = "NMTOKENS" | "IDREFS" | "ENTITIES";
const lists: { readonly [name in ListName]: BuiltInName } = {
  NMTOKENS: "NMTOKEN",
  IDREFS: "IDREF",
  ENTITIES: "ENTITY",
};

/** The type that each built-in type is derived from, as far as it is built in and not `anySimpleType` (figure in 3). */
const bases: { readonly [name in BuiltInName]?: BuiltInName } = {
  normalizedString: "string",
  token: "normalizedString",
  language: "token",
  Name: "token",
  NMTOKEN: "token",
  NCName: "Name",
  ID: "NCName",
  IDREF: "NCName",
  ENTITY: "NCName",
  integer: "decimal",
  nonPositiveInteger: "integer",
  negativeInteger: "nonPositiveInteger",
  nonNegativeInteger: "integer",
  positiveInteger: "nonNegativeInteger",
  long: "integer",
  int: "long",
  short: "int",
  byte: "short",
  unsignedLong: "nonNegativeInteger",
  unsignedInt: "unsignedLong",
  unsignedShort: "unsignedInt",
  unsignedByte: "unsignedShort",
};

/** The name in the namespace of XML Schema: `decimalNumber` is our word for a way to read `xs:decimal`. */
function schemaName(name: BuiltInName): string {
  return name === "decimalNumber" ? "decimal" : name;
}

function isList(name: BuiltInName): name is ListName {
  return name in lists;
}

function ancestry(name: BuiltInName): readonly string[] {
  const names: string[] = [];
  for (let at: BuiltInName | undefined = name; at !== undefined; at = bases[at]) names.push(schemaName(at));
  return [...names, "anySimpleType"];
}

/** Whether the namespace of XML Schema has a simple type of this name. */
export function isBuiltInName(name: string): name is BuiltInName {
  return (Object.hasOwn(primitives, name) || Object.hasOwn(lists, name)) && name !== "decimalNumber";
}

const built = new Map<BuiltInName, SimpleType>();

/** The built-in type of this name; each is made once. */
export function builtInType(name: BuiltInName): SimpleType {
  let type = built.get(name);
  if (type === undefined) {
    type = isList(name) ? { ...listOf(builtInType(lists[name]), 1), builtIns: [name, "anySimpleType"] } : atomic(name);
    built.set(name, type);
  }
  return type;
}

function atomic(name: Exclude<BuiltInName, ListName>): SimpleType {
  const primitive = primitives[name];
  return { ...primitive, variety: "atomic", builtIns: ancestry(name), check: () => undefined };
}
