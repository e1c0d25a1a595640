import type { Position, Source } from "./source";

/** The names that one document was the first to use, within the limit `maxNames`. */
export class DocumentNames {
  readonly source: Source;
  readonly #maxNames: number;
  /** Names of documents that are read concurrently do not count. */
  #newNames = 0;
  /** The fingerprints of names without room in the table, each of which counts only once. */
  #uncachedNames: Set<number> | undefined;

  constructor(source: Source, maxNames: number) {
    this.source = source;
    this.#maxNames = maxNames;
  }

  countNew(place: number | Position): void {
    if (this.#newNames++ < this.#maxNames) return;
    this.source.failLimit("maxNames", this.#maxNames, `The ${this.source.subject} has more different names`, place);
  }

  countUncached(fingerprint: number, place: number | Position): void {
    this.#uncachedNames ??= new Set();
    if (this.#uncachedNames.has(fingerprint)) return;
    this.#uncachedNames.add(fingerprint);
    this.countNew(place);
  }
}
