/** The stream of one attachment of a response. */

import type { AttachmentStream } from "soapwright-runtime";
import type { ServiceError } from "soapwright-runtime/errors";
import { attachmentError } from "./attachment-error";
import type { PartHeaders } from "./multipart";

const LONGEST_IN_MEMORY = 67_108_864;

interface FlowOwner {
  onRead(flow: Flow): void;
  onLeft(): void;
}

interface Waiter {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: ServiceError): void;
  /** The stream, referenced so that it is not garbage collected while its reader waits. */
  readonly stream: object;
}

/** Buffers the bytes of one attachment between the response and its reader. */
export class Flow {
  readonly #parts: FlowOwner;
  readonly #chunks: Uint8Array[] = [];
  readonly #waiters: Waiter[] = [];
  headers: PartHeaders | undefined;
  waitingBytes = 0;
  isStarted = false;
  /** True also for an abandoned attachment. */
  isEnded = false;
  left = false;
  #error: ServiceError | undefined;

  constructor(parts: FlowOwner) {
    this.#parts = parts;
  }

  get isWaiting(): boolean {
    return this.#waiters.length > 0;
  }

  next(stream: object): Promise<IteratorResult<Uint8Array, undefined>> {
    this.isStarted = true;
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.waitingBytes -= chunk.byteLength;
      this.#parts.onRead(this);
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject, stream });
      this.#parts.onRead(this);
    });
  }

  give(chunk: Uint8Array): void {
    if (this.left) return;
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.waitingBytes += chunk.byteLength;
  }

  end(error?: ServiceError): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#error = error;
    if (error !== undefined) dropped.unregister(this);
    for (const waiter of this.#waiters.splice(0)) {
      if (error === undefined) waiter.resolve({ done: true, value: undefined });
      else waiter.reject(error);
    }
  }

  leave(): void {
    if (this.left) return;
    const wasOver = this.isEnded;
    this.left = true;
    dropped.unregister(this);
    this.#chunks.length = 0;
    this.waitingBytes = 0;
    this.#error = undefined;
    this.end();
    if (!wasOver) this.#parts.onLeft();
  }
}

/** The stream of one attachment. Garbage collection of the stream ends its flow. */
export class FlowStream implements AttachmentStream {
  readonly #flow: Flow;

  constructor(flow: Flow) {
    this.#flow = flow;
    if (!flow.isEnded) dropped.register(this, flow, flow);
  }

  get contentType(): string | undefined {
    return this.#flow.headers?.get("content-type");
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#flow.next(this);
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#flow.leave();
    return { done: true, value: undefined };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#flow.leave();
  }

  async bytes(most = LONGEST_IN_MEMORY): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      length += chunk.byteLength;
      if (length > most) throw attachmentError(`one is longer than the ${most} bytes that bytes() was to keep`);
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  }
}

/**
 * Ends the flow of a stream that was garbage collected. A registered flow stays in memory, so flows that have nothing
 * to end are not registered.
 */
const dropped = new FinalizationRegistry<Flow>((flow) => flow.leave());
