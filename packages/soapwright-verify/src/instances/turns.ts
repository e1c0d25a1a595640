import type { Random } from "../texts/random";

/** The alternatives and parts that earlier instances have, so that later instances differ. */
export class Turns {
  readonly #next = new Map<object, number>();
  readonly #used = new Set<object>();

  /** Returns the members of a list in turn, starting at a random member. */
  take<T>(among: readonly T[], random: Random): T {
    const at = this.#next.get(among) ?? random.integer(0, among.length - 1);
    this.#next.set(among, (at + 1) % among.length);
    return among[at]!;
  }

  markUsed(part: object): void {
    this.#used.add(part);
  }

  isNew(part: object): boolean {
    return !this.#used.has(part);
  }
}
