/** Streams the attachments of a call's response. */

import { AbortError, ResponseError } from "soapwright-runtime/errors";
import type { PartStream, StreamedLife } from "soapwright-runtime/extend";
import type { StreamedParts } from "./streamed";

/** Fewer bytes are no progress. */
const PROGRESS = 16_384;

/**
 * Connects the call that reads a response with the readers of its attachments. It releases the response once it is
 * delivered, so that unreachable attachments can be collected.
 */
export class AttachmentSink implements PartStream {
  /** Counts bytes of attachments that are not read yet. */
  readonly #maxKeptBytes: number;
  #life: StreamedLife | undefined;
  // These functions are cleared on settling, because they keep the promise alive, which keeps its result.
  #resolve: ((response: never) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #parts: StreamedParts | undefined;

  constructor(maxKeptBytes: number) {
    this.#maxKeptBytes = maxKeptBytes;
  }

  receive(parts: StreamedParts): StreamedParts {
    this.#parts = parts;
    return parts;
  }

  follow<R>(life: StreamedLife, run: () => Promise<R>): Promise<R> {
    this.#life = life;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      run().then(
        (response) => this.#settle(response),
        (error) => {
          this.#parts?.fail(error);
          this.#reject?.(error);
        },
      );
    });
  }

  #settle(response: unknown): void {
    this.#resolve?.(response as never);
    this.#resolve = undefined;
    this.#reject = undefined;
  }

  onOpen(response: unknown): void {
    const life = this.#life!;
    life.consumerActiveAt = performance.now();
    this.#parts?.open({
      onReader(isWaiting) {
        life.consumerActiveAt = isWaiting ? Number.POSITIVE_INFINITY : performance.now();
      },
      onLeft() {
        life.cancel(new AbortError("The attachments were left before their end.", { reason: "attachments-left" }));
      },
    });
    this.#settle(response);
  }

  async readRest(next: () => Promise<boolean>): Promise<void> {
    const life = this.#life!;
    const parts = this.#parts!;
    let waitedMs = 0;
    let progressAt = parts.attachedBytes + PROGRESS;
    for (;;) {
      while (parts.isFull) await life.until(parts.room(), "consumer");
      this.#checkKept(parts.waitingBytes);
      const startedAt = performance.now();
      life.limitWait(waitedMs);
      if (!(await next())) return;
      // Waits are summed until enough bytes have arrived, because a few bytes at a time are not progress.
      waitedMs += performance.now() - startedAt;
      if (parts.attachedBytes < progressAt) continue;
      waitedMs = 0;
      progressAt = parts.attachedBytes + PROGRESS;
    }
  }

  #checkKept(bytes: number): void {
    if (bytes <= this.#maxKeptBytes) return;
    throw new ResponseError(
      `An attachment was read before the ones that precede it, which are longer than limits.responseBytes (${this.#maxKeptBytes.toLocaleString("en-US")} bytes), so that they cannot be kept. Read attachments in the order in which the service sends them.`,
      { reason: "limit", advice: [{ action: "raise", option: "limits.responseBytes" }] },
    );
  }
}
