/** XML Schema Part 2: simple types. */
import { largeIntegers } from "soapwright-runtime/xsd";
import { soapEncodingNamespace } from "../../xml/xml";
import type { Facet, SimpleType, TypeDefinition } from "../../xsd/components";
import { isPartReference, rootOf } from "../../xsd/effective-type";
import type { EnumerationValue, FacetsModel, Naming, SimpleDefinition, SimpleModel, ValueType } from "../model";
import { type BuildContext, typeBase } from "./context";

const textTypes = new Set(
  "anySimpleType string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY anyURI".split(" "),
);
const numericFacets = new Set(["length", "minLength", "maxLength", "totalDigits", "fractionDigits"]);

export function simpleValue(type: SimpleType, path: Naming, context: BuildContext): ValueType {
  if (type.builtIn) return builtInValue(type, context);
  const isNamed = type.name !== undefined && type.name.namespace !== soapEncodingNamespace;
  if (!isNamed && !isTextEnumeration(type)) return { of: "inline", definition: definitionOf(type, path, context) };
  const naming: Naming = isNamed ? { after: "type", local: type.name.local } : path;
  return context.registry.request(type, "type", (id) => model(type, id, naming, context));
}

function builtInValue(type: SimpleType, context: BuildContext): ValueType {
  const name = type.name?.local ?? "anySimpleType";
  const { decimal, int64 = "bigint" } = context.options;
  if (name === "decimal" && decimal === "number") return { of: "builtIn", name: "decimalNumber" };
  return int64 !== "bigint" && largeIntegers.has(name) ? { of: "builtIn", name, as: int64 } : { of: "builtIn", name };
}

/** Returns the types of the schemas that are derived from a named one, if the options ask for them. */
export function derivedSimpleTypes(base: SimpleType, { options, simpleTypes }: BuildContext): readonly SimpleType[] {
  if (options.simpleTypes !== "derived" || base.builtIn || base.name === undefined) return [];
  return simpleTypes.filter((type) => type !== base && basesOf(type).includes(base));
}

function basesOf({ variety }: SimpleType): SimpleType[] {
  return variety.of === "restriction" ? [variety.base, ...basesOf(variety.base)] : [];
}

function model(type: SimpleType, id: number, naming: Naming, context: BuildContext): SimpleModel {
  return {
    kind: "simple",
    ...typeBase(type, id, naming),
    definition: definitionOf(type, { after: "path", owner: id, local: "Item" }, context),
    component: type,
  };
}

function definitionOf(type: SimpleType, path: Naming, context: BuildContext): SimpleDefinition {
  const { variety } = type;
  if (isPartReference(type)) {
    const base: ValueType = { of: "builtIn", name: "base64Binary" };
    return { qname: type.name, variety: { of: "restriction", base }, facets: {}, refersToPart: true };
  }
  const of = (part: SimpleType): ValueType => simpleValue(part, path, context);
  const values = isTextEnumeration(type) ? enumerationValues(type) : undefined;
  return {
    qname: type.name,
    variety:
      variety.of === "list"
        ? { of: "list", item: of(variety.item) }
        : variety.of === "union"
          ? { of: "union", members: variety.members.map(of) }
          : { of: "restriction", base: of(variety.of === "builtIn" ? type : variety.base) },
    facets: facetsOf(type.facets, values !== undefined),
    values,
  };
}

function builtInNameOf(type: SimpleType): string | undefined {
  const { variety, name } = rootOf(type);
  return variety.of === "builtIn" ? name?.local : undefined;
}

function isTextEnumeration(type: SimpleType): boolean {
  if (!type.facets.some((facet) => facet.name === "enumeration")) return false;
  return textTypes.has(builtInNameOf(type) ?? "");
}

function enumerationValues(type: SimpleType): EnumerationValue[] {
  const primitive = builtInNameOf(type);
  const keepsSpace = primitive === "string" || primitive === "anySimpleType" || primitive === "normalizedString";
  const values = new Map<string, EnumerationValue>();
  for (const facet of type.facets) {
    if (facet.name !== "enumeration") continue;
    const value = keepsSpace ? facet.value : facet.value.trim().replace(/[ \t\r\n]+/g, " ");
    if (values.has(value)) continue;
    values.set(value, { value, documentation: facet.documentation });
  }
  return [...values.values()];
}

function facetsOf(facets: readonly Facet[], withoutValues: boolean): FacetsModel {
  const result: { [name: string]: FacetsModel[string] } = {};
  const patterns = facets.filter((facet) => facet.name === "pattern").map((facet) => facet.value);
  const enumeration = facets.filter((facet) => facet.name === "enumeration");
  for (const { name, value } of facets) {
    if (name === "pattern" || name === "enumeration") continue;
    result[name] = numericFacets.has(name) ? Number(value) : value;
  }
  if (patterns.length > 0) result.patterns = patterns;
  if (enumeration.length > 0 && !withoutValues) {
    result.enumeration = enumeration.map((facet) => facet.value);
    const prefixes = prefixesOf(enumeration);
    if (Object.keys(prefixes).length > 0) result.prefixes = prefixes;
  }
  return result;
}

function prefixesOf(enumeration: readonly Facet[]): { [prefix: string]: string } {
  const prefixes: { [prefix: string]: string } = {};
  for (const { value, qname } of enumeration) {
    if (qname === undefined) continue;
    const colon = value.indexOf(":");
    prefixes[colon < 0 ? "" : value.slice(0, colon).trim()] = qname.namespace;
  }
  return prefixes;
}

/** Returns `xs:int`, `Address`, a description of an anonymous simple type, or `""` for an anonymous complex type. */
export function typeLabel(type: TypeDefinition): string {
  if (type.name !== undefined) return type.builtIn ? `xs:${type.name.local}` : type.name.local;
  if (type.kind === "complexType") return "";
  const { variety } = type;
  if (variety.of === "list") return `list of ${typeLabel(variety.item)}`;
  if (variety.of === "union") return variety.members.map(typeLabel).join(" or ");
  return variety.of === "restriction" ? typeLabel(variety.base) : "anySimpleType";
}
