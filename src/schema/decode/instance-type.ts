/** XML Schema Part 1, 2.6.1: `xsi:type`. */
import type { XmlName } from "../../xml/events";
import { trim } from "../../xsd/white-space";
import { ENCODING_11, ENCODING_12, XSD } from "../namespaces";
import type { ElementRow } from "../plans/element-row";
import type { AlternativePlan, PolymorphicPlan, SimplePlan, TypePlan } from "../plans/plans";
import { builtInType, isBuiltInName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { resolveQName } from "../simple/qname";
import type { SimpleType } from "../simple/simple-type";
import type { QName } from "../tables/values";
import type { Decoder } from "./decoder";

function resolveType(decoder: Decoder, text: string): QName {
  try {
    return resolveQName(trim(text), decoder.scope, "xsi:type to be a name");
  } catch (error) {
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`);
    throw error;
  }
}

function isNamed(name: QName | undefined, other: QName): boolean {
  return name !== undefined && name.local === other.local && name.namespace === other.namespace;
}

/** The alternative that the element's name and its `xsi:type` choose. */
export function chooseAlternative(
  decoder: Decoder,
  row: ElementRow,
  plan: PolymorphicPlan,
  name: XmlName,
  typeText: string | undefined,
): AlternativePlan {
  const candidates = plan.alternatives.filter(({ element }) => isNamed(element ?? row.name, name));
  if (typeText === undefined) {
    const chosen = candidates.find(({ xsiType, declared }) => xsiType === undefined || declared);
    return chosen ?? decoder.fail("the declared type is abstract, and no xsi:type names another");
  }
  const type = resolveType(decoder, typeText);
  const chosen = candidates.find(({ xsiType, position }) => isNamed(xsiType ?? typeName(position.type), type));
  return chosen ?? narrowed(candidates, type) ?? decoder.fail("xsi:type names a type that may not stand here");
}

/** The declared alternative with a built-in type derived from its own. */
function narrowed(candidates: readonly AlternativePlan[], type: QName): AlternativePlan | undefined {
  const declared = candidates.find(({ xsiType, declared }) => xsiType === undefined || declared);
  if (declared?.position.type.kind !== "simple") return undefined;
  const derived = derivedBuiltIn(declared.position.type, type);
  return derived && { ...declared, position: { ...declared.position, type: derived } };
}

function typeName(plan: TypePlan): QName | undefined {
  return "name" in plan ? plan.name : undefined;
}

/** Where only one type may stand, `xsi:type` may name that one, or a built-in type derived from it: what to read. */
export function instanceType(decoder: Decoder, plan: TypePlan, typeText: string): TypePlan {
  if (plan.kind === "anyType" || plan.kind === "polymorphic") return plan;
  const type = resolveType(decoder, typeText);
  if (isNamed(plan.name, type)) return plan;
  if (plan.kind === "simple") {
    const chosen = isBuiltInBase(decoder, plan, type) ? plan : derivedBuiltIn(plan, type);
    if (chosen !== undefined) return chosen;
  }
  if (plan.kind === "soapArray" && type.local === "Array" && isEncoding(type.namespace)) return plan;
  return decoder.fail("xsi:type names another type than the declared one");
}

/** The value stays one of the declared type; the text has to be one of the derived type too. */
function derivedBuiltIn({ name, type: declared }: SimplePlan, type: QName): SimplePlan | undefined {
  if (name?.namespace !== XSD || type.namespace !== XSD || !isBuiltInName(type.local)) return undefined;
  const { builtIns, whiteSpace, expected, parse } = builtInType(type.local);
  if (!builtIns.includes(name.local)) return undefined;
  const read: SimpleType["parse"] = (text, scope) => {
    parse(text, scope);
    return declared.parse(text, scope);
  };
  return { kind: "simple", name: type, type: { ...declared, verbatim: false, whiteSpace, expected, parse: read } };
}

/** Services name a built-in type for types derived from it. Strictly only the declared type and its own kind may stand. */
function isBuiltInBase(decoder: Decoder, { name, type: simple }: SimplePlan, type: QName): boolean {
  if (type.namespace !== XSD && !isEncoding(type.namespace)) return false;
  if (decoder.validation === "strict" && (name !== undefined || simple.builtIns[0] !== type.local)) {
    return name?.namespace === XSD && simple.builtIns[0] === type.local;
  }
  return simple.builtIns.includes(type.local);
}

function isEncoding(namespace: string): boolean {
  return namespace === ENCODING_11 || namespace === ENCODING_12;
}
