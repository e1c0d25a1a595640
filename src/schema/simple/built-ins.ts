/** XML Schema Part 2, section 3: every built-in type by name, as a type that reads and writes. */
import { builtInOf, builtIns } from "../../xsd/built-ins";
import type { BuiltInName } from "../tables/nodes";
import { base64BinaryType, hexBinaryType } from "./binary";
import { booleanType } from "./boolean";
import { listOf } from "./list";
import { dateTimeType, durationType, momentType } from "./moments";
import { bigInteger, decimalNumberType, decimalType, doubleType, floatType, numberInteger } from "./numbers";
import { notationType, qNameType } from "./qname";
import type { Primitive, SimpleType } from "./simple-type";
import { stringType } from "./strings";

/** Types of which the table of built-in types does not say how their values stand in TypeScript. */
const primitives: { readonly [name in BuiltInName]?: Primitive } = {
  QName: qNameType,
  NOTATION: notationType,
  boolean: booleanType,
  decimal: decimalType,
  decimalNumber: decimalNumberType,
  float: floatType,
  double: doubleType,
  dateTime: dateTimeType,
  date: momentType("date", "2026-11-21"),
  time: momentType("time", "08:30:00"),
  duration: durationType,
  gYear: momentType("gYear", "2026"),
  gYearMonth: momentType("gYearMonth", "2026-11"),
  gMonth: momentType("gMonth", "--11"),
  gMonthDay: momentType("gMonthDay", "--11-21"),
  gDay: momentType("gDay", "---21"),
  base64Binary: base64BinaryType,
  hexBinary: hexBinaryType,
};

/** Integers that a number holds: up to 32 bits. */
const NUMBERS: ReadonlySet<string> = new Set(["int", "short", "byte", "unsignedInt", "unsignedShort", "unsignedByte"]);

/** The name in the namespace of XML Schema: `decimalNumber` is our word for a way to read `xs:decimal`. */
function schemaName(name: BuiltInName): string {
  return name === "decimalNumber" ? "decimal" : name;
}

/** Whether the namespace of XML Schema has a simple type of this name. */
export function isBuiltInName(name: string): name is BuiltInName {
  return builtIns.has(name);
}

const built = new Map<string, SimpleType>();

/** The built-in type of this name; each is made once. */
export function builtInType(name: BuiltInName): SimpleType {
  let type = built.get(name);
  if (type === undefined) {
    type = make(name);
    built.set(name, type);
  }
  return type;
}

function make(name: BuiltInName): SimpleType {
  const { listOf: item, whiteSpace } = builtInOf(schemaName(name));
  if (item !== undefined && isBuiltInName(item)) {
    return { ...listOf(builtInType(item), 1), builtIns: [name, "anySimpleType"] };
  }
  const primitive = primitives[name] ?? derived(name);
  return { ...primitive, whiteSpace, variety: "atomic", builtIns: ancestry(name), check: () => undefined };
}

/** Integers and strings: their bounds and forms are in the table. */
function derived(name: BuiltInName): Primitive {
  const { integer, min, max, hasForm, whiteSpace } = builtInOf(name);
  if (integer !== true) return stringType(name, whiteSpace === "preserve", hasForm);
  if (NUMBERS.has(name)) return numberInteger(name, Number(min), Number(max));
  return bigInteger(name, min === undefined ? undefined : BigInt(min), max === undefined ? undefined : BigInt(max));
}

/** The figure in section 3, from the type itself up. */
function ancestry(name: BuiltInName): readonly string[] {
  const names: string[] = [];
  for (let at: string | undefined = schemaName(name); at !== undefined; at = builtInOf(at).base) names.push(at);
  return names.at(-1) === "anySimpleType" ? names : [...names, "anySimpleType"];
}
