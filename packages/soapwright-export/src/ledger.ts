import type { InputResult, Journal, JournalEntry, JournalState, Mark, Sink } from "./contracts";

export type Ended =
  | (InputResult & { readonly kind: "rows" })
  | { readonly kind: "failed"; readonly failure: JournalEntry["failed"][number] };

const MOST_INPUTS = 1_000;
const MOST_BYTES = 4_194_304;
const OLDEST_MS = 500;

/** The ended inputs that the next commit writes. */
class Batch {
  readonly done: number[] = [];
  readonly failed: JournalEntry["failed"][number][] = [];
  rows = 0;
  nothing = 0;
  bytes = 0;
  readonly begunAt = performance.now();

  get inputs(): number {
    return this.done.length + this.failed.length;
  }

  get isDue(): boolean {
    if (this.inputs >= MOST_INPUTS || this.bytes >= MOST_BYTES) return true;
    return this.inputs > 0 && performance.now() - this.begunAt >= OLDEST_MS;
  }
}

/**
 * The writer of ended inputs: commits them to sink and journal in batches, while calls continue. Only one commit runs at
 * a time; the next batch fills meanwhile.
 */
export class Ledger {
  readonly #sink: Sink;
  readonly #journal: Journal;
  readonly #inputs: { readonly mark: Mark };
  /** Only a mark that covers more inputs is committed. */
  #marked: number;
  #batch = new Batch();
  /** Never rejects. */
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** The inputs and rows of all runs. */
  readonly counts: { done: number; failed: number; nothing: number; rows: number };

  constructor(sink: Sink, journal: Journal, before: JournalState, inputs: { readonly mark: Mark }) {
    this.#sink = sink;
    this.#journal = journal;
    this.#inputs = inputs;
    this.#marked = before.marks.at(-1)?.inputs ?? 0;
    const { done, failed, nothing, rows } = before;
    this.counts = { done: done + failed, failed, nothing, rows };
  }

  /**
   * Returns undefined while there is room for more. Otherwise the promise resolves when there is, and rejects when a
   * commit has failed.
   */
  take(ended: Ended): Promise<void> | undefined {
    const batch = this.#batch;
    this.counts.done++;
    if (ended.kind === "failed") {
      this.counts.failed++;
      batch.failed.push(ended.failure);
    } else {
      const rows = ended.items.length;
      batch.bytes += this.#sink.write(ended);
      batch.done.push(ended.index);
      for (const counts of [batch, this.counts]) {
        counts.rows += rows;
        if (rows === 0) counts.nothing++;
      }
    }
    return batch.isDue ? this.#commit() : undefined;
  }

  /** Commits a due batch while no input ends. The next `take` or `settle` throws its error. */
  tick(): void {
    if (this.#batch.isDue && this.#writing === undefined && this.#failure === undefined) this.#begin();
  }

  /** Rejects when a commit has failed. */
  async settle(): Promise<void> {
    await this.#commit();
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #commit(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#batch.inputs > 0) this.#begin();
  }

  #begin(): void {
    this.#writing = this.#write()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #write(): Promise<void> {
    const { done, failed, rows, nothing } = this.#batch;
    const mark = this.#inputs.mark;
    const isNew = mark.inputs > this.#marked;
    this.#batch = new Batch();
    const position = await this.#sink.flush();
    await this.#journal.commit({ done, failed, rows, nothing, mark: isNew ? mark : undefined, position });
    if (isNew) this.#marked = mark.inputs;
  }
}
