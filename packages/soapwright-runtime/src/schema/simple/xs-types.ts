/**
 * The nodes of the built-in types (XML Schema Part 2, section 3). Each refers to its codec and to the types derived
 * from it, which `xsi:type` may name. Calls are marked as pure, so that bundlers drop the types that no table uses.
 */
import { isLanguage, isName, isNCName, isNmtoken } from "../../xsd/xsd-names";
import { XSD } from "../schema-namespaces";
import type { AtomicVariety, BuiltInName, IntegerForm, LargeIntegerName, SimpleNode } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { base64BinaryType, hexBinaryType } from "./binary";
import {
  BEYOND_FLOAT,
  bigInteger,
  booleanType,
  decimalNumberType,
  decimalType,
  floatingPoint,
  numberInteger,
  qualifiedName,
  stringType,
} from "./built-ins";
import { listOf } from "./list";
import { dateTimeType, durationType, momentType } from "./moments";
import type { BuiltInType, Primitive, SimpleTypeCodec } from "./simple-type";

type Derived = () => readonly BuiltInType[];

/** The node of a built-in type. */
export interface BuiltInNode extends SimpleNode {
  readonly name: QName;
  readonly variety: AtomicVariety;
}

function node(builtIn: BuiltInName, make: () => SimpleTypeCodec, as?: IntegerForm): BuiltInNode {
  const local = builtIn === "decimalNumber" ? "decimal" : builtIn;
  let cached: SimpleTypeCodec | undefined;
  const type = (): SimpleTypeCodec => {
    cached ??= make();
    return cached;
  };
  return {
    kind: "simple",
    name: { namespace: XSD, local },
    variety: { of: "atomic", builtIn, ...(as !== undefined && { as }), type },
  };
}

/** `lineage` has the names of the type and its built-in ancestors, nearest first. */
function typeOf(
  lineage: string,
  primitive: Primitive,
  derived?: Derived,
  whiteSpace: SimpleTypeCodec["whiteSpace"] = "collapse",
): SimpleTypeCodec {
  const builtIns = lineage.split(" ");
  return { ...primitive, whiteSpace, variety: "atomic", builtIns, derived, check: () => undefined };
}

function atomic(builtIn: BuiltInName, primitive: () => Primitive): BuiltInNode {
  return node(builtIn, () => typeOf(`${builtIn} anySimpleType`, primitive()));
}

const ANY_TOKEN = "token normalizedString string anySimpleType";
const NAMES = `NCName Name ${ANY_TOKEN}`;

function tokenType(builtIn: BuiltInName, bases: string, hasForm: (text: string) => boolean, derived?: Derived) {
  return typeOf(`${builtIn} ${bases}`, stringType(builtIn, false, hasForm), derived);
}

function small(builtIn: BuiltInName, bases: string, min: number, max: number, derived?: Derived): BuiltInNode {
  const lineage = `${builtIn} ${bases} integer decimal anySimpleType`;
  return node(builtIn, () => typeOf(lineage, numberInteger(builtIn, min, max), derived));
}

interface Large {
  readonly builtIn: LargeIntegerName;
  readonly bases: string;
  readonly min?: bigint;
  readonly max?: bigint;
  readonly derived: Derived;
}

function large({ builtIn, bases, min, max, derived }: Large, as?: IntegerForm): BuiltInNode {
  return node(builtIn, () => typeOf(`${builtIn} ${bases}`, bigInteger(builtIn, as, min, max), derived), as);
}

function list(builtIn: BuiltInName, item: () => SimpleTypeCodec): BuiltInNode {
  return node(builtIn, () => ({ ...listOf(item(), 1), builtIns: [builtIn, "anySimpleType"] }));
}

const anyText = (): boolean => true;

// Strings (XML Schema Part 2, 3.2.1 and 3.3.1 to 3.3.12).

