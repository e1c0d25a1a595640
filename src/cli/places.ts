/** Where a value may stand in the arguments of an operation, as the tables say it. */
import {
  type ComplexNode,
  compileSimple,
  type ElementNode,
  type NodeRef,
  type OperationNode,
  type ParticleNode,
  type PartNode,
  type PolymorphicNode,
  type SimpleNode,
  type TypeNode,
} from "../internal";

/** A property that a value may be given for. */
export interface Place {
  readonly key: string;
  readonly type: NodeRef;
  readonly required: boolean;
  /** The value is an array. */
  readonly list: boolean;
  /** The table that declares it, for its documentation. */
  readonly owner: object | undefined;
}

/** What the method of an operation takes: an object of these places, or the value of the one. */
export interface ArgumentPlaces {
  readonly places: readonly Place[];
  readonly isWhole: boolean;
}

/** The places of the arguments of an operation. */
export function argumentPlaces({ input }: OperationNode): ArgumentPlaces {
  if (input.unwrap.length === 0) {
    return { places: input.body.map((element) => elementPlace(element, undefined)), isWhole: false };
  }
  let place = elementPlace(input.body[0]!, undefined);
  for (const key of input.unwrap.slice(1)) place = placesOf(place.type).find((child) => child.key === key) ?? place;
  const node = withoutNil(place.type);
  if (!place.list && node.kind === "complex") return { places: placesOf(node), isWhole: false };
  return { places: [place], isWhole: true };
}

/** The type of what the method of an operation returns; of the items where that is a list. Undefined for several values, or none. */
export function resultType({ output }: OperationNode): NodeRef | undefined {
  const [element] = output?.body ?? [];
  if (output === undefined || element === undefined || output.unwrap.length === 0) return undefined;
  const start: Place | undefined = elementPlace(element, undefined);
  const end = output.unwrap
    .slice(1)
    .reduce((place: Place | undefined, key) => place && placesOf(place.type).find((child) => child.key === key), start);
  return end?.type;
}

/** The type itself, where it is declared nillable. */
export function withoutNil(ref: NodeRef): Exclude<TypeNode, { kind: "nillable" }> {
  const node = typeof ref === "function" ? ref() : ref;
  return node.kind === "nillable" ? withoutNil(node.type) : node;
}

/** Whether `null` is a value. */
export function isNillable(ref: NodeRef): boolean {
  return (typeof ref === "function" ? ref() : ref).kind === "nillable";
}

/** The places in a value of a type; of a type with derived types those of all of them. */
export function placesOf(ref: NodeRef): Place[] {
  const node = withoutNil(ref);
  if (node.kind === "complex") return complexPlaces(node);
  return node.kind === "polymorphic" ? alternativePlaces(node) : [];
}

function alternativePlaces({ alternatives }: PolymorphicNode): Place[] {
  const places = new Map<string, Place>();
  for (const { type, wrapped } of alternatives) {
    const own = wrapped ? [{ key: "value", type, required: false, list: false, owner: undefined }] : placesOf(type);
    for (const place of own) if (!places.has(place.key)) places.set(place.key, { ...place, required: false });
  }
  return [typePlace, ...places.values()];
}

/** `$type`, which says which of the derived types is meant. */
const typePlace: Place = {
  key: "$type",
  type: { kind: "simple", variety: { of: "atomic", builtIn: "string" } },
  required: false,
  list: false,
  owner: undefined,
};

function complexPlaces(node: ComplexNode): Place[] {
  return node.parts.flatMap((part) => partPlaces(part, node));
}

function partPlaces(part: PartNode, owner: ComplexNode): Place[] {
  switch (part.kind) {
    case "extension":
      return complexPlaces(typeof part.base === "function" ? part.base() : part.base);
    case "attribute":
      return [{ key: part.key, type: part.type, required: part.required, list: false, owner }];
    case "simpleContent":
      return [{ key: part.key, type: part.type, required: true, list: false, owner }];
    case "anyAttribute":
    case "mixed":
      return [];
    default:
      return particlePlaces(part, owner, true);
  }
}

function particlePlaces(particle: ParticleNode, owner: ComplexNode, isRequired: boolean): Place[] {
  switch (particle.kind) {
    case "element": {
      const place = elementPlace(particle, owner);
      return [{ ...place, required: place.required && isRequired }];
    }
    case "any":
      return [];
    case "repeated": {
      const type: ComplexNode = { kind: "complex", parts: [{ ...particle.particle, optional: false }] };
      return [{ key: particle.key, type, required: particle.min > 0 && isRequired, list: true, owner }];
    }
    default: {
      const isAlways = isRequired && !particle.optional && particle.kind !== "choice";
      const places = particle.particles.flatMap((member) => particlePlaces(member, owner, isAlways));
      return [...new Map(places.map((place) => [place.key, place])).values()];
    }
  }
}

function elementPlace({ key, type, min, array }: ElementNode, owner: object | undefined): Place {
  const isArray = array || withoutNil(type).kind === "soapArray";
  const node = withoutNil(type);
  const itemType = !array && node.kind === "soapArray" ? node.item : type;
  return { key, type: itemType, required: min > 0, list: isArray, owner };
}

/** What a place takes, in a word for a help text. */
export function typeWord(ref: NodeRef): string {
  const node = withoutNil(ref);
  if (node.kind !== "simple") return "json";
  const [builtIn = "text"] = compileSimple(node).builtIns;
  return builtIn === "string" || builtIn === "anySimpleType" ? "text" : builtIn;
}

/** The values of an enumeration, where the type is one. */
export function listedValues(ref: NodeRef): readonly string[] | undefined {
  let node: SimpleNode | undefined = simpleOf(ref);
  while (node !== undefined) {
    if (node.facets?.enumeration !== undefined) return node.facets.enumeration;
    const { variety }: SimpleNode = node;
    if (variety.of !== "restriction") return undefined;
    node = simpleOf(variety.base);
  }
  return undefined;
}

function simpleOf(ref: NodeRef): SimpleNode | undefined {
  const node = withoutNil(ref);
  return node.kind === "simple" ? node : undefined;
}
