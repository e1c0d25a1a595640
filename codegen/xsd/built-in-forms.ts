/** XML Schema Part 2, section 3: what texts of the built-in types look like. */

/** XML Schema Part 2, 3.2: what a built-in type is at its root. */
export type Primitive =
  | "string"
  | "boolean"
  | "decimal"
  | "float"
  | "double"
  | "dateTime"
  | "date"
  | "time"
  | "duration"
  | "gYear"
  | "gYearMonth"
  | "gMonth"
  | "gMonthDay"
  | "gDay"
  | "base64Binary"
  | "hexBinary"
  | "anyURI"
  | "QName"
  | "NOTATION";

export interface BuiltIn {
  readonly primitive: Primitive;
  readonly whiteSpace: "preserve" | "replace" | "collapse";
  /** What the text must look like, after white space. */
  readonly lexical: RegExp;
  readonly min?: string;
  readonly max?: string;
  /** No fraction. */
  readonly integer?: boolean;
  /** Item type of a built-in list. */
  readonly listOf?: string;
}

const zone = "(Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?";
const year = "-?([1-9]\\d{3,}|0\\d{3})";
const month = "(0[1-9]|1[0-2])";
const day = "(0[1-9]|[12]\\d|3[01])";
const time = "(([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?|24:00:00(\\.0+)?)";
const nameStart = "[:_\\p{L}]";
const nameRest = "[-.:_\\p{L}\\p{M}\\p{Nd}·]";
const ncName = "[_\\p{L}][-._\\p{L}\\p{M}\\p{Nd}·]*";
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const whole = /^[+-]?\d+$/;
const real = /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/;

function of(primitive: Primitive, lexical: RegExp, more: Partial<BuiltIn> = {}): BuiltIn {
  return { primitive, whiteSpace: "collapse", lexical, ...more };
}
function integer(min?: string, max?: string): BuiltIn {
  return of("decimal", whole, { integer: true, ...(min && { min }), ...(max && { max }) });
}
function moment(primitive: Primitive, source: string): BuiltIn {
  return of(primitive, new RegExp(`^${source}${zone}$`));
}
function token(source: string, more: Partial<BuiltIn> = {}): BuiltIn {
  return of("string", new RegExp(`^${source}$`, "u"), more);
}

const table: ReadonlyMap<string, BuiltIn> = new Map([
  ["anySimpleType", of("string", /^/, { whiteSpace: "preserve" })],
  ["string", of("string", /^/, { whiteSpace: "preserve" })],
  ["normalizedString", of("string", /^/, { whiteSpace: "replace" })],
  ["token", of("string", /^/)],
  ["language", token("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*")],
  ["Name", token(`${nameStart}${nameRest}*`)],
  ["NCName", token(ncName)],
  ["ID", token(ncName)],
  ["IDREF", token(ncName)],
  ["ENTITY", token(ncName)],
  ["NMTOKEN", token(`${nameRest}+`)],
  ["NMTOKENS", token(".*", { listOf: "NMTOKEN" })],
  ["IDREFS", token(".*", { listOf: "IDREF" })],
  ["ENTITIES", token(".*", { listOf: "ENTITY" })],
  ["anyURI", of("anyURI", /^/)],
  ["QName", of("QName", new RegExp(`^(${ncName}:)?${ncName}$`, "u"))],
  ["NOTATION", of("NOTATION", new RegExp(`^(${ncName}:)?${ncName}$`, "u"))],
  ["boolean", of("boolean", /^(true|false|1|0)$/)],
  ["decimal", of("decimal", decimal)],
  ["float", of("float", real)],
  ["double", of("double", real)],
  ["integer", integer()],
  ["nonPositiveInteger", integer(undefined, "0")],
  ["negativeInteger", integer(undefined, "-1")],
  ["nonNegativeInteger", integer("0")],
  ["positiveInteger", integer("1")],
  ["long", integer("-9223372036854775808", "9223372036854775807")],
  ["int", integer("-2147483648", "2147483647")],
  ["short", integer("-32768", "32767")],
  ["byte", integer("-128", "127")],
  ["unsignedLong", integer("0", "18446744073709551615")],
  ["unsignedInt", integer("0", "4294967295")],
  ["unsignedShort", integer("0", "65535")],
  ["unsignedByte", integer("0", "255")],
  ["dateTime", moment("dateTime", `${year}-${month}-${day}T${time}`)],
  ["date", moment("date", `${year}-${month}-${day}`)],
  ["time", moment("time", time)],
  ["duration", of("duration", /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/)],
  ["gYear", moment("gYear", year)],
  ["gYearMonth", moment("gYearMonth", `${year}-${month}`)],
  ["gMonth", moment("gMonth", `--${month}`)],
  ["gMonthDay", moment("gMonthDay", `--${month}-${day}`)],
  ["gDay", moment("gDay", `---${day}`)],
  ["base64Binary", of("base64Binary", /^(([A-Za-z0-9+/] ?){4})*(([A-Za-z0-9+/] ?){2}= ?=|([A-Za-z0-9+/] ?){3}=)?$/)],
  ["hexBinary", of("hexBinary", /^([0-9a-fA-F]{2})*$/)],
]);

/** The built-in type of this local name; that of a string when the name is none. */
export function builtInOf(local: string): BuiltIn {
  return table.get(local) ?? (table.get("string") as BuiltIn);
}
