import type { ElementDeclaration, ModelGroup, Particle, Schemas, Wildcard } from "soapwright-contract";
import {
  allows,
  type EffectiveType,
  effective,
  isAnyType,
  isFixedText,
  namedBeside,
  type Place,
  placesBelow,
  presentParticles,
  Random,
  slotOfUse,
} from "soapwright-contract";
import { mostDepth, mostElements } from "./instance-errors";
import { LeastSizes, settle } from "./least-sizes";
import { makeText } from "./simple/make";

/** Elements that need more depth than this are not generated for a wildcard. */
const deepestOfWildcard = 3;

/** The possible and the smallest alternatives of a choice. */
interface Choice<T extends Place> {
  readonly possible: readonly T[];
  readonly least: readonly T[];
}

/** The levels of nested elements that the smallest instance of a place needs; Infinity if it has none. */
export class LeastDepths {
  readonly #depths = new Map<Place, number>();
  readonly #sizes: LeastSizes;
  readonly #texts: ReadonlyMap<Place, number>;
  readonly #choices = new WeakMap<readonly Place[], Choice<Place>>();

  /** `places` contain all places below them. */
  constructor(
    places: Iterable<Place>,
    private readonly schemas: Schemas,
  ) {
    const all = [...places].reverse();
    const texts = new Map<Place, number>();
    for (const place of all) {
      if ("kind" in place && place.kind === "simpleType")
        texts.set(place, makeText(place, new Random("least")) ? 0 : Number.POSITIVE_INFINITY);
    }
    this.#texts = texts;
    this.#sizes = new LeastSizes(all);
    settle(all, this.#depths, (place) => this.#measure(place));
  }

  /** Infinity also when the smallest instance exceeds the bounds. */
  of(place: Place): number {
    return this.#isTooMuch(place) ? Number.POSITIVE_INFINITY : this.#raw(place);
  }

  /** Whether instances exist, but all exceed the bounds. */
  isTooLarge(place: Place): boolean {
    return this.#isTooMuch(place) && this.#sizes.of(place) < Number.POSITIVE_INFINITY;
  }

  #isTooMuch(place: Place): boolean {
    const depth = this.#raw(place);
    return this.#sizes.of(place) > mostElements || (depth > mostDepth && depth < Number.POSITIVE_INFINITY);
  }

  /** The places in `among` that have instances, and those with the least depth. */
  choice<T extends Place>(among: readonly T[]): Choice<T> {
    // Cached by list: callers pass the same lists, with thousands of places at times.
    let choice = this.#choices.get(among) as Choice<T> | undefined;
    if (choice === undefined) {
      const possible = among.filter((each) => this.of(each) < Number.POSITIVE_INFINITY);
      const depth = this.#smallest(possible);
      choice = { possible, least: possible.filter((each) => this.of(each) === depth) };
      this.#choices.set(among, choice);
    }
    return choice;
  }

  #raw(place: Place): number {
    return this.#depths.get(place) ?? Number.POSITIVE_INFINITY;
  }

  /** Least depth of the particle: 0 when it is optional. */
  ofParticle(particle: Particle): number {
    return particle.minOccurs === 0 ? 0 : this.#needed(particle);
  }

  /** Global elements that may replace a wildcard with strict processing. */
  declaredFor(wildcard: Wildcard): readonly ElementDeclaration[] {
    const beside = namedBeside(wildcard);
    return [...this.schemas.elements.values()].filter(
      (element) =>
        !element.abstract &&
        allows(wildcard.namespaces, element.name.namespace) &&
        !beside.has(element) &&
        this.of(element) <= deepestOfWildcard,
    );
  }

  /** Not limited in depth, so that too deep and impossible places are distinguished. */
  #needed(place: Place): number {
    return this.#sizes.of(place) > mostElements ? Number.POSITIVE_INFINITY : this.#raw(place);
  }

  #measure(place: Place): number {
    if (!("kind" in place)) return place.fixed === undefined ? this.#needed(place.attribute.type) : 0;
    switch (place.kind) {
      case "slot":
        return this.#smallest(place.substitutes);
      case "element":
        return mayBeNull(place) || isFixedText(place) ? 1 : 1 + this.#smallest(placesBelow(place));
      case "simpleType":
        return this.#texts.get(place) ?? Number.POSITIVE_INFINITY;
      case "wildcard":
        return place.processContents === "strict" ? this.#smallest(this.declaredFor(place)) : 0;
      case "complexType":
        if (isAnyType(place) || place.soapArray) return 0;
        return this.#ofContent(effective(place));
      case "elementUse":
        return this.#needed(slotOfUse(place));
      case "modelGroup":
        return this.#ofGroup(place);
    }
  }

  #ofContent({ attributes, text, particles }: EffectiveType): number {
    const required = attributes.filter(({ use }) => use === "required").map((use) => this.#needed(use));
    const inside = text ? [this.#needed(text)] : particles.map((particle) => this.ofParticle(particle));
    return greatest([...required, ...inside]);
  }

  #ofGroup(group: ModelGroup): number {
    const depths = presentParticles(group).map((particle) => this.ofParticle(particle));
    if (group.compositor !== "choice") return greatest(depths);
    return depths.length === 0 ? 0 : depths.reduce((one, other) => Math.min(one, other));
  }

  #smallest(places: readonly Place[]): number {
    return places.reduce((least, place) => Math.min(least, this.#needed(place)), Number.POSITIVE_INFINITY);
  }
}

function greatest(depths: readonly number[]): number {
  return depths.reduce((one, other) => Math.max(one, other), 0);
}

/** Whether an element may be `xsi:nil` alone: without required attributes and with a concrete type. */
export function mayBeNull(place: Place): boolean {
  if (!("kind" in place) || place.kind !== "element" || !place.nillable || place.fixed !== undefined) return false;
  if (place.type.kind === "simpleType") return true;
  return !place.type.abstract && effective(place.type).attributes.every(({ use }) => use !== "required");
}
