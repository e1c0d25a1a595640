import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import type { CallResponse } from "./call";
import { type ItemSink, type PreparedCall, runCall } from "./run-call";

/** With so many items waiting no more bytes are read; with so few, they are again. */
const HIGH = 256;
const LOW = 64;

interface Waiter {
  resolve(result: IteratorResult<unknown, undefined>): void;
  reject(error: unknown): void;
}

/** The items of a stream between the call that reads them and the loop that takes them. */
class ItemQueue<H> implements ItemSink, AsyncIterableIterator<unknown, undefined, undefined> {
  readonly #call: PreparedCall<H>;
  readonly #waiters: Waiter[] = [];
  #items: unknown[] = [];
  /** Index of the next item in `#items`. */
  #next = 0;
  #onRoom: (() => void) | undefined;
  #over = false;
  #error: ServiceError | undefined;
  /** Settles with the response, or with the error that there is none for. */
  readonly opened: Promise<CallResponse<unknown>>;
  #open: (response: CallResponse<unknown>) => void = nothing;

  constructor(call: PreparedCall<H>) {
    this.#call = call;
    this.opened = new Promise((resolve, reject) => {
      this.#open = resolve;
      runCall(call, this).then(
        () => this.#end(undefined),
        (error: ServiceError) => {
          reject(error);
          this.#end(error);
        },
      );
    });
    // It is told by `next` to whoever takes items; nobody needs to wait for this one as well.
    this.opened.catch(nothing);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown, undefined>> {
    this.#call.life.consumerActiveAt = performance.now();
    if (this.#next < this.#items.length) return Promise.resolve({ done: false, value: this.#take() });
    const error = this.#error;
    if (error !== undefined) {
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#over) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  return(): Promise<IteratorResult<unknown, undefined>> {
    this.leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Nobody takes items any more: ends the call. */
  leave(): void {
    this.#items = [];
    this.#next = 0;
    this.#end(undefined);
    this.#error = undefined;
    this.#call.life.cancel(new AbortError("The stream was left before its end."));
  }

  onOpen(response: CallResponse<undefined>): void {
    this.#call.life.consumerActiveAt = performance.now();
    this.#open({ result: this, http: response.http, headers: response.headers });
  }

  onItem(item: unknown): void {
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#items.push(item);
    else waiter.resolve({ done: false, value: item });
  }

  get isFull(): boolean {
    return this.#items.length - this.#next >= HIGH;
  }

  room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  #take(): unknown {
    const item = this.#items[this.#next++];
    const left = this.#items.length - this.#next;
    if (left === 0) {
      this.#items = [];
      this.#next = 0;
    }
    if (left <= LOW) {
      this.#onRoom?.();
      this.#onRoom = undefined;
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
}

/**
 * The items of one streamed call. The call is sent when the first item is asked for, and can be gone through once. Leaving
 * early (`break`, `return()`, `await using`, an error in the loop) ends the call and closes its connection. A stream that
 * is dropped without being left is ended when it is collected, or after `streamIdleMs`.
 */
export class ItemStream<H, I> implements AsyncIterableIterator<I, undefined, undefined> {
  readonly #call: PreparedCall<H>;
  #started: Promise<AsyncIterator<unknown>> | undefined;
  #iterator: AsyncIterator<unknown> | undefined;

  constructor(call: PreparedCall<H>) {
    this.#call = call;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<I, undefined>> {
    // The table and the type of the stream come from the same declaration.
    return (this.#iterator?.next() ?? this.#first()) as Promise<IteratorResult<I, undefined>>;
  }

  async return(): Promise<IteratorResult<I, undefined>> {
    const started = this.#started;
    this.#started = NOTHING;
    this.#call.life.cancel(new AbortError("The stream was left before its end."));
    const iterator = await started?.catch(nothing);
    await iterator?.return?.();
    this.#iterator = undefined;
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<I, undefined>> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async #first(): Promise<IteratorResult<unknown>> {
    this.#started ??= this.#start();
    const iterator = await this.#started;
    if (this.#started !== NOTHING) this.#iterator = iterator;
    return iterator.next();
  }

  /** Sends the call. Its items come from the response that the interceptors have passed on. */
  async #start(): Promise<AsyncIterator<unknown>> {
    const call = this.#call;
    let queue: ItemQueue<H> | undefined;
    const open = (): Promise<CallResponse<unknown>> => {
      queue = new ItemQueue(call);
      left.register(this, queue);
      return queue.opened;
    };
    if (call.core.interception.isPlain) {
      void open();
      return queue as unknown as AsyncIterator<unknown>;
    }
    const { result } = await call.core.interception.call(call, open);
    return (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
}

/** What a stream goes on with that has been left. */
const NOTHING: Promise<AsyncIterator<unknown>> = Promise.resolve({
  next: () => Promise.resolve({ done: true, value: undefined }),
});

/** Ends the call of a stream that nobody can reach any more. The queue does not know the stream, so that it can be collected. */
const left = new FinalizationRegistry<{ leave(): void }>((queue) => queue.leave());

function nothing(): void {}
