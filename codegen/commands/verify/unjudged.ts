import { expandedName } from "../../xml/qname";
import type { ElementDeclaration, Schemas, TypeDefinition } from "../../xsd/components";
import { reachable } from "../instances/graph";
import type { PayloadRoot } from "../instances/roots";
import type { Payload } from "./payload";

/** Why libxml2 has no word on a payload although it loads the schemas; `undefined` where it has. */
export function unjudgedReasons(payloads: readonly Payload[], schemas: Schemas): Map<Payload, string | undefined> {
  const added = new Map<string, TypeDefinition>();
  // Hardly a WSDL has such arrays, and looking below each root takes long.
  const anyArray = holdsSoapArray(payloads.map(({ root }) => root.element));
  return new Map(payloads.map((payload) => [payload, reasonOf(payload.root, schemas, added, anyArray)]));
}

/** `added`: the types of what stands in a Body without a declaration, by name. One name has one declaration. */
function reasonOf(
  root: PayloadRoot,
  schemas: Schemas,
  added: Map<string, TypeDefinition>,
  anyArray: boolean,
): string | undefined {
  if (root.use === "encoded") return "SOAP encoding has no schema";
  if (anyArray && holdsSoapArray([root.element]))
    return "an array of the SOAP encoding in a literal message: its type allows no content";
  if (!root.isSynthetic) return undefined;
  const { name, type } = root.element;
  if (schemas.elements.has(expandedName(name))) return "a schema has an element of this name, and it is another";
  if (root.namesElements) return "a part of the rpc message names an element, and no schema has the part";
  const other = added.get(expandedName(name));
  if (other !== undefined && !isSame(other, type))
    return "two messages have elements of one name and of different types";
  added.set(expandedName(name), type);
  return undefined;
}

/** The wrapper of an rpc message is made anew for each binding of it. */
function isSame(one: TypeDefinition, other: TypeDefinition): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (one === other || parts === undefined || others === undefined) return one === other;
  const isPart = (part: ElementDeclaration, at: number) =>
    part.name.local === others[at]?.name.local && part.type === others[at].type;
  return parts.length === others.length && parts.every(isPart);
}

function partsOf(type: TypeDefinition): readonly ElementDeclaration[] | undefined {
  if (type.kind !== "complexType" || type.name !== undefined || type.content.kind !== "elementOnly") return undefined;
  const { particle } = type.content;
  if (particle.kind !== "modelGroup") return undefined;
  return particle.particles.flatMap((use) => (use.kind === "elementUse" ? [use.element] : []));
}

function holdsSoapArray(elements: readonly ElementDeclaration[]): boolean {
  const places = [...reachable(elements).keys()];
  return places.some((place) => "kind" in place && place.kind === "complexType" && place.soapArray !== undefined);
}
