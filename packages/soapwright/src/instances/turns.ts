import type { Random } from "soapwright-contract";

/** What instances have been made of so far, so that the next ones are made of something else. */
export class Turns {
  readonly #next = new Map<object, number>();
  readonly #made = new Set<object>();

  /** The members of a list in turn, from a random one on. */
  take<T>(among: readonly T[], random: Random): T {
    const at = this.#next.get(among) ?? random.integer(0, among.length - 1);
    this.#next.set(among, (at + 1) % among.length);
    return among[at]!;
  }

  /** Marks a part as made. */
  made(part: object): void {
    this.#made.add(part);
  }

  isNew(part: object): boolean {
    return !this.#made.has(part);
  }
}
