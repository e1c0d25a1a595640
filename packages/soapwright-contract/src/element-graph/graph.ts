import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  TypeDefinition,
} from "../xsd/components";
import { findAmbiguity, slotOfUse } from "./ambiguity";
import { effective, isAnyType, presentParticles, typesFor } from "./effective";
import { shapeOf } from "./graph-shape";
import type { Slot } from "./slots";

/** Where an instance is made by a choice, or leads on to one. */
export type Place = Slot | ElementDeclaration | TypeDefinition | Particle | AttributeUse;

/** The places right below one. */
export function placesBelow(place: Place): readonly Place[] {
  // Where a value is fixed, nothing else of its type can be shown.
  if (!("kind" in place)) return place.fixed === undefined ? [place.attribute.type] : [];
  switch (place.kind) {
    case "slot":
      return place.substitutes;
    case "element":
      return isFixedText(place) ? [] : typesFor(place);
    case "complexType":
      return belowType(place);
    case "simpleType":
      return belowSimple(place);
    case "elementUse":
      return [slotOfUse(place)];
    case "modelGroup":
      return presentParticles(place);
    case "wildcard":
      return [];
  }
}

/** An element that holds one text and no other. */
export function isFixedText({ type, fixed }: ElementDeclaration): boolean {
  return type.kind === "simpleType" && fixed !== undefined;
}

function belowType(type: ComplexType): readonly Place[] {
  if (type.soapArray) return [type.soapArray.item];
  if (isAnyType(type)) return [];
  const { attributes, text, particles } = effective(type);
  findAmbiguity(particles);
  return [...attributes, ...(text ? [text] : particles)];
}

function belowSimple(type: SimpleType): readonly SimpleType[] {
  const { variety } = shapeOf(type);
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? variety.members : [];
}

/**
 * Every place below `roots`, nearest first, with the one it was first reached from. Lists and unions with facets come
 * last: what is reached through them alone may not be free to be anything. Nothing is reached through a place that
 * `leadsOn` says no of.
 */
export function reachable(
  roots: readonly Place[],
  leadsOn: (place: Place) => boolean = () => true,
): Map<Place, Place | undefined> {
  const from = new Map<Place, Place | undefined>(roots.map((root) => [root, undefined]));
  const free: Place[] = [...roots];
  const bound: Place[] = [];
  for (let at = 0; at < free.length || bound.length > 0; at++) {
    const place = free[at] ?? bound.shift()!;
    if (at === free.length) free.push(place);
    for (const below of leadsOn(place) ? placesBelow(place) : []) {
      if (from.has(below)) continue;
      from.set(below, place);
      (isBound(below) ? bound : free).push(below);
    }
  }
  return from;
}

function isBound(place: Place): boolean {
  if (!("kind" in place) || place.kind !== "simpleType") return false;
  const { variety, steps } = shapeOf(place);
  return variety.of !== "atomic" && steps.some((facets) => facets.length > 0);
}
