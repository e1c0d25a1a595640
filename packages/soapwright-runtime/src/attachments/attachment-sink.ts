/** A call whose attachments are read while they come. */

import { AbortError } from "../errors/abort-error";
import { ResponseError } from "../errors/response-error";
import type { StreamedParts } from "./streamed";

/** So many bytes of attachments are worth waiting for. */
const PROGRESS = 16_384;

/** What the sink asks of the life of a call, whose response comes by an `E`. */
export interface AttachmentCallLife<E> {
  /** When the consumer last took something, by `performance.now()`; infinity while it waits. */
  consumerActiveAt: number;
  until<T>(step: PromiseLike<T>): Promise<T>;
  enter(exchange: E): void;
  limitConsumer(): void;
  limitWait(waitedMs: number): void;
  cancel(error: AbortError): void;
}

/**
 * Between the call that reads a response `R` and the readers of its attachments. It keeps nothing of the response once it is
 * handed over: attachments that nobody can reach are left.
 */
export class AttachmentSink<E, R> {
  readonly #life: AttachmentCallLife<E>;
  /** Bytes of attachments that are kept until their turn has come. */
  readonly #maxKeptBytes: number;
  #resolve: ((response: R) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #parts: StreamedParts | undefined;

  constructor(
    life: AttachmentCallLife<E>,
    maxKeptBytes: number,
    resolve: (response: R) => void,
    reject: (error: unknown) => void,
  ) {
    this.#life = life;
    this.#maxKeptBytes = maxKeptBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Settles as the call does that hands its response to this sink, or as soon as the envelope has come. */
  async follow(call: Promise<R>): Promise<void> {
    try {
      this.#settle(await call);
    } catch (error) {
      this.#parts?.fail(error);
      this.#reject?.(error);
    }
  }

  /** The envelope was a good one; its attachments follow. */
  onOpen(response: R, parts: StreamedParts): void {
    const life = this.#life;
    this.#parts = parts;
    life.consumerActiveAt = performance.now();
    parts.open({
      onReader(isWaiting) {
        life.consumerActiveAt = isWaiting ? Number.POSITIVE_INFINITY : performance.now();
      },
      onLeft() {
        life.cancel(new AbortError("The attachments were left before their end."));
      },
    });
    this.#settle(response);
  }

  /** Reads on by `next`, which is true until the end, as fast as the attachments are read. */
  async readRest(exchange: E, next: () => Promise<boolean>): Promise<void> {
    const life = this.#life;
    const parts = this.#parts!;
    let waitedMs = 0;
    let progressAt = parts.attachedBytes + PROGRESS;
    for (;;) {
      while (parts.isFull) {
        life.limitConsumer();
        await life.until(parts.room());
        life.enter(exchange);
      }
      this.#checkKept(parts.waitingBytes);
      const startedAt = performance.now();
      life.limitWait(waitedMs);
      if (!(await next())) return;
      // Waits count together until some length has come: a few bytes at a time are no progress.
      waitedMs += performance.now() - startedAt;
      if (parts.attachedBytes < progressAt) continue;
      waitedMs = 0;
      progressAt = parts.attachedBytes + PROGRESS;
    }
  }

  /** An attachment is waited for that comes behind others, which are kept meanwhile. */
  #checkKept(bytes: number): void {
    if (bytes <= this.#maxKeptBytes) return;
    throw new ResponseError(
      `An attachment was asked for before its turn, and those before it are longer than maxResponseBytes (${this.#maxKeptBytes.toLocaleString("en-US")} bytes), so that they cannot be kept. Read attachments in the order in which the service sends them.`,
      { reason: "limit", advice: [{ action: "raise", option: "maxResponseBytes" }] },
    );
  }

  #settle(response: R): void {
    this.#resolve?.(response);
    this.#resolve = undefined;
    this.#reject = undefined;
  }
}
