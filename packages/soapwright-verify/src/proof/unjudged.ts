import type { PayloadRoot } from "soapwright-contract";
import {
  type ComplexType,
  type ElementDeclaration,
  ElementGraph,
  effective,
  expandedName,
  isAnyType,
  type Particle,
  type Schemas,
  type TypeDefinition,
  xsdNamespace,
} from "soapwright-contract";
import type { Payload } from "./payload";

/** Returns the payloads that libxml2 cannot judge although it loads the schemas, each with the reason. */
export function unjudgedReasons(payloads: readonly Payload[], schemas: Schemas): Map<Payload, string> {
  const added = new Map<string, TypeDefinition>();
  // Few WSDLs have such types, and searching below each root is slow, so all roots are searched together first.
  const elements = payloads.map(({ root }) => root.element);
  const any = { array: holds(elements, isSoapArray), longModel: holds(elements, isLongModel) };
  const reasons = new Map<Payload, string>();
  for (const payload of payloads) {
    const reason = reasonOf(payload.root, schemas, added, any);
    if (reason !== undefined) reasons.set(payload, reason);
  }
  return reasons;
}

/** Returns the payloads that the run time neither writes nor reads, of which the generator has warned. */
export function refusedPayloads(payloads: readonly Payload[]): ReadonlySet<Payload> {
  const hasDimensions = ({ soapArray }: ComplexType) => soapArray?.dimensions.includes(",") === true;
  if (
    !holds(
      payloads.map(({ root }) => root.element),
      hasDimensions,
    )
  )
    return new Set();
  return new Set(payloads.filter(({ root }) => holds([root.element], hasDimensions)));
}

/** With more particles in one content model, libxml2's automata reject valid documents. */
const mostParticles = 10_000;

interface ConstructsFound {
  readonly array: boolean;
  readonly longModel: boolean;
}

/** `added` holds the types of undeclared Body elements, by name. One name has one declaration. */
function reasonOf(
  root: PayloadRoot,
  schemas: Schemas,
  added: Map<string, TypeDefinition>,
  any: ConstructsFound,
): string | undefined {
  if (root.use === "encoded") return "SOAP encoding has no schema";
  if (any.array && holds([root.element], isSoapArray))
    return "an array of the SOAP encoding in a literal message: its type allows no content";
  if (any.longModel && holds([root.element], isLongModel))
    return `a content model of more than ${mostParticles} particles is too much for libxml2`;
  const { name, type } = root.element;
  if (!root.isSynthetic) {
    // Only `allowMissingMessages` lets such an element in, and then it may have any content.
    if (schemas.elements.has(expandedName(name)) || name.namespace === xsdNamespace) return undefined;
    return "no schema defines the element, which was let in by --allow-missing-messages";
  }
  if (schemas.elements.has(expandedName(name))) return "a schema has an element of this name, and it is another";
  if (root.namesElements) return "a part of the rpc message names an element, and no schema has the part";
  const other = added.get(expandedName(name));
  if (other !== undefined && !isSame(other, type))
    return "two messages have elements of one name and of different types";
  added.set(expandedName(name), type);
  return undefined;
}

/** Compares the parts, because each binding creates its own wrapper of an rpc message. */
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

function holds(elements: readonly ElementDeclaration[], matches: (type: ComplexType) => boolean): boolean {
  const places = [...new ElementGraph(elements).parents.keys()];
  return places.some((place) => "kind" in place && place.kind === "complexType" && matches(place));
}

function isSoapArray({ soapArray }: ComplexType): boolean {
  return soapArray !== undefined;
}

/** The branches of a choice share one state in libxml2's automata, so only the longest branch counts. */
function isLongModel(type: ComplexType): boolean {
  return !isAnyType(type) && sum(effective(type).particles) > mostParticles;
}

function sum(particles: readonly Particle[]): number {
  return particles.reduce((count, particle) => count + length(particle), 0);
}

function length(particle: Particle): number {
  if (particle.kind !== "modelGroup") return 1;
  if (particle.compositor !== "choice") return sum(particle.particles);
  return particle.particles.reduce((most, each) => Math.max(most, length(each)), 0);
}
