/** What can stand on a roster: it keeps its own place there, -1 when it does not stand on it. */
export interface RosterEntry {
  place: number;
}

/**
 * Who is at work. Not a `Set`: under steady adding and deleting V8 replaces a set's table every few entries, each old table
 * keeps the next one and what stood in it, and so finished calls pile up until the next full collection.
 */
export class Roster<T extends RosterEntry> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: T): void {
    if (entry.place === -1) entry.place = this.#entries.push(entry) - 1;
  }

  delete(entry: T): void {
    const { place } = entry;
    if (place === -1) return;
    const last = this.#entries.pop();
    if (last === undefined) return;
    if (last !== entry) {
      this.#entries[place] = last;
      last.place = place;
    }
    entry.place = -1;
  }

  /** Everyone on the roster now. */
  all(): T[] {
    return [...this.#entries];
  }
}
