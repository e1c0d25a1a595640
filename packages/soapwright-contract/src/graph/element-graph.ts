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
import { shapeOf } from "../xsd/text-shape";
/** A node of the element graph: a choice in instances, or a parent of choices. */
export type Place = Slot | ElementDeclaration | TypeDefinition | Particle | AttributeUse;

/** Places, mapped to the parent that first reached them; roots to undefined. */
export type Parents = ReadonlyMap<Place, Place | undefined>;

/**
 * The places below some roots. Content models in which one element matches two particles are forbidden by XML Schema
 * Part 1, 3.8.6, and exist in real schemas. No reader can decide between the particles, so their slots and wildcards
 * have unambiguous elements alone.
 */
export class ElementGraph {
  /**
   * Every place, nearest first, mapped to the parent that first reached it. Lists and unions with facets come last,
   * because a place reached only through them may be restricted.
   */
  readonly parents: Parents;
  readonly #narrowed = new Map<ElementUse, Slot>();
  readonly #named = new Map<Wildcard, ReadonlySet<ElementDeclaration>>();

  constructor(roots: readonly Place[]) {
    this.parents = walk(roots, (place) => {
      if ("kind" in place && place.kind === "complexType" && hasParticles(place))
        this.#findAmbiguity(effective(place).particles);
      return this.#below(place);
    });
  }

  /** Returns the slot of a use, without members whose name another use of the same content model has. */
  slotOf(use: ElementUse): Slot {
    return this.#narrowed.get(use) ?? slotOf(use.element, use.reference);
  }

  /** Returns elements that a wildcard allows and its content model also names. */
  namedBeside(wildcard: Wildcard): ReadonlySet<ElementDeclaration> {
    return this.#named.get(wildcard) ?? new Set();
  }

  /** Returns the places below roots of the graph, as `parents` has them. Children of other places are left out. */
  reachable(roots: readonly Place[], leadsOn: (place: Place) => boolean): Parents {
    return walk(roots, (place) => (leadsOn(place) ? this.#below(place) : []));
  }

  #below(place: Place): readonly Place[] {
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
        return [this.slotOf(place)];
      case "modelGroup":
        return presentParticles(place);
      case "wildcard":
        return [];
    }
  }

  #findAmbiguity(particles: readonly Particle[]): void {
    const leaves = particles.flatMap(leavesIn);
    const uses = leaves.filter((leaf) => leaf.kind === "elementUse");
    const names = new Set(uses.map(({ element }) => element));
    for (const leaf of leaves) {
      if (leaf.kind === "wildcard") this.#named.set(leaf, names);
      else if (leaf.reference && !this.#narrowed.has(leaf)) this.#narrow(leaf, names);
    }
  }

  #narrow(use: ElementUse, names: ReadonlySet<ElementDeclaration>): void {
    const { substitutes } = slotOf(use.element, true);
    const unambiguous = substitutes.filter((member) => member === use.element || !names.has(member));
    if (unambiguous.length < substitutes.length)
      this.#narrowed.set(use, { kind: "slot", element: use.element, substitutes: unambiguous });
  }
}

/** Returns whether the element has one possible text. */
export function isFixedText({ type, fixed }: ElementDeclaration): boolean {
  return type.kind === "simpleType" && fixed !== undefined;
}

function hasParticles(type: ComplexType): boolean {
  return !type.soapArray && !isAnyType(type);
}

function belowType(type: ComplexType): readonly Place[] {
  if (type.soapArray) return [type.soapArray.itemType];
  if (isAnyType(type)) return [];
  const { attributes, text, particles } = effective(type);
  return [...attributes, ...(text ? [text] : particles)];
}

function belowSimple(type: SimpleType): readonly SimpleType[] {
  const { variety } = shapeOf(type);
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? variety.members : [];
}

function walk(roots: readonly Place[], belowOf: (place: Place) => readonly Place[]): Parents {
  const from = new Map<Place, Place | undefined>(roots.map((root) => [root, undefined]));
  const free: Place[] = [...roots];
  const bound: Place[] = [];
  for (let at = 0; at < free.length || bound.length > 0; at++) {
    const place = free[at] ?? bound.shift()!;
    if (at === free.length) free.push(place);
    for (const below of belowOf(place)) {
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

/** Returns a name for messages: the path of types and elements to the place. */
export function placeName(place: Place, from: Parents): string {
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
