import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  TypeDefinition,
} from "../../xsd/components";
import { findAmbiguity, slotOfUse } from "./ambiguity";
import { effective, isAnyType, typesFor } from "./effective";
import { shapeOf } from "./simple/shape";
import type { Slot } from "./slots";

/** Where an instance is made by a choice, or leads on to one. */
export type Place = Slot | ElementDeclaration | TypeDefinition | Particle | AttributeUse;

/** The places right below one. */
export function placesBelow(place: Place): readonly Place[] {
  if (!("kind" in place)) return [place.attribute.type];
  switch (place.kind) {
    case "slot":
      return place.substitutes;
    case "element":
      return typesFor(place);
    case "complexType":
      return belowType(place);
    case "simpleType":
      return belowSimple(place);
    case "elementUse":
      return [slotOfUse(place)];
    case "modelGroup":
      return place.particles.filter(({ maxOccurs }) => maxOccurs > 0);
    case "wildcard":
      return [];
  }
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

/** Every place below `roots`, nearest first, with the one it was first reached from. */
export function reachable(roots: readonly Place[]): Map<Place, Place | undefined> {
  const from = new Map<Place, Place | undefined>(roots.map((root) => [root, undefined]));
  for (const place of from.keys()) {
    for (const below of placesBelow(place)) if (!from.has(below)) from.set(below, place);
  }
  return from;
}
