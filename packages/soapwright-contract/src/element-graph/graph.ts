import { remembered } from "../remembered";
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  Particle,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "../xsd/components";
import { effective, isAnyType, presentParticles, substitutesOf, typesFor } from "../xsd/effective-type";
import { shapeOf } from "./graph-shape";

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

const narrowed = new WeakMap<ElementUse, Slot>();
const taken = new WeakMap<Wildcard, Set<ElementDeclaration>>();

/** Returns the slot of a use, without members whose name another use of the same content model has. */
export function slotOfUse(use: ElementUse): Slot {
  return narrowed.get(use) ?? slotOf(use.element, use.reference);
}

/** Returns elements that a wildcard allows and its content model also names. */
export function namedBeside(wildcard: Wildcard): ReadonlySet<ElementDeclaration> {
  return taken.get(wildcard) ?? new Set();
}

/**
 * Records uses and wildcards that one element matches together. XML Schema Part 1, 3.8.6 forbids such content models, and
 * real schemas have them. No reader can decide between the particles, so instances use only unambiguous elements.
 */
function findAmbiguity(particles: readonly Particle[]): void {
  const leaves = particles.flatMap(leavesIn);
  const uses = leaves.filter((leaf) => leaf.kind === "elementUse");
  const names = new Set(uses.map(({ element }) => element));
  for (const leaf of leaves) {
    if (leaf.kind === "wildcard") taken.set(leaf, names);
    else if (leaf.reference && !narrowed.has(leaf)) narrow(leaf, names);
  }
}

function narrow(use: ElementUse, names: ReadonlySet<ElementDeclaration>): void {
  const { substitutes } = slotOf(use.element, true);
  const unambiguous = substitutes.filter((member) => member === use.element || !names.has(member));
  if (unambiguous.length < substitutes.length)
    narrowed.set(use, { kind: "slot", element: use.element, substitutes: unambiguous });
}

function leavesIn(particle: Particle): (ElementUse | Wildcard)[] {
  return particle.kind === "modelGroup" ? particle.particles.flatMap(leavesIn) : [particle];
}

/** A position of an element, with or without the members of its substitution group. */
export interface Slot {
  readonly kind: "slot";
  readonly element: ElementDeclaration;
  readonly substitutes: readonly ElementDeclaration[];
}
const openSlot = remembered(
  (element: ElementDeclaration): Slot => ({ kind: "slot", element, substitutes: substitutesOf(element) }),
);
const closedSlot = remembered(
  (element: ElementDeclaration): Slot => ({ kind: "slot", element, substitutes: element.abstract ? [] : [element] }),
);

/** Returns the only slot of an element: `open` for a reference, which members may replace. */
export function slotOf(element: ElementDeclaration, open: boolean): Slot {
  return open ? openSlot(element) : closedSlot(element);
}

/** Returns a name for messages: the path of types and elements to the place. `from` is a result of `reachable`. */
export function placeName(place: Place, from: ReadonlyMap<Place, Place | undefined>): string {
  const parent = from.get(place);
  const above = (): string => (parent === undefined ? "" : placeName(parent, from));
  const below = (name: string): string => [above(), name].filter((part) => part !== "").join("/");
  if (!("kind" in place)) return below(`@${place.attribute.name.local}`);
  switch (place.kind) {
    case "element":
      return place.global ? place.name.local : above() || place.name.local;
    case "elementUse":
      return below(place.element.name.local);
    case "complexType":
    case "simpleType":
      return place.name ? `${place.builtIn ? "xs:" : ""}${place.name.local}` : above();
    case "wildcard":
      return below("any");
    case "slot":
    case "modelGroup":
      return above();
  }
}
