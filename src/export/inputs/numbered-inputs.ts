/** Inputs in their order, each with its number: those that earlier runs are done with are left out. */
import { hash } from "node:crypto";
import type { Mark } from "../contracts";
import { ExportError } from "../export-error";

/** An input with its number, from 0. */
export interface Numbered<I> {
  readonly input: I;
  readonly index: number;
}

export interface NumberedOptions<I> {
  readonly isDone: (index: number) => boolean;
  /** Fingerprints of earlier runs, in rising order. Inputs are handed out when the next mark has proved to be theirs. */
  readonly marks: readonly Mark[];
  /** What an input is, as text: inputs of one text are one input. */
  readonly textOf: (input: I) => string;
}

/** Goes through the inputs once. Each is chained to those before it, so that a changed one shows whatever its number. */
export class NumberedInputs<I> implements AsyncIterable<Numbered<I>> {
  readonly #source: Iterable<I> | AsyncIterable<I>;
  readonly #options: NumberedOptions<I>;
  #read = 0;
  #chain = "";
  #stopped = false;
  #wake: () => void = () => {};

  constructor(source: Iterable<I> | AsyncIterable<I>, options: NumberedOptions<I>) {
    this.#source = source;
    this.#options = options;
  }

  /** All that have been read. */
  get mark(): Mark {
    return { inputs: this.#read, chain: this.#chain };
  }

  /** Ends the inputs, also where the next one is being waited for. */
  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Numbered<I>, void, undefined> {
    const { isDone, marks, textOf } = this.#options;
    const iterator =
      Symbol.asyncIterator in this.#source ? this.#source[Symbol.asyncIterator]() : this.#source[Symbol.iterator]();
    let held: Numbered<I>[] = [];
    let proved = 0;
    try {
      for (;;) {
        const next = await this.#next(iterator);
        if (next === undefined) return;
        if (next.done === true) break;
        const input = next.value;
        const index = this.#read++;
        this.#chain = hash("sha256", this.#chain + textOf(input), "base64");
        const mark = marks[proved];
        if (mark === undefined) {
          if (!isDone(index)) yield { input, index };
          continue;
        }
        if (!isDone(index)) held.push({ input, index });
        if (mark.inputs > this.#read) continue;
        if (mark.chain !== this.#chain) throw changed(marks[proved - 1]?.inputs ?? 0, mark.inputs);
        proved++;
        yield* held;
        held = [];
      }
    } finally {
      // A source that is still at its next input closes when it has it: that may be never.
      const closed = Promise.resolve(iterator.return?.());
      if (this.#stopped) closed.catch(() => {});
      else await closed;
    }
    const mark = marks[proved];
    if (mark !== undefined) {
      throw new ExportError(
        "CHANGED",
        `The inputs have changed since this export began: there are ${this.#read} now, and there were at least ${marks.at(-1)!.inputs}. Restore them, or begin anew with restart.`,
      );
    }
  }

  /** The next input; undefined when there is to be none. */
  #next(iterator: Iterator<I> | AsyncIterator<I>): Promise<IteratorResult<I> | undefined> {
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(undefined);
      if (this.#stopped) this.#wake();
      else Promise.resolve(iterator.next()).then(resolve, reject);
    });
  }
}

function changed(proved: number, read: number): ExportError {
  return new ExportError(
    "CHANGED",
    `The inputs have changed since this export began: among numbers ${proved + 1} to ${read} one is another. Restore them, or begin anew with restart.`,
  );
}
