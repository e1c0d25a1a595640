import { hash } from "node:crypto";
import type { JournalState, Mark } from "../contracts";
import { ExportError } from "../export-error";

export interface Numbered<I> {
  readonly input: I;
  readonly index: number;
}

const OVER = { done: true, value: undefined } as const;

/**
 * The inputs in their order, without those that earlier runs completed. An async generator would add a tenth to the cost of a call. An error ends only the
 * inputs, so that calls in flight can end.
 * Each mark is a fingerprint of the previous mark and the inputs after it, so that any changed input is found.
 */
export class NumberedInputs<I> implements AsyncIterableIterator<Numbered<I>, void, undefined> {
  /** Inputs are yielded when the next mark of earlier runs matches them. */
  readonly #before: Pick<JournalState, "isDone" | "marks">;
  readonly #iterator: Iterator<I> | AsyncIterator<I>;
  readonly #sync: Iterator<I> | undefined;
  #read = 0;
  #mark: Mark = { inputs: 0, chain: "" };
  #texts: string[] = [];
  /** The marks of earlier runs that were matched, and the inputs that wait for the next one. */
  #proved = 0;
  #held: Numbered<I>[] = [];
  /** Inputs that a mark has proved, the next one last. */
  #ready: Numbered<I>[] = [];
  #isOver = false;
  #isStopped = false;
  failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(source: Iterable<I> | AsyncIterable<I>, before: Pick<JournalState, "isDone" | "marks">) {
    this.#before = before;
    const object = Object(source) as Iterable<I> | AsyncIterable<I>;
    if (Symbol.asyncIterator in object) this.#iterator = object[Symbol.asyncIterator]();
    else this.#iterator = this.#sync = object[Symbol.iterator]();
  }

  /** Until all marks of earlier runs are matched, this is the last matched one. */
  get mark(): Mark {
    if (this.#proved === this.#before.marks.length) this.#seal();
    return this.#mark;
  }

  /** The inputs end even while the next one is awaited. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Numbered<I>, void>> {
    try {
      while (!this.#isOver) {
        const ready = this.#ready.pop();
        if (ready !== undefined) return { done: false, value: ready };
        const next = this.#sync === undefined ? await this.#coming() : this.#isStopped ? undefined : this.#sync.next();
        if (next === undefined) return this.return();
        if (next.done === true) {
          this.#isOver = true;
          this.#checkEnd();
        } else {
          const value = this.#take(next.value);
          if (value !== undefined) return { done: false, value };
        }
      }
    } catch (error) {
      this.failure = { error };
      return this.return();
    }
    return OVER;
  }

  /** After a stop the source is not awaited, because a source that is reading its next input may never close. */
  async return(): Promise<IteratorResult<Numbered<I>, void>> {
    if (this.#isOver) return OVER;
    this.#isOver = true;
    const closed = Promise.resolve(this.#iterator.return?.());
    if (this.#isStopped || this.failure !== undefined) closed.catch(() => {});
    else await closed;
    return OVER;
  }

  #take(input: I): Numbered<I> | undefined {
    const index = this.#read++;
    this.#texts.push(textOfInput(input));
    const mark = this.#before.marks[this.#proved];
    const numbered = this.#before.isDone(index) ? undefined : { input, index };
    if (mark === undefined) return numbered;
    if (numbered !== undefined) this.#held.push(numbered);
    if (mark.inputs > this.#read) return undefined;
    const before = this.#mark.inputs;
    this.#seal();
    if (mark.chain !== this.#mark.chain) throw changed(`among numbers ${before + 1} to ${mark.inputs} one is another`);
    this.#proved++;
    this.#ready = this.#held.reverse();
    this.#held = [];
    return undefined;
  }

  #seal(): void {
    if (this.#texts.length === 0) return;
    const chain = hash("sha256", `${this.#mark.chain}\n${this.#texts.join("\n")}`, "base64");
    this.#mark = { inputs: this.#read, chain };
    this.#texts = [];
  }

  #checkEnd(): void {
    const { marks } = this.#before;
    if (this.#proved === marks.length) return;
    throw changed(`there are ${this.#read} now, and there were at least ${marks.at(-1)!.inputs}`);
  }

  /** Resolves to undefined after a stop. */
  #coming(): Promise<IteratorResult<I> | undefined> {
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(undefined);
      if (this.#isStopped) this.#wake();
      else Promise.resolve(this.#iterator.next()).then(resolve, reject);
    });
  }
}

function changed(how: string): ExportError {
  return new ExportError(
    "CHANGED",
    (words) =>
      `The inputs have changed since this export began: ${how}. Restore them, or begin anew with ${words.name("restart")}.`,
  );
}

/** The text has no line breaks. Values that JSON cannot represent become strings. */
export function textOfInput(input: unknown): string {
  if (typeof input === "number") return String(input);
  return JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}
