import type { CallRecord, InputResult, Journal, JournalEntry, JournalState, Mark, Sink } from "./contracts";
import { MAYBE } from "./failed-input";

export type Ended =
  | (InputResult & { readonly kind: "rows" })
  | { readonly kind: "failed"; readonly failure: JournalEntry["failed"][number] };

const MOST_INPUTS = 1_000;
const MOST_BYTES = 4_194_304;
const OLDEST_MS = 500;

interface LedgerParts {
  readonly sink: Pick<Sink, "write" | "flush">;
  readonly journal: Pick<Journal, "commit">;
  readonly isPrompt: boolean;
}

/** The ended and begun inputs that the next commit writes. */
class Batch {
  readonly begun: number[] = [];
  readonly freed: number[] = [];
  /** The calls that begin when the batch is durable. */
  readonly waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  readonly done: number[] = [];
  readonly failed: JournalEntry["failed"][number][] = [];
  rows = 0;
  nothing = 0;
  bytes = 0;
  readonly begunAt = performance.now();

  get inputs(): number {
    return this.done.length + this.failed.length;
  }

  get isEmpty(): boolean {
    return this.inputs + this.begun.length + this.freed.length === 0;
  }

  get isFull(): boolean {
    return this.inputs >= MOST_INPUTS || this.bytes >= MOST_BYTES;
  }

  get isOld(): boolean {
    return this.inputs > 0 && performance.now() - this.begunAt >= OLDEST_MS;
  }
}

/**
 * The writer of ended inputs: commits them to sink and journal in batches, while calls continue. Only one commit runs at
 * a time; the next batch fills meanwhile. For calls that may change data, `isPrompt` commits as soon as there is
 * something to write, before and after each call.
 */
export class Ledger implements CallRecord {
  readonly #isPrompt: boolean;
  readonly #sink: LedgerParts["sink"];
  readonly #journal: LedgerParts["journal"];
  readonly #inputs: { readonly mark: Mark };
  /** Only a mark that covers more inputs is committed. */
  #marked: number;
  #batch = new Batch();
  /** Never rejects. */
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** The inputs and rows of all runs. */
  readonly counts: { done: number; failed: number; nothing: number; rows: number };
  /** The number of failed inputs of all runs whose calls may have been made. */
  uncertain: number;

  constructor(
    { sink, journal, isPrompt }: LedgerParts,
    before: Pick<JournalState, "uncertain" | "marks" | "done" | "failed" | "nothing" | "rows">,
    inputs: { readonly mark: Mark },
  ) {
    this.#isPrompt = isPrompt;
    this.uncertain = before.uncertain ?? 0;
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
      if (ended.failure.code === MAYBE) this.uncertain++;
    } else {
      const rows = ended.items.length;
      batch.bytes += this.#sink.write(ended);
      batch.done.push(ended.index);
      for (const counts of [batch, this.counts]) {
        counts.rows += rows;
        if (rows === 0) counts.nothing++;
      }
    }
    if (batch.isFull || (batch.isOld && !this.#isPrompt)) return this.#commit();
    if (this.#isPrompt) this.tick();
    return undefined;
  }

  async begin(index: number): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const { begun, waiting } = this.#batch;
    begun.push(index);
    const written = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    this.tick();
    await written;
  }

  free(index: number): void {
    this.#batch.freed.push(index);
    this.tick();
  }

  /** Commits a due batch while no input ends. The next `take` or `settle` throws its error. */
  tick(): void {
    const isDue = this.#isPrompt ? !this.#batch.isEmpty : this.#batch.isFull || this.#batch.isOld;
    if (isDue && this.#writing === undefined && this.#failure === undefined) this.#begin();
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
    const batch = this.#batch;
    this.#batch = new Batch();
    this.#writing = this.#write(batch)
      .then(
        () => {
          for (const { resolve } of batch.waiting) resolve();
        },
        (error: unknown) => {
          this.#failure = { error };
          for (const { reject } of [...batch.waiting, ...this.#batch.waiting]) reject(error);
        },
      )
      .finally(() => {
        this.#writing = undefined;
        if (this.#isPrompt) this.tick();
      });
  }

  async #write({ done, failed, rows, nothing, begun, freed }: Batch): Promise<void> {
    const mark = this.#inputs.mark;
    const isNew = mark.inputs > this.#marked;
    const position = await this.#sink.flush();
    const ended = { done, failed, rows, nothing };
    await this.#journal.commit({ ...ended, begun, freed, mark: isNew ? mark : undefined, position });
    if (isNew) this.#marked = mark.inputs;
  }
}
