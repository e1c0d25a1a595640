import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import type { OperationNode } from "../schema/codec";
import { CallRun, type ClientCore, type StreamHooks } from "./call-run";
import type { CallOptions } from "./options";

/** With so many items waiting no more bytes are read; with so few, they are again. */
const HIGH = 256;
const LOW = 64;

interface Waiter<I> {
  resolve(result: IteratorResult<I, undefined>): void;
  reject(error: unknown): void;
}

/**
 * The items of one streamed call. The call is sent when the first item is asked for, and can be gone through once. Leaving
 * early (`break`, `return`, an error in the loop) ends the call and closes its connection.
 */
export class ItemStream<H, I> implements AsyncIterableIterator<I, undefined, undefined>, StreamHooks {
  readonly #run: CallRun<H>;
  readonly #waiters: Waiter<I>[] = [];
  #items: I[] = [];
  /** Index of the next item in `#items`. */
  #next = 0;
  #started = false;
  #paused = false;
  #over = false;
  #error: ServiceError | undefined;

  constructor(core: ClientCore<H>, operation: OperationNode, args: unknown, options: CallOptions<H> | undefined) {
    this.#run = new CallRun(core, operation, (error) => this.#end(error), this);
    this.#run.prepare(args, options);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<I, undefined>> {
    if (!this.#started) {
      this.#started = true;
      this.#run.start();
    }
    if (this.#next < this.#items.length) return Promise.resolve({ done: false, value: this.#take() });
    const error = this.#error;
    if (error !== undefined) {
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#over) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  return(): Promise<IteratorResult<I, undefined>> {
    this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<IteratorResult<I, undefined>> {
    this.#leave();
    return Promise.reject(error);
  }

  onItem(item: unknown): void {
    const waiter = this.#waiters.shift();
    // The table and the type of the stream come from the same declaration.
    if (waiter === undefined) this.#items.push(item as I);
    else waiter.resolve({ done: false, value: item as I });
  }

  wantsMore(): boolean {
    this.#paused = this.#items.length - this.#next >= HIGH;
    return !this.#paused;
  }

  #take(): I {
    const item = this.#items[this.#next++] as I;
    const left = this.#items.length - this.#next;
    if (left === 0) {
      this.#items = [];
      this.#next = 0;
    }
    if (this.#paused && left <= LOW) {
      this.#paused = false;
      this.#run.resume();
    }
    return item;
  }

  #end(error: ServiceError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    for (const waiter of this.#waiters.splice(0)) {
      if (this.#error === undefined) waiter.resolve({ done: true, value: undefined });
      else {
        waiter.reject(this.#error);
        this.#error = undefined;
      }
    }
  }

  #leave(): void {
    const started = this.#started;
    this.#started = true;
    this.#items = [];
    this.#next = 0;
    this.#end(undefined);
    this.#error = undefined;
    if (started) this.#run.cancel(new AbortError("The stream was left before its end."));
  }
}
