import type { Particle } from "soapwright-contract";
import {
  effective,
  isAnyType,
  isFixedText,
  type Place,
  placesBelow,
  presentParticles,
  slotOfUse,
} from "soapwright-contract";

/** The number of elements and group occurrences in the smallest instance of a place; Infinity if it has none. */
export class LeastSizes {
  readonly #sizes = new Map<Place, number>();

  /** `places` contain all places below them, children before parents. */
  constructor(places: readonly Place[]) {
    settle(places, this.#sizes, (place) => this.#measure(place));
  }

  /** For a particle: its size when present, with its minimum number of occurrences. */
  of(place: Place): number {
    return this.#sizes.get(place) ?? Number.POSITIVE_INFINITY;
  }

  #measure(place: Place): number {
    if (!("kind" in place)) return 0;
    switch (place.kind) {
      case "slot":
        return this.#smallest(place.substitutes);
      case "element":
        return place.nillable || isFixedText(place) ? 1 : 1 + this.#smallest(placesBelow(place));
      case "simpleType":
        return 0;
      case "complexType":
        if (isAnyType(place) || place.soapArray) return 0;
        return effective(place).particles.reduce((sum, particle) => sum + this.#required(particle), 0);
      case "wildcard":
        return Math.max(1, place.minOccurs);
      case "elementUse":
        return Math.max(1, place.minOccurs) * this.of(slotOfUse(place));
      case "modelGroup": {
        const present = presentParticles(place).map((each) => this.#required(each));
        const once =
          place.compositor === "choice"
            ? present.reduce((one, other) => Math.min(one, other), present.length === 0 ? 0 : Number.POSITIVE_INFINITY)
            : present.reduce((sum, each) => sum + each, 0);
        return Math.max(1, place.minOccurs) * Math.max(1, once);
      }
    }
  }

  #required(particle: Particle): number {
    return particle.minOccurs === 0 ? 0 : this.of(particle);
  }

  #smallest(places: readonly Place[]): number {
    return places.reduce((least, place) => Math.min(least, this.of(place)), Number.POSITIVE_INFINITY);
  }
}

/** Measures `places` repeatedly until no number decreases. */
export function settle(places: readonly Place[], numbers: Map<Place, number>, measure: (place: Place) => number): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const place of places) {
      const number = measure(place);
      if (number >= (numbers.get(place) ?? Number.POSITIVE_INFINITY)) continue;
      numbers.set(place, number);
      changed = true;
    }
  }
}
