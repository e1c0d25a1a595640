import {
  allows,
  type EffectiveType,
  type ElementDeclaration,
  type ElementGraph,
  effective,
  isAnyType,
  isFixedText,
  type ModelGroup,
  type Particle,
  type Place,
  presentParticles,
  type Schemas,
  type SimpleType,
  typesFor,
  type Wildcard,
} from "soapwright-contract";
import { Random } from "../texts/random";
import { mostDepth, mostElements } from "./instance-errors";
import { makeText } from "./simple/make";

/** A wildcard gets only elements of at most this depth. */
const deepestOfWildcard = 3;

interface Choice<T extends Place> {
  readonly possible: readonly T[];
  readonly least: readonly T[];
}

/** The need of the smallest instance of a place; infinite if the place has no instance. */
interface Least {
  readonly depth: number;
  /** The number of elements and group occurrences; a particle counts as present, with its minOccurs. */
  readonly size: number;
}

const nothing: Least = { depth: 0, size: 0 };
const never: Least = { depth: Infinity, size: Infinity };

/** The depth of the smallest instance of each place: its levels of nested elements. */
export class LeastDepths {
  readonly #least = new Map<Place, Least>();
  readonly #texts = new Map<Place, Least>();
  readonly #choices = new WeakMap<readonly Place[], Choice<Place>>();

  constructor(
    readonly graph: ElementGraph,
    private readonly schemas: Schemas,
  ) {
    // Children before parents, repeatedly, until no number decreases.
    const all = [...graph.parents.keys()].reverse();
    for (let changed = true; changed; ) {
      changed = false;
      for (const place of all) {
        const [before, now] = [this.#leastOf(place), this.#measure(place)];
        if (now.depth >= before.depth && now.size >= before.size) continue;
        this.#least.set(place, now);
        changed = true;
      }
    }
  }

  /** Returns Infinity also if the smallest instance exceeds the bounds. */
  of(place: Place): number {
    return isTooMuch(this.#leastOf(place)) ? Infinity : this.#leastOf(place).depth;
  }

  /** Whether instances exist, but all of them exceed the bounds. */
  isTooLarge(place: Place): boolean {
    const least = this.#leastOf(place);
    return isTooMuch(least) && least.size < Infinity;
  }

  choice<T extends Place>(among: readonly T[]): Choice<T> {
    // Cached by list: callers pass the same lists, with thousands of places at times.
    let choice = this.#choices.get(among) as Choice<T> | undefined;
    if (choice === undefined) {
      const possible = among.filter((each) => this.of(each) < Infinity);
      const { depth } = this.#smallest(possible);
      choice = { possible, least: possible.filter((each) => this.of(each) === depth) };
      this.#choices.set(among, choice);
    }
    return choice;
  }

  /** Returns global elements that may replace a wildcard with strict processing. */
  declaredFor(wildcard: Wildcard): readonly ElementDeclaration[] {
    const beside = this.graph.namedBeside(wildcard);
    return [...this.schemas.elements.values()].filter(
      (element) =>
        !element.abstract &&
        allows(wildcard.namespaces, element.name.namespace) &&
        !beside.has(element) &&
        this.of(element) <= deepestOfWildcard,
    );
  }

  #leastOf(place: Place): Least {
    return this.#least.get(place) ?? never;
  }

  /** The depth has no bound here, so that too deep and impossible places are distinguished. */
  #needed(place: Place): Least {
    const { depth, size } = this.#leastOf(place);
    return { depth: size > mostElements ? Infinity : depth, size };
  }

  #measure(place: Place): Least {
    if (!("kind" in place))
      return { depth: place.fixed === undefined ? this.#needed(place.attribute.type).depth : 0, size: 0 };
    switch (place.kind) {
      case "slot":
        return this.#smallest(place.substitutes);
      case "element": {
        const { depth, size } = isFixedText(place) ? nothing : this.#smallest(typesFor(place));
        return { depth: mayBeNull(place) ? 1 : 1 + depth, size: place.nillable ? 1 : 1 + size };
      }
      case "simpleType":
        return this.#ofText(place);
      case "wildcard": {
        const isStrict = place.processContents === "strict";
        const { depth } = isStrict ? this.#smallest(this.declaredFor(place)) : nothing;
        return { depth, size: Math.max(1, place.minOccurs) };
      }
      case "complexType":
        return isAnyType(place) || place.soapArray ? nothing : this.#ofContent(effective(place));
      case "elementUse": {
        const { depth, size } = this.#needed(this.graph.slotOf(place));
        return { depth, size: Math.max(1, place.minOccurs) * size };
      }
      case "modelGroup":
        return this.#ofGroup(place);
    }
  }

  #ofText(type: SimpleType): Least {
    const least = this.#texts.get(type) ?? {
      depth: makeText(type, new Random("least")) ? 0 : Infinity,
      size: 0,
    };
    this.#texts.set(type, least);
    return least;
  }

  #ofContent({ attributes, text, particles }: EffectiveType): Least {
    const required = attributes.filter(({ use }) => use === "required").map((use) => this.#needed(use));
    const inside = particles.map((particle) => this.#required(particle));
    const all = [...required, ...(text ? [{ ...this.#needed(text), size: 0 }] : inside)];
    return { depth: greatest(all), size: sum(inside) };
  }

  #ofGroup(group: ModelGroup): Least {
    const present = presentParticles(group).map((particle) => this.#required(particle));
    const isChoice = group.compositor === "choice" && present.length > 0;
    const once = isChoice ? smallest(present) : { depth: greatest(present), size: sum(present) };
    return { depth: once.depth, size: Math.max(1, group.minOccurs) * Math.max(1, once.size) };
  }

  #required(particle: Particle): Least {
    return particle.minOccurs === 0 ? nothing : this.#needed(particle);
  }

  #smallest(places: readonly Place[]): Least {
    return smallest(places.map((place) => this.#needed(place)));
  }
}

function isTooMuch({ depth, size }: Least): boolean {
  return size > mostElements || (depth > mostDepth && depth < Infinity);
}

/** The smallest depth and the smallest size may come from different places. */
function smallest(all: readonly Least[]): Least {
  return all.reduce(
    (one, other) => ({ depth: Math.min(one.depth, other.depth), size: Math.min(one.size, other.size) }),
    never,
  );
}

function greatest(all: readonly Least[]): number {
  return all.reduce((most, { depth }) => Math.max(most, depth), 0);
}

function sum(all: readonly Least[]): number {
  return all.reduce((total, { size }) => total + size, 0);
}

/** Whether an element may be `xsi:nil` without more: no required attributes, and a concrete type. */
export function mayBeNull({ nillable, fixed, type }: ElementDeclaration): boolean {
  if (!nillable || fixed !== undefined) return false;
  if (type.kind === "simpleType") return true;
  return !type.abstract && effective(type).attributes.every(({ use }) => use !== "required");
}
