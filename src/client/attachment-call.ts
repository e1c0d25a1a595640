/** Calls whose attachments are read while they come. */

import type { StreamedParts } from "../attachments/streamed";
import { AbortError } from "../errors/abort-error";
import { ResponseError } from "../errors/response-error";
import type { Exchange } from "../transport/exchange";
import type { CallResponse } from "./interceptors";
import { type PartSink, runCall } from "./run-call";
import type { PreparedCall } from "./service-core";

/** So many bytes of attachments are worth waiting for. */
const PROGRESS = 16_384;

/**
 * Between the call that reads the response and the readers of its attachments. It keeps nothing of the response once it is
 * handed over: attachments that nobody can reach are left.
 */
class AttachmentSink<H> implements PartSink {
  readonly #call: PreparedCall<H>;
  #resolve: ((response: CallResponse<unknown>) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #parts: StreamedParts | undefined;

  constructor(
    call: PreparedCall<H>,
    resolve: (response: CallResponse<unknown>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#call = call;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  async run(): Promise<void> {
    try {
      this.#settle(await runCall(this.#call, undefined, this));
    } catch (error) {
      this.#parts?.fail(error);
      this.#reject?.(error);
    }
  }

  onOpen(response: CallResponse<unknown>, parts: StreamedParts): void {
    const { life } = this.#call;
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

  async readRest(exchange: Exchange, next: () => Promise<boolean>): Promise<void> {
    const { life } = this.#call;
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
    const { maxResponseBytes } = this.#call.settings;
    if (bytes <= maxResponseBytes) return;
    throw new ResponseError(
      `An attachment was asked for before its turn, and those before it are longer than maxResponseBytes (${maxResponseBytes.toLocaleString("en-US")} bytes), so that they cannot be kept. Read attachments in the order in which the service sends them.`,
      { reason: "limit", advice: [{ action: "raise", option: "maxResponseBytes" }] },
    );
  }

  #settle(response: CallResponse<unknown>): void {
    this.#resolve?.(response);
    this.#resolve = undefined;
    this.#reject = undefined;
  }
}

/** As `runCall`, but resolves when the envelope has come: the call goes on while its attachments are read. */
export function runStreamedCall<H>(call: PreparedCall<H>): Promise<CallResponse<unknown>> {
  return new Promise((resolve, reject) => {
    void new AttachmentSink(call, resolve, reject).run();
  });
}
