/** The writer of ended inputs: commits them to sink and journal in batches, while calls continue. */
import type { ExportInput, FailedInput, Journal, JournalState, Mark, Sink } from "./contracts";

export type Ended =
  | { readonly kind: "rows"; readonly input: ExportInput; readonly index: number; readonly items: readonly unknown[] }
  | { readonly kind: "failed"; readonly failure: FailedInput & { readonly index: number } };

const MOST_INPUTS = 1_000;
const MOST_BYTES = 4_194_304;
const OLDEST_MS = 500;

/** The ended inputs that the next commit writes. */
class Batch {
  readonly done: number[] = [];
  readonly failed: (FailedInput & { readonly index: number })[] = [];
  rows = 0;
  nothing = 0;
  bytes = 0;
  readonly begunAt = performance.now();

  get isEmpty(): boolean {
    return this.done.length + this.failed.length === 0;
  }

  get isDue(): boolean {
    if (this.isEmpty) return false;
    if (this.done.length + this.failed.length >= MOST_INPUTS || this.bytes >= MOST_BYTES) return true;
    return performance.now() - this.begunAt >= OLDEST_MS;
  }
}

/** Only one commit runs at a time; the next batch fills meanwhile. */
export class Ledger {
  readonly #sink: Sink;
  readonly #journal: Journal;
  readonly #mark: () => Mark;
  /** Only a mark that covers more inputs is committed. */
  #marked: number;
  #batch = new Batch();
  /** Never rejects. */
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  done: number;
  failed: number;
  rows: number;
  nothing: number;

  constructor(sink: Sink, journal: Journal, before: JournalState, mark: () => Mark) {
    this.#sink = sink;
    this.#journal = journal;
    this.#mark = mark;
    this.#marked = before.marks.at(-1)?.inputs ?? 0;
    this.done = before.done + before.failed;
    this.failed = before.failed;
    this.rows = before.rows;
    this.nothing = before.nothing;
  }

  /**
   * Returns undefined while there is room for more. Otherwise the promise resolves when there is, and rejects when a
   * commit has failed.
   */
  take(ended: Ended): Promise<void> | undefined {
    const batch = this.#batch;
    this.done++;
    if (ended.kind === "failed") {
      this.failed++;
      batch.failed.push(ended.failure);
    } else {
      const { index, items } = ended;
      batch.bytes += this.#sink.write(ended);
      batch.done.push(index);
      batch.rows += items.length;
      this.rows += items.length;
      if (items.length === 0) {
        batch.nothing++;
        this.nothing++;
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
    if (!this.#batch.isEmpty) this.#begin();
  }

  #begin(): void {
    this.#writing = this.#write().then(
      () => {
        this.#writing = undefined;
      },
      (error: unknown) => {
        this.#writing = undefined;
        this.#failure = { error };
      },
    );
  }

  async #write(): Promise<void> {
    const { done, failed, rows, nothing } = this.#batch;
    const mark = this.#mark();
    const isNew = mark.inputs > this.#marked;
    this.#batch = new Batch();
    const position = await this.#sink.flush();
    await this.#journal.commit({ done, failed, rows, nothing, mark: isNew ? mark : undefined, position });
    if (isNew) this.#marked = mark.inputs;
  }
}
