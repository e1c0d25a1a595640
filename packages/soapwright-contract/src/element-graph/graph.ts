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

/** A node of the element graph: a choice in instances, or a parent of choices. */
export type Place = Slot | ElementDeclaration | TypeDefinition | Particle | AttributeUse;

/** The children of a place. */
export function placesBelow(place: Place): readonly Place[] {
  // A fixed value leaves nothing of its type to choose.
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

/** Returns whether the element has one possible text. */
export function isFixedText({ type, fixed }: ElementDeclaration): boolean {
  return type.kind === "simpleType" && fixed !== undefined;
}

function belowType(type: ComplexType): readonly Place[] {
  if (type.soapArray) return [type.soapArray.itemType];
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
 * Returns every place below `roots`, nearest first, mapped to the parent that first reached it. Lists and unions with
 * facets come last, because a place reached only through them may be restricted. The search stops at places for which
 * `leadsOn` returns false.
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
