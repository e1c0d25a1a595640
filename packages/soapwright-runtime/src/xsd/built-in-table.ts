/** XML Schema Part 2, section 3: the built-in types, their derivation and their lexical forms, for tools. */
import { base64Digits, isBase64, isDecimal, isFloat, isHexBinary, isInteger, type WhiteSpace } from "./built-ins";
import { type MomentName, parseMoment } from "./calendar";
import { isDuration } from "./durations";
import { isLanguage, isName, isNCName, isNmtoken } from "./xsd-names";

/** The primitive of a built-in type (XML Schema Part 2, 3.2). `anySimpleType` counts as a string. */
export type Primitive =
  | "string"
  | "boolean"
  | "decimal"
  | "float"
  | "double"
  | "duration"
  | MomentName
  | "base64Binary"
  | "hexBinary"
  | "anyURI"
  | "QName"
  | "NOTATION";

export interface BuiltIn {
  readonly primitive: Primitive;
  /** The built-in base type, unless it is `anySimpleType`. */
  readonly base?: string;
  readonly whiteSpace: WhiteSpace;
  /** Whether a lexical has the form of the type, after white space is normalized. Ignores bounds. */
  hasForm(text: string): boolean;
  readonly min?: string;
  readonly max?: string;
  /** Whether fractions are forbidden. */
  readonly integer?: boolean;
  /** Item type of a built-in list. */
  readonly listOf?: string;
}

const anyText: (text: string) => boolean = () => true;

function of(primitive: Primitive, hasForm: (text: string) => boolean, more: Partial<BuiltIn> = {}): BuiltIn {
  return { primitive, whiteSpace: "collapse", hasForm, ...more };
}
function text(base: string, hasForm = anyText, whiteSpace: WhiteSpace = "collapse"): BuiltIn {
  return of("string", hasForm, { base, whiteSpace });
}
function list(listOf: string, hasItem: (text: string) => boolean): BuiltIn {
  return of("string", (value) => value.split(" ").every(hasItem), { listOf });
}
function integer(base: string, min?: string, max?: string): BuiltIn {
  return of("decimal", isInteger, { base, integer: true, ...(min && { min }), ...(max && { max }) });
}
function moment(name: MomentName): readonly [string, BuiltIn] {
  return [name, of(name, (value) => parseMoment(name, value) !== undefined)];
}
function isQName(value: string): boolean {
  const colon = value.indexOf(":");
  return isNCName(value.slice(colon + 1)) && (colon < 0 || isNCName(value.slice(0, colon)));
}

/** The integer types whose values may exceed the safe integers of a number. */
export const largeIntegers: ReadonlySet<string> = new Set(
  "integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long unsignedLong".split(" "),
);

/** The built-in types by local name, in the order of the specification. */
export const builtIns: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ["anySimpleType", of("string", anyText, { whiteSpace: "preserve" })],
  ["string", of("string", anyText, { whiteSpace: "preserve" })],
  ["normalizedString", text("string", anyText, "replace")],
  ["token", text("normalizedString")],
  ["language", text("token", isLanguage)],
  ["Name", text("token", isName)],
  ["NCName", text("Name", isNCName)],
  ["NMTOKEN", text("token", isNmtoken)],
  ["NMTOKENS", list("NMTOKEN", isNmtoken)],
  ["ID", text("NCName", isNCName)],
  ["IDREF", text("NCName", isNCName)],
  ["IDREFS", list("IDREF", isNCName)],
  ["ENTITY", text("NCName", isNCName)],
  ["ENTITIES", list("ENTITY", isNCName)],
  ["anyURI", of("anyURI", anyText)],
  ["QName", of("QName", isQName)],
  ["NOTATION", of("NOTATION", isQName)],
  ["boolean", of("boolean", (value) => /^(?:true|false|1|0)$/.test(value))],
  ["decimal", of("decimal", isDecimal)],
  ["float", of("float", isFloat)],
  ["double", of("double", isFloat)],
  ["integer", integer("decimal")],
  ["nonPositiveInteger", integer("integer", undefined, "0")],
  ["negativeInteger", integer("nonPositiveInteger", undefined, "-1")],
  ["nonNegativeInteger", integer("integer", "0")],
  ["positiveInteger", integer("nonNegativeInteger", "1")],
  ["long", integer("integer", "-9223372036854775808", "9223372036854775807")],
  ["int", integer("long", "-2147483648", "2147483647")],
  ["short", integer("int", "-32768", "32767")],
  ["byte", integer("short", "-128", "127")],
  ["unsignedLong", integer("nonNegativeInteger", "0", "18446744073709551615")],
  ["unsignedInt", integer("unsignedLong", "0", "4294967295")],
  ["unsignedShort", integer("unsignedInt", "0", "65535")],
  ["unsignedByte", integer("unsignedShort", "0", "255")],
  moment("dateTime"),
  moment("date"),
  moment("time"),
  ["duration", of("duration", isDuration)],
  moment("gYear"),
  moment("gYearMonth"),
  moment("gMonth"),
  moment("gMonthDay"),
  moment("gDay"),
  ["base64Binary", of("base64Binary", (value) => isBase64(base64Digits(value)))],
  ["hexBinary", of("hexBinary", isHexBinary)],
]);

/** Returns the built-in type with this local name; `string` for an unknown name. */
export function builtInOf(local: string): BuiltIn {
  return builtIns.get(local) ?? builtIns.get("string")!;
}
