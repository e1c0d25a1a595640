import type { Place } from "soapwright-contract";
import type { Item } from "./coverage";

/** Decisions that lead an instance to something that was not hit yet. Each is made once, where its place first comes up. */
export class Steering {
  readonly #ways = new Map<Place, Place | string>();

  /** The way from the root down to `target`, by the places that each was reached from. */
  constructor(target?: Item, from?: ReadonlyMap<Place, Place | undefined>) {
    if (!target || !from) return;
    const at = target.at ?? target.place;
    this.#ways.set(at, target.way);
    for (let below = at, above = from.get(below); above !== undefined; above = from.get(below)) {
      this.#ways.set(above, below);
      below = above;
    }
  }

  peek(place: Place): Place | string | undefined {
    return this.#ways.get(place);
  }

  take(place: Place): Place | string | undefined {
    const way = this.#ways.get(place);
    this.#ways.delete(place);
    return way;
  }
}

/** The root that `place` was reached from. */
export function rootOf(place: Place, from: ReadonlyMap<Place, Place | undefined>): Place {
  let root = place;
  for (let above = from.get(root); above !== undefined; above = from.get(root)) root = above;
  return root;
}
