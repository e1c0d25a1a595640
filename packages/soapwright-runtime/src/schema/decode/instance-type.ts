/** Resolves `xsi:type` (XML Schema Part 1, 2.6.1). */
import type { XmlName } from "../../xml/events";
import { trim } from "../../xsd/built-ins";
import type {
  AlternativePlan,
  AnyTypePlan,
  ElementPlan,
  Plans,
  PolymorphicPlan,
  SimplePlan,
  TypePlan,
} from "../plans/plans";
import { ENCODING_11, ENCODING_12, UNVERIFIED, XSD } from "../schema-namespaces";
import { boundName, resolveQName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { descendant, isAnySimple, type SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { Decoding } from "./frame";

/**
 * Throws the decoder's error for an invalid name. A prefix that is not verified is ignored when exactly one allowed
 * type has the local name, because an attacker who rebinds the prefix then does not change the type.
 */
export function resolveType(decoder: Decoding, declared: TypePlan, text: string): QName {
  try {
    const name = boundName(trim(text), decoder.scope, "xsi:type to be a name");
    if (name.namespace !== UNVERIFIED) return name;
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
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`);
    throw error;
  }
}

function isNamed(name: QName | undefined, other: QName): boolean {
  return name !== undefined && name.local === other.local && name.namespace === other.namespace;
}

/**
 * `typeName` is the type that `xsi:type` or an array names, which may narrow the alternative's type. Throws the decoder's
 * error if no alternative fits.
 */
export function chooseAlternative(
  decoder: Decoding,
  element: ElementPlan,
  plan: PolymorphicPlan,
  name: XmlName,
  typeName: QName | undefined,
): { readonly alternative: AlternativePlan; readonly type: TypePlan } {
  const { plans } = decoder;
  const candidates = alternativesOf(element, plan, name);
  const declared = candidates.find((alternative) => alternative.xsiType === undefined || alternative.declared);
  if (typeName === undefined) {
    if (declared === undefined) decoder.fail("the declared type is abstract, and no xsi:type names another");
    return { alternative: declared, type: plans.type(declared.position) };
  }
  for (const alternative of candidates) {
    if (isNamed(alternativeName(plans, alternative), typeName)) {
      return { alternative, type: plans.type(alternative.position) };
    }
  }
  const type = declared && plans.type(declared.position);
  const read =
    type?.kind === "simple"
      ? (derivedBuiltIn(decoder, type, typeName) ?? forgiven(decoder, type, typeName))
      : undefined;
  if (read === undefined) decoder.fail("xsi:type names a type that is not allowed here");
  return { alternative: declared!, type: read };
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

export function isAlternative(plans: Plans, plan: TypePlan, type: QName): boolean {
  return plan.kind === "polymorphic" && plan.alternatives.some((each) => isNamed(alternativeName(plans, each), type));
}

function alternativeName(plans: Plans, { xsiType, position }: AlternativePlan): QName | undefined {
  return xsiType ?? typeName(plans.type(position));
}

function typeName(plan: TypePlan): QName | undefined {
  return "name" in plan ? plan.name : undefined;
}

/**
 * The declared type, or a built-in type derived from it that `xsi:type` names. Throws the decoder's error for another
 * type.
 */
export function instanceType(
  decoder: Decoding,
  plan: Exclude<TypePlan, AnyTypePlan | PolymorphicPlan>,
  type: QName,
): TypePlan {
  if (isNamed(plan.name, type)) return plan;
  if (plan.kind === "simple") {
    const chosen = isBuiltInBase(decoder, plan, type) ? plan : derivedBuiltIn(decoder, plan, type);
    if (chosen !== undefined) return chosen;
  }
  if (plan.kind === "soapArray" && type.local === "Array" && isEncoding(type.namespace)) return plan;
  return forgiven(decoder, plan, type) ?? decoder.fail("xsi:type names another type than the declared one");
}

/**
 * Returns the declared type under `lenient`, which ignores any `xsi:type` of text except binary data: SOAP::Lite sends
 * each string beyond ASCII as base64Binary, and its base64 would be accepted as the string.
 */
function forgiven<T extends TypePlan>({ validation }: Decoding, plan: T, type: QName): T | undefined {
  const isText = plan.kind === "simple" || (plan.kind === "complex" && plan.text !== undefined);
  const isBinary = (type.namespace === XSD || isEncoding(type.namespace)) && BINARY.test(type.local);
  return isText && !isBinary && validation === "lenient" ? plan : undefined;
}

const BINARY = /^(?:base64|base64Binary|hexBinary)$/;

/** The text must be valid for the derived type too, except under `lenient`. */
function derivedBuiltIn(
  { validation }: Decoding,
  { name, type: declared }: SimplePlan,
  type: QName,
): SimplePlan | undefined {
  if (name?.namespace !== XSD || type.namespace !== XSD) return undefined;
  const derivedType = descendant(declared, type.local);
  if (derivedType === undefined) return undefined;
  if (isAnySimple(declared) && validation !== "lenient") return { kind: "simple", name: type, type: derivedType };
  const { whiteSpace, expected, parse } = derivedType;
  const read: SimpleTypeCodec["parse"] = (text, scope) => {
    if (validation !== "lenient") parse(text, scope);
    return declared.parse(text, scope);
  };
  return { kind: "simple", name: type, type: { ...declared, verbatim: false, whiteSpace, expected, parse: read } };
}

/** XML Schema Part 2, section 3, defines the built-in types. */
const BUILT_IN_NAMES: ReadonlySet<string> = new Set(
  "anySimpleType string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES anyURI QName NOTATION boolean decimal float double integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte dateTime date time duration gYear gYearMonth gMonth gMonthDay gDay base64Binary hexBinary".split(
    " ",
  ),
);

/** Whether the name is a simple type's of XML Schema. */
export function isBuiltIn({ namespace, local }: QName): boolean {
  return namespace === XSD && BUILT_IN_NAMES.has(local);
}

/** Services also name built-in ancestors. `strict` accepts only the declared type's kind. */
function isBuiltInBase(decoder: Decoding, { name, type: simple }: SimplePlan, type: QName): boolean {
  if (type.namespace !== XSD && !isEncoding(type.namespace)) return false;
  // The SOAP encoding has a type of its own derived from this one (SOAP 1.1, 5.2.3).
  const local = type.namespace !== XSD && type.local === "base64" ? "base64Binary" : type.local;
  if (decoder.validation === "strict" && (name !== undefined || simple.builtIns[0] !== local)) {
    return name?.namespace === XSD && simple.builtIns[0] === local;
  }
  return simple.builtIns.includes(local);
}

function isEncoding(namespace: string): boolean {
  return namespace === ENCODING_11 || namespace === ENCODING_12;
}
