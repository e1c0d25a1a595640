/** Readable names of components. */

import type { QName } from "../xml/qname";
import type { Particle, SimpleType, TypeDefinition } from "../xsd/components";
import { xsdNamespace } from "../xsd/xsd-namespaces";

/** Returns `xs:int`, or the local name. */
export function nameWords(name: QName): string {
  return name.namespace === xsdNamespace ? `xs:${name.local}` : name.local;
}

/** The name of the type, or a description of an anonymous one. */
export function typeWords(type: TypeDefinition): string {
  if (type.name) return nameWords(type.name);
  if (type.kind === "complexType") return "an anonymous type";
  return simpleWords(type);
}

/** A description of the type, without its name. */
export function simpleWords({ variety, facets }: SimpleType): string {
  if (variety.of === "list") return `list of ${typeWords(variety.item)}`;
  if (variety.of === "union") return variety.members.map(typeWords).join(" | ");
  if (variety.of === "builtIn") return "an anonymous type";
  const values = facets.filter(({ name }) => name === "enumeration");
  if (values.length > 0) return `${typeWords(variety.base)} of ${values.length} values`;
  return facets.length > 0 ? `restricted ${typeWords(variety.base)}` : typeWords(variety.base);
}

/** Returns `1`, `0..1` or `0..*`. */
export function occurrenceWords({ minOccurs, maxOccurs }: Pick<Particle, "minOccurs" | "maxOccurs">): string {
  const max = maxOccurs === Infinity ? "*" : String(maxOccurs);
  return String(minOccurs) === max ? max : `${minOccurs}..${max}`;
}

/** The operation's name, with its overload if it has one. */
export function operationWords({ name, overload }: { readonly name: string; readonly overload?: string }): string {
  return overload === undefined ? name : `${name} (${overload})`;
}
