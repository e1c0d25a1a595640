/**
 * Values of the SOAP encoding whose `xsi:type` is not the declared type. Stacks without a schema guess the type from the
 * value: SOAP::Lite sends a string of digits as an int, and a string beyond ASCII as base64Binary.
 */
import { base64Text, hexBytes, hexText } from "#platform";
import type { XmlAttributeEvent } from "../xml/events";
import { isHexBinary, normalize, trim } from "../xsd/built-ins";
import { isAny, isBinaryName, isBuiltIn } from "./decode/instance-type";
import type { ComplexPlan, SimplePlan, SoapArrayPlan } from "./plans/plans";
import { ENCODING_11, ENCODING_12 } from "./schema-namespaces";
import { octetsOfBase64 } from "./simple/binary";
import { Mismatch } from "./simple/mismatch";
import { isBinaryType, type SimpleTypeCodec } from "./simple/simple-type";
import type { QName } from "./tables/table-values";

/** See `ArrayDecoder`. */
export function convert<T extends SimplePlan | ComplexPlan | SoapArrayPlan>(
  plan: T,
  named: QName,
  attributes: readonly XmlAttributeEvent[],
): T | undefined {
  if (plan.kind === "soapArray") return attributes.some(namesItems) ? plan : undefined;
  if (plan.kind === "simple") {
    const type = converted(plan.type, named);
    return type && { ...plan, type };
  }
  const { text } = plan;
  // The decoder refuses a member that the declared type does not have.
  if (text === undefined) return isStruct(named) ? plan : undefined;
  const type = converted(text.simple.type, named);
  return type && { ...plan, text: { ...text, simple: { ...text.simple, type } } };
}

/** Whether the attribute says that the element is an array. */
function namesItems({ name }: XmlAttributeEvent): boolean {
  if (name.namespace === ENCODING_11) return name.local === "arrayType";
  return name.namespace === ENCODING_12 && (name.local === "itemType" || name.local === "arraySize");
}

function isStruct(type: QName): boolean {
  return !isBuiltIn(type) || isAny(type) || type.local === "Struct";
}

function converted(declared: SimpleTypeCodec, named: QName): SimpleTypeCodec | undefined {
  if (isAny(named)) return declared;
  const isBinary = isBinaryType(declared);
  if (isBinaryName(named)) return isBinary ? ofOctets(declared, named) : ofEncodedText(declared, named);
  if (isBinary && isBuiltIn(named)) return ofNoOctets(declared, named);
  if (!isFloat(declared) || !isBuiltIn(named) || !DECIMAL.test(named.local)) return declared;
  const parse: SimpleTypeCodec["parse"] = (text, scope) => {
    if (isRounded(text)) throw new Mismatch(`${declared.expected}, without digits that are lost in it`);
    return declared.parse(text, scope);
  };
  return { ...declared, parse };
}

function octets(text: string, { local }: QName): Uint8Array {
  if (local !== "hexBinary") return octetsOfBase64(text);
  if (!isHexBinary(text)) throw new Mismatch("xs:hexBinary");
  return new Uint8Array(hexBytes(text));
}

/** The same octets, written as base64 in place of hexadecimal digits or the other way round. */
function ofOctets(declared: SimpleTypeCodec, named: QName): SimpleTypeCodec | undefined {
  if (named.local === "binary") return undefined;
  const other = (text: string): string => {
    const bytes = octets(text, named);
    return declared.builtIns.includes("hexBinary") ? hexText(bytes) : base64Text(bytes);
  };
  return {
    ...declared,
    parse: (text, scope) => declared.parse(other(text), scope),
    check: (value, text, level) => declared.check(value, other(text), level),
  };
}

/** Stacks without a schema take no octets for an empty string. Whether other text was meant as octets is not known. */
function ofNoOctets(declared: SimpleTypeCodec, named: QName): SimpleTypeCodec {
  const parse: SimpleTypeCodec["parse"] = (text, scope) => {
    if (text !== "") throw new Mismatch(`${declared.expected}, which text of the type ${named.local} is not`);
    return declared.parse(text, scope);
  };
  return { ...declared, parse };
}

/** Text whose octets came as base64. Octets that are no UTF-8 are no text. */
function ofEncodedText(declared: SimpleTypeCodec, named: QName): SimpleTypeCodec | undefined {
  if (named.local === "binary") return undefined;
  const decoded = (text: string): string => {
    const bytes = octets(text, named);
    try {
      return normalize(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), declared.whiteSpace);
    } catch {
      throw new Mismatch(`${declared.expected}, or its text in UTF-8 as ${named.local}`);
    }
  };
  return {
    ...declared,
    verbatim: false,
    whiteSpace: "collapse",
    parse: (text, scope) => declared.parse(decoded(text), scope),
    check: (value, text, level) => declared.check(value, decoded(text), level),
  };
}

/** The types of decimal digits, whose values a floating-point number may round. */
const DECIMAL =
  /^(?:decimal|integer|nonPositiveInteger|negativeInteger|nonNegativeInteger|positiveInteger|long|unsignedLong)$/;

function isFloat({ builtIns }: SimpleTypeCodec): boolean {
  return builtIns.includes("double") || builtIns.includes("float");
}

/** Any 15 significant digits survive in a double; of more, only those of integers can be compared exactly. */
function isRounded(text: string): boolean {
  const number = trim(text);
  const [, digits = ""] = /^[+-]?0*\.?0*(.*?)$/.exec(number) ?? [];
  if (digits.replace(".", "").length <= 15) return false;
  return !/^[+-]?\d{1,400}$/.test(number) || BigInt(Number(number)) !== BigInt(number);
}