export const xsAnySimpleType = /* @__PURE__ */ node("anySimpleType", () =>
  typeOf("anySimpleType", stringType("anySimpleType", true, anyText), primitives, "preserve"),
);
export const xsString = /* @__PURE__ */ node("string", () =>
  typeOf("string anySimpleType", stringType("string", true, anyText), () => [xsNormalizedString], "preserve"),
);
export const xsNormalizedString = /* @__PURE__ */ node("normalizedString", () =>
  typeOf(
    "normalizedString string anySimpleType",
    stringType("normalizedString", false, anyText),
    () => [xsToken],
    "replace",
  ),
);
export const xsToken = /* @__PURE__ */ node("token", () =>
  typeOf(ANY_TOKEN, stringType("token", false, anyText), () => [xsLanguage, xsName, xsNMTOKEN]),
);
export const xsLanguage = /* @__PURE__ */ node("language", () => tokenType("language", ANY_TOKEN, isLanguage));
export const xsName = /* @__PURE__ */ node("Name", () => tokenType("Name", ANY_TOKEN, isName, () => [xsNCName]));
export const xsNCName = /* @__PURE__ */ node("NCName", () =>
  tokenType("NCName", `Name ${ANY_TOKEN}`, isNCName, () => [xsID, xsIDREF, xsENTITY]),
);
export const xsNMTOKEN = /* @__PURE__ */ node("NMTOKEN", () => tokenType("NMTOKEN", ANY_TOKEN, isNmtoken));
export const xsNMTOKENS = /* @__PURE__ */ list("NMTOKENS", () => tokenType("NMTOKEN", ANY_TOKEN, isNmtoken));
export const xsID = /* @__PURE__ */ node("ID", () => ({ ...tokenType("ID", NAMES, isNCName), identifies: "ID" }));
export const xsIDREF = /* @__PURE__ */ node("IDREF", reference);
export const xsIDREFS = /* @__PURE__ */ list("IDREFS", reference);
export const xsENTITY = /* @__PURE__ */ node("ENTITY", () => tokenType("ENTITY", NAMES, isNCName));
export const xsENTITIES = /* @__PURE__ */ list("ENTITIES", () => tokenType("ENTITY", NAMES, isNCName));
export const xsAnyURI = /* @__PURE__ */ atomic("anyURI", () => stringType("anyURI", false, anyText));
export const xsQName = /* @__PURE__ */ atomic("QName", () => qualifiedName("QName"));
export const xsNOTATION = /* @__PURE__ */ atomic("NOTATION", () => qualifiedName("NOTATION"));

// Booleans and numbers (XML Schema Part 2, 3.2.2 to 3.2.5 and 3.3.13 to 3.3.25).

export const xsBoolean = /* @__PURE__ */ atomic("boolean", () => booleanType);
export const xsDecimal = /* @__PURE__ */ node("decimal", () =>
  typeOf("decimal anySimpleType", decimalType, () => [xsInteger]),
);
export const xsDecimalNumber = /* @__PURE__ */ node("decimalNumber", () =>
  typeOf("decimal anySimpleType", decimalNumberType, () => [xsInteger]),
);
export const xsFloat = /* @__PURE__ */ atomic("float", () => floatingPoint("float", BEYOND_FLOAT));
export const xsDouble = /* @__PURE__ */ atomic("double", () => floatingPoint("double", Number.POSITIVE_INFINITY));

const integer: Large = {
  builtIn: "integer",
  bases: "decimal anySimpleType",
  derived: () => [xsNonPositiveInteger, xsLong, xsNonNegativeInteger],
};
export const xsInteger = /* @__PURE__ */ large(integer);
export const xsIntegerNumber = /* @__PURE__ */ large(integer, "number");
export const xsIntegerString = /* @__PURE__ */ large(integer, "string");

const nonPositiveInteger: Large = {
  builtIn: "nonPositiveInteger",
  bases: "integer decimal anySimpleType",
  max: 0n,
  derived: () => [xsNegativeInteger],
};
export const xsNonPositiveInteger = /* @__PURE__ */ large(nonPositiveInteger);
export const xsNonPositiveIntegerNumber = /* @__PURE__ */ large(nonPositiveInteger, "number");
export const xsNonPositiveIntegerString = /* @__PURE__ */ large(nonPositiveInteger, "string");

const negativeInteger: Large = {
  builtIn: "negativeInteger",
  bases: "nonPositiveInteger integer decimal anySimpleType",
  max: -1n,
  derived: () => [],
};
export const xsNegativeInteger = /* @__PURE__ */ large(negativeInteger);
export const xsNegativeIntegerNumber = /* @__PURE__ */ large(negativeInteger, "number");
export const xsNegativeIntegerString = /* @__PURE__ */ large(negativeInteger, "string");

const nonNegativeInteger: Large = {
  builtIn: "nonNegativeInteger",
  bases: "integer decimal anySimpleType",
  min: 0n,
  derived: () => [xsUnsignedLong, xsPositiveInteger],
};
export const xsNonNegativeInteger = /* @__PURE__ */ large(nonNegativeInteger);
export const xsNonNegativeIntegerNumber = /* @__PURE__ */ large(nonNegativeInteger, "number");
export const xsNonNegativeIntegerString = /* @__PURE__ */ large(nonNegativeInteger, "string");

