/** A seeded random number generator: the same seed makes the same choices on every machine. */
export class Random {
  #state: number;

  /** A seed has parts: for example a number, the name of an operation, an index. */
  constructor(...seed: readonly (string | number)[]) {
    let hash = 2166136261;
    for (const character of seed.join("\u0000")) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
    this.#state = hash >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** An integer from `min` to `max`, both included. */
  bigInteger(min: bigint, max: bigint): bigint {
    const span = max - min + 1n;
    let drawn = 0n;
    for (let bits = 0n; span >> bits > 0n; bits += 30n) drawn = (drawn << 30n) | BigInt(this.integer(0, 0x3fffffff));
    return min + (drawn % span);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError for an empty array. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[this.integer(0, items.length - 1)] as T;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    for (let last = rest.length - 1; last > 0; last--) {
      const other = this.integer(0, last);
      [rest[last], rest[other]] = [rest[other] as T, rest[last] as T];
    }
    return rest;
  }
}
