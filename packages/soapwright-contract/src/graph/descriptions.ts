import { type QName, xsdNamespace } from "../xml/xml";
import type { Particle, SimpleType, TypeDefinition } from "../xsd/components";

/** Returns `xs:int`, or the local name. */
export function shortName(name: QName): string {
  return name.namespace === xsdNamespace ? `xs:${name.local}` : name.local;
}

/** Returns the name of the type, or a description of an anonymous type. */
export function describeType(type: TypeDefinition): string {
  if (type.name) return shortName(type.name);
  if (type.kind === "complexType") return "an anonymous type";
  return describeSimpleType(type);
}

/** Returns a description of the type, without its name. */
export function describeSimpleType({ variety, facets }: SimpleType): string {
  if (variety.of === "list") return `list of ${describeType(variety.item)}`;
  if (variety.of === "union") return variety.members.map(describeType).join(" | ");
  if (variety.of === "builtIn") return "an anonymous type";
  const values = facets.filter(({ name }) => name === "enumeration");
  if (values.length > 0) return `${describeType(variety.base)} of ${values.length} values`;
  return facets.length > 0 ? `restricted ${describeType(variety.base)}` : describeType(variety.base);
}

/** Returns `1`, `0..1` or `0..*`. */
export function describeOccurrence({ minOccurs, maxOccurs }: Pick<Particle, "minOccurs" | "maxOccurs">): string {
  const max = maxOccurs === Infinity ? "*" : String(maxOccurs);
  return String(minOccurs) === max ? max : `${minOccurs}..${max}`;
}

/** Returns the operation's name, with its overload if it has one. */
export function describeOperation({
  name,
  overload,
}: {
  readonly name: string;
  readonly overload?: string | undefined;
}): string {
  return overload === undefined ? name : `${name} (${overload})`;
}
