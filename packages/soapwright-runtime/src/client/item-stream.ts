import { makeRegistry } from "#platform";
import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import type { ItemSink } from "./attempt";
import type { StartedCall } from "./client-state";
import { interceptCall, misuse } from "./interception";
import type { CallResponse } from "./interceptors";
import { runCall } from "./run-call";

/** Number of buffered items at which reading pauses. It resumes at `LOW`. */
const HIGH = 256;
const LOW = 64;

interface Waiter {
  resolve(result: IteratorResult<unknown, undefined>): void;
  reject(error: unknown): void;
  /** The stream, referenced so that it is not garbage collected while its reader waits. */
  readonly stream: object | undefined;
}

/** Buffers items between the call and the reader of a stream. */
class ItemQueue<H> implements ItemSink, AsyncIterableIterator<unknown, undefined, undefined> {
  readonly #call: StartedCall<H>;
  readonly #waiters: Waiter[] = [];
  #items: unknown[] = [];
  #next = 0;
  #onRoom: (() => void) | undefined;
  #over = false;
  #error: ServiceError | undefined;
  readonly opened: Promise<CallResponse<unknown>>;
  #open: (response: CallResponse<unknown>) => void = nothing;

  constructor(call: StartedCall<H>) {
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
    // `next` reports the error to the reader, so this promise may stay unhandled.
    this.opened.catch(nothing);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(stream?: object): Promise<IteratorResult<unknown, undefined>> {
    this.#call.life.consumerActiveAt = performance.now();
    if (this.#next < this.#items.length) return Promise.resolve({ done: false, value: this.#take() });
    const error = this.#error;
    if (error !== undefined) {
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#over) return Promise.resolve({ done: true, value: undefined });
    this.#call.life.consumerActiveAt = Number.POSITIVE_INFINITY;
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject, stream }));
  }

  return(): Promise<IteratorResult<unknown, undefined>> {
    this.leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  leave(): void {
    this.#items = [];
    this.#next = 0;
    this.#end(undefined);
    this.#error = undefined;
    this.#call.life.cancel(leftEarly());
  }

  onOpen(response: CallResponse<undefined>): void {
    this.#call.life.consumerActiveAt = performance.now();
    this.#open({
      result: this,
      http: response.http,
      headers: response.headers,
      // Read when the caller asks: items that arrive later may be noted too.
      get notes() {
        return response.notes;
      },
    });
  }

  onItem(item: unknown): void {
    if (this.#over) return;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) {
      this.#items.push(item);
      return;
    }
    if (this.#waiters.length === 0) this.#call.life.consumerActiveAt = performance.now();
    waiter.resolve({ done: false, value: item });
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
    const item = this.#items[this.#next];
    this.#items[this.#next++] = undefined;
    const left = this.#items.length - this.#next;
    // Removes the slots of taken items, even if a slow reader never empties the queue.
    if (left === 0 || (this.#next >= HIGH && this.#next > left)) {
      this.#items = this.#items.slice(this.#next);
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
    dropped.unregister(this.#call);
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

/** The source of one stream's items. Holds no reference to the stream, so that the stream can be collected. */
class ItemSource<H> {
  readonly #call: StartedCall<H>;
  #queue: ItemQueue<H> | undefined;
  #iterator: AsyncIterator<unknown> | undefined;
  #opening: Promise<void> | undefined;
  #over = false;

  constructor(call: StartedCall<H>) {
    this.#call = call;
  }

  next(stream: object): Promise<IteratorResult<unknown>> {
    if (this.#over) return Promise.resolve({ done: true, value: undefined });
    if (this.#queue === undefined && this.#opening === undefined) {
      dropped.register(stream, this, this.#call);
      if (this.#call.isPlain) this.#queue = new ItemQueue(this.#call);
    }
    return this.#opening === undefined && this.#queue !== undefined
      ? this.#queue.next(stream)
      : holding(stream, this.#nextIntercepted());
  }

  async leave(): Promise<void> {
    if (this.#over) return;
    this.#call.left = true;
    this.#end();
    this.#call.life.cancel(leftEarly());
    await this.#iterator?.return?.();
  }

  async #nextIntercepted(): Promise<IteratorResult<unknown>> {
    try {
      this.#opening ??= this.#open();
      await this.#opening;
      const next = this.#over ? undefined : await this.#iterator?.next();
      if (next !== undefined && next.done !== true) return next;
    } catch (error) {
      if (this.#over) return { done: true, value: undefined };
      this.#end();
      throw error;
    }
    this.#end();
    return { done: true, value: undefined };
  }

  #end(): void {
    this.#over = true;
    dropped.unregister(this.#call);
    this.#queue?.leave();
  }

  async #open(): Promise<void> {
    const call = this.#call;
    const { result } = await interceptCall(call, () => {
      this.#queue = new ItemQueue(call);
      return this.#queue.opened;
    });
    if (!isAsyncIterable(result)) {
      throw misuse("interceptors", "the result of a stream's response has to be an async iterable");
    }
    this.#iterator = result[Symbol.asyncIterator]();
    if (this.#over) await this.#iterator.return?.();
  }
}

/**
 * The items of one streamed call, which can be iterated once. The call is sent when the first item is requested. Ending
 * it early (`break`, `return()`, `await using`, an error in the loop) ends the call and closes its connection. An
 * abandoned stream ends when it is garbage collected, or after `limits.streamIdleMs`.
 */
export class ItemStream<H, I> implements AsyncIterableIterator<I, undefined, undefined> {
  readonly #source: ItemSource<H>;

  constructor(call: StartedCall<H>) {
    this.#source = new ItemSource(call);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<I, undefined>> {
    // The table and the type of the stream come from the same declaration.
    return this.#source.next(this) as Promise<IteratorResult<I, undefined>>;
  }

  async return(): Promise<IteratorResult<I, undefined>> {
    await this.#source.leave();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<I, undefined>> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/**
 * Ends the call of a stream that was garbage collected. A registry keeps its held values alive, and the error of an
 * ended call leads back to the stream through its stack, so streams are unregistered when their call ends.
 */
const dropped = makeRegistry<{ leave(): Promise<void> }>((source) => {
  source.leave().catch(nothing);
});

/** Streams with a waiting reader, which may have no other reference and must not be collected. */
const awaited = new Set<{ readonly stream: object }>();

function holding<T>(stream: object, item: Promise<T>): Promise<T> {
  const entry = { stream };
  awaited.add(entry);
  const release = (): void => {
    awaited.delete(entry);
  };
  item.then(release, release);
  return item;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, Symbol.asyncIterator) === "function";
}

function leftEarly(): AbortError {
  return new AbortError("The stream was left before its end.", { reason: "stream-left" });
}

function nothing(): void {}
