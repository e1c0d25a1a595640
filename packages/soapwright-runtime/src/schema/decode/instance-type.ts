/** Resolves `xsi:type` (XML Schema Part 1, 2.6.1). */
import type { XmlName } from "../../xml/events";
import { trim } from "../../xsd/built-ins";
import type {
  AlternativePlan,
  AnyTypePlan,
  ComplexPlan,
  ElementPlan,
  PlainPlan,
  Plans,
  PolymorphicPlan,
  SimplePlan,
  SoapArrayPlan,
  TypePlan,
} from "../plans/plans";
import { ENCODING_11, ENCODING_12, OLD_XSD, UNVERIFIED, XSD } from "../schema-namespaces";
import { boundName, resolveQName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { descendant, isAnySimple, isBinaryType, type SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { Decoding, Opening } from "./frame";
import { shown } from "./meant-names";

/**
 * Throws the decoder's error for an invalid name. A prefix that is not verified is ignored when exactly one allowed
 * type has the local name, because an attacker who rebinds the prefix then does not change the type.
 */
export function resolveType(decoder: Decoding, declared: TypePlan, text: string): QName {
  try {
    const name = boundName(trim(text), decoder.scope, "xsi:type to be a name");
    if (name.namespace !== UNVERIFIED) return currentName(name);
    const { plans } = decoder;
    const allowed =
      declared.kind === "polymorphic"
        ? declared.alternatives.map((each) => alternativeName(plans, each))
        : [typeName(declared)];
    const candidates = allowed.filter((each) => each?.local === name.local).map((each) => each?.namespace ?? "");
    const [namespace = XSD, ...others] = new Set(BUILT_IN_NAMES.has(name.local) ? [...candidates, XSD] : candidates);
    if (others.length === 0 && (candidates.length > 0 || BUILT_IN_NAMES.has(name.local)))
      return { namespace, local: name.local };
    return resolveQName(trim(text), decoder.scope, "xsi:type to be a name");
  } catch (error) {
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`, error.response);
    throw error;
  }
}

/** Built-in types of the drafts of XML Schema that have other names today. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["timeInstant", "dateTime"],
  ["uriReference", "anyURI"],
  ["ur-type", "anyType"],
  ["CDATA", "normalizedString"],
]);

export function currentName(name: QName): QName {
  if (!OLD_XSD.has(name.namespace)) return name;
  return { namespace: XSD, local: RENAMED.get(name.local) ?? name.local };
}

export function isNamed(name: QName | undefined, other: QName): boolean {
  return name !== undefined && name.local === other.local && name.namespace === other.namespace;
}

/**
 * `typeName` is the type that `xsi:type` or an array names, which may narrow the alternative's type. Throws the decoder's
 * error if no alternative fits.
 */
export function chooseAlternative(
  opening: Opening,
  plan: PolymorphicPlan,
  name: XmlName,
  typeName: QName | undefined,
): { readonly alternative: AlternativePlan; readonly type: PlainPlan } {
  const { decoder, slot } = opening;
  const { plans } = decoder;
  const candidates = alternativesOf(slot, plan, name);
  const declared = candidates.find((alternative) => alternative.xsiType === undefined || alternative.declared);
  if (typeName === undefined) {
    if (declared === undefined) return decoder.fail("the declared type is abstract, and no xsi:type names another");
    return { alternative: declared, type: plans.typeOf(declared) };
  }
  const named =
    candidates.find((each) => isNamed(alternativeName(plans, each), typeName)) ??
    namedAlike(decoder, candidates, typeName);
  if (named !== undefined) return { alternative: named, type: plans.typeOf(named) };
  const type = declared && plans.typeOf(declared);
  if (declared === undefined || type === undefined || type.kind === "anyType") {
    return decoder.fail(notAllowed(plans, candidates, typeName));
  }
  const derived = type.kind === "simple" ? derivedBuiltIn(decoder, type, typeName) : undefined;
  return {
    alternative: declared,
    type: derived ?? otherType(opening, type, typeName, notAllowed(plans, candidates, typeName)),
  };
}

/** The type of an element's value; of its alternatives that of the one which its name or `written`, its `xsi:type`, chooses. */
export function chosenType(opening: Opening, declared: TypePlan, written: string | undefined): PlainPlan {
  if (declared.kind !== "polymorphic") return declared;
  const named = written === undefined ? undefined : resolveType(opening.decoder, declared, written);
  return chooseAlternative(opening, declared, opening.name, named).type;
}

function notAllowed(plans: Plans, candidates: readonly AlternativePlan[], named: QName): string {
  const allowed = candidates.map((each) => alternativeName(plans, each)).filter((each) => each !== undefined);
  return `xsi:type names the type ${shown(named)}, which is not allowed here (${allowed.slice(0, MAX_NAMES).map(shown).join(", ")})`;
}

/** In the SOAP encoding, stacks without a schema name types in namespaces of their own: SOAP::Lite, the package of Perl. */
function namedAlike(
  { encoded, plans, validation }: Decoding,
  candidates: readonly AlternativePlan[],
  { local, namespace }: QName,
): AlternativePlan | undefined {
  if (!encoded || validation === "strict" || isBuiltIn({ namespace, local })) return undefined;
  const [alike, other] = candidates.filter((each) => alternativeName(plans, each)?.local === local);
  return other === undefined ? alike : undefined;
}

/** Only substitution group members have names of their own; array items have any name. */
function alternativesOf(
  { name: head }: ElementPlan,
  { alternatives }: PolymorphicPlan,
  name: XmlName,
): readonly AlternativePlan[] {
  const isMember = !isNamed(head, name) && alternatives.some(({ element }) => isNamed(element, name));
  return alternatives.filter(({ element }) => (element === undefined ? !isMember : isNamed(element, name)));
}

/** Whether an element of that name needs an `xsi:type`. */
export function isAbstract(slot: ElementPlan, plan: PolymorphicPlan, name: XmlName): boolean {
  return !alternativesOf(slot, plan, name).some(({ xsiType, declared }) => xsiType === undefined || declared);
}

export function isAlternative(plans: Plans, plan: TypePlan, type: QName): boolean {
  return plan.kind === "polymorphic" && plan.alternatives.some((each) => isNamed(alternativeName(plans, each), type));
}

function alternativeName(plans: Plans, alternative: AlternativePlan): QName | undefined {
  return alternative.xsiType ?? typeName(plans.typeOf(alternative));
}

function typeName(plan: TypePlan): QName | undefined {
  return "name" in plan ? plan.name : undefined;
}

/**
 * The declared type, or a built-in type derived from it that `xsi:type` names. Throws the decoder's error for another
 * type.
 */
export function instanceType(opening: Opening, plan: Exclude<PlainPlan, AnyTypePlan>, type: QName): PlainPlan {
  const { decoder } = opening;
  if (isNamed(plan.name, type)) return plan;
  const isBase = plan.kind === "simple" && isBuiltInBase(plan, type);
  if (plan.kind === "simple") {
    const isRead = isBase && (decoder.validation !== "strict" || isOfItsKind(plan, type));
    const chosen = isRead ? plan : derivedBuiltIn(decoder, plan, type);
    if (chosen !== undefined) return chosen;
  }
  if (plan.kind === "soapArray" && type.local === "Array" && isEncoding(type.namespace)) return plan;
  const declared = plan.name === undefined ? kindNames[plan.kind] : shown(plan.name);
  return otherType(
    opening,
    plan,
    type,
    `xsi:type names the type ${shown(type)}, which is another one than the declared ${declared}`,
    isBase,
  );
}

const kindNames = { simple: "simple type", complex: "complex type", soapArray: "array" } as const;

/** The number of names in a message. */
const MAX_NAMES = 20;

/**
 * Returns the type by which a value of another type than the declared one is read: in the SOAP encoding a type that
 * converts without loss, elsewhere the declared type of any text, which only `lenient` reads. Text and binary data are
 * never taken for each other: SOAP::Lite sends each string beyond ASCII as base64Binary, and its base64 would be
 * accepted as the string. A built-in base (`isBase`) is refused by `strict` alone. Throws the decoder's error with
 * `message`.
 */
function otherType(
  { decoder, attributes }: Opening,
  plan: SimplePlan | ComplexPlan | SoapArrayPlan,
  type: QName,
  message: string,
  isBase = false,
): SimplePlan | ComplexPlan | SoapArrayPlan {
  const { encoded, soapEncoding, validation } = decoder;
  const isEncoded = encoded && soapEncoding !== undefined;
  const converted = isEncoded ? soapEncoding.convert(plan, type, attributes) : asText(plan, type);
  const read = isBase ? plan : converted;
  if (read === undefined) return decoder.fail(message);
  if (isEncoded && validation !== "strict") return read;
  decoder.depart({ message, came: shown(type), gives: "a value of the declared type", attribute: "xsi:type" });
  return read;
}

function asText<T extends SimplePlan | ComplexPlan | SoapArrayPlan>(plan: T, type: QName): T | undefined {
  const text = textTypeOf(plan);
  if (text === undefined || isBinaryName(type)) return undefined;
  return isBinaryType(text) && isBuiltIn(type) && !isAny(type) ? undefined : plan;
}

function textTypeOf(plan: TypePlan): SimpleTypeCodec | undefined {
  if (plan.kind === "simple") return plan.type;
  return plan.kind === "complex" ? plan.text?.simple.type : undefined;
}

export function isBuiltIn({ namespace }: QName): boolean {
  return namespace === XSD || isEncoding(namespace);
}

/** Types that say nothing about a value. */
export function isAny(type: QName): boolean {
  return isBuiltIn(type) && (type.local === "anyType" || type.local === "anySimpleType");
}

/** `binary` is a type of the draft of 1999. */
export function isBinaryName(type: QName): boolean {
  return isBuiltIn(type) && /^(?:base64|base64Binary|hexBinary|binary)$/.test(type.local);
}

/** The text must be valid for the derived type too; `lenient` notes one that is not, if it has somebody to notify. */
function derivedBuiltIn(
  { isNoted, scope, validation }: Decoding,
  { name, type: declared }: SimplePlan,
  type: QName,
): SimplePlan | undefined {
  if (name?.namespace !== XSD || type.namespace !== XSD) return undefined;
  const derivedType = descendant(declared, type.local);
  if (derivedType === undefined) return undefined;
  if (isAnySimple(declared)) return { kind: "simple", name: type, type: derivedType };
  const { whiteSpace, expected } = derivedType;
  const check: SimpleTypeCodec["check"] = (value, text, level) => {
    if (validation !== "lenient" || isNoted) derivedType.parse(text, scope);
    declared.check(value, text, level);
  };
  return { kind: "simple", name: type, type: { ...declared, verbatim: false, whiteSpace, expected, check } };
}

/** XML Schema Part 2, section 3, defines the built-in types. */
const BUILT_IN_NAMES: ReadonlySet<string> = new Set(
  "anySimpleType string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES anyURI QName NOTATION boolean decimal float double integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte dateTime date time duration gYear gYearMonth gMonth gMonthDay gDay base64Binary hexBinary".split(
    " ",
  ),
);

/** Whether the type is the built-in one of the declared type, or an ancestor, which services also name. */
function isBuiltInBase({ type: { builtIns } }: SimplePlan, type: QName): boolean {
  return isBuiltIn(type) && builtIns.includes(ownLocal(type));
}

/** What `strict` accepts of them. */
function isOfItsKind({ name, type: { builtIns } }: SimplePlan, type: QName): boolean {
  return (name === undefined || name.namespace === XSD) && builtIns[0] === ownLocal(type);
}

/** The SOAP encoding has a type of its own derived from this one (SOAP 1.1, 5.2.3). */
function ownLocal({ namespace, local }: QName): string {
  return namespace !== XSD && local === "base64" ? "base64Binary" : local;
}

function isEncoding(namespace: string): boolean {
  return namespace === ENCODING_11 || namespace === ENCODING_12;
}
