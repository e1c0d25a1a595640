import type { Place } from "soapwright-contract";
import type { Item } from "./coverage";

/** Decisions that lead an instance to an unhit coverage item. Each is consumed when its place is first visited. */
export class Steering {
  readonly #ways = new Map<Place, Place | string>();

  /** The path from the root to `target`, by the predecessors in `from`. */
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
