/** A set of unique names. A name that is taken gets a number: `Address`, `Address2`. */
export class NameScope {
  private readonly taken: Set<string>;
  /** The number to try next, by wanted name. */
  private readonly numbers = new Map<string, number>();

  constructor(reserved: Iterable<string> = []) {
    this.taken = new Set(reserved);
  }

  has(name: string): boolean {
    return this.taken.has(name);
  }

  /** Reserves a name so that `take` does not return it. */
  reserve(name: string): void {
    this.taken.add(name);
  }

  /** Returns `wanted`, or the first of `wanted2`, `wanted3` … that is free. */
  take(wanted: string): string {
    let name = wanted;
    let number = this.numbers.get(wanted) ?? 2;
    while (this.taken.has(name)) name = `${wanted}${number++}`;
    this.numbers.set(wanted, number);
    this.taken.add(name);
    return name;
  }
}