const positiveInteger: Large = {
  builtIn: "positiveInteger",
  bases: "nonNegativeInteger integer decimal anySimpleType",
  min: 1n,
  derived: () => [],
};
export const xsPositiveInteger = /* @__PURE__ */ large(positiveInteger);
export const xsPositiveIntegerNumber = /* @__PURE__ */ large(positiveInteger, "number");
export const xsPositiveIntegerString = /* @__PURE__ */ large(positiveInteger, "string");

const long: Large = {
  builtIn: "long",
  bases: "integer decimal anySimpleType",
  min: -9223372036854775808n,
  max: 9223372036854775807n,
  derived: () => [xsInt],
};
export const xsLong = /* @__PURE__ */ large(long);
export const xsLongNumber = /* @__PURE__ */ large(long, "number");
export const xsLongString = /* @__PURE__ */ large(long, "string");

const unsignedLong: Large = {
  builtIn: "unsignedLong",
  bases: "nonNegativeInteger integer decimal anySimpleType",
  min: 0n,
  max: 18446744073709551615n,
  derived: () => [xsUnsignedInt],
};
export const xsUnsignedLong = /* @__PURE__ */ large(unsignedLong);
export const xsUnsignedLongNumber = /* @__PURE__ */ large(unsignedLong, "number");
export const xsUnsignedLongString = /* @__PURE__ */ large(unsignedLong, "string");

export const xsInt = /* @__PURE__ */ small("int", "long", -2147483648, 2147483647, () => [xsShort]);
export const xsShort = /* @__PURE__ */ small("short", "int long", -32768, 32767, () => [xsByte]);
export const xsByte = /* @__PURE__ */ small("byte", "short int long", -128, 127);
export const xsUnsignedInt = /* @__PURE__ */ small(
  "unsignedInt",
  "unsignedLong nonNegativeInteger",
  0,
  4294967295,
  () => [xsUnsignedShort],
);
export const xsUnsignedShort = /* @__PURE__ */ small(
  "unsignedShort",
  "unsignedInt unsignedLong nonNegativeInteger",
  0,
  65535,
  () => [xsUnsignedByte],
);
export const xsUnsignedByte = /* @__PURE__ */ small(
  "unsignedByte",
  "unsignedShort unsignedInt unsignedLong nonNegativeInteger",
  0,
  255,
);

// Dates, times and durations (XML Schema Part 2, 3.2.6 to 3.2.14).

export const xsDateTime = /* @__PURE__ */ atomic("dateTime", dateTimeType);
export const xsDate = /* @__PURE__ */ atomic("date", () => momentType("date", "2026-11-21"));
export const xsTime = /* @__PURE__ */ atomic("time", () => momentType("time", "08:30:00"));
export const xsGYear = /* @__PURE__ */ atomic("gYear", () => momentType("gYear", "2026"));
export const xsGYearMonth = /* @__PURE__ */ atomic("gYearMonth", () => momentType("gYearMonth", "2026-11"));
export const xsGMonth = /* @__PURE__ */ atomic("gMonth", () => momentType("gMonth", "--11"));
export const xsGMonthDay = /* @__PURE__ */ atomic("gMonthDay", () => momentType("gMonthDay", "--11-21"));
export const xsGDay = /* @__PURE__ */ atomic("gDay", () => momentType("gDay", "---21"));
export const xsDuration = /* @__PURE__ */ atomic("duration", durationType);

// Octets (XML Schema Part 2, 3.2.15 and 3.2.16).

export const xsBase64Binary = /* @__PURE__ */ atomic("base64Binary", () => base64BinaryType);
export const xsHexBinary = /* @__PURE__ */ atomic("hexBinary", () => hexBinaryType);

function reference(): SimpleTypeCodec {
  return { ...tokenType("IDREF", NAMES, isNCName), identifies: "IDREF" };
}

function primitives(): readonly BuiltInType[] {
  const texts = [xsString, xsAnyURI, xsQName, xsNOTATION, xsNMTOKENS, xsIDREFS, xsENTITIES];
  const numbers = [xsBoolean, xsDecimal, xsFloat, xsDouble];
  const moments = [xsDateTime, xsDate, xsTime, xsGYear, xsGYearMonth, xsGMonth, xsGMonthDay, xsGDay, xsDuration];
  return [...texts, ...numbers, ...moments, xsBase64Binary, xsHexBinary];
}
