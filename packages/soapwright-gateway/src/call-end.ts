import type { FastifyReply } from "fastify";
import { onExchangeEnd } from "./exchange-end";

/** The end of a call: its caller leaves, or its time is over. The time does not run while the body arrives. */
export class CallEnd {
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  readonly signal: AbortSignal = this.#controller.signal;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #leftMs: number | undefined;

  constructor(reply: FastifyReply, timeoutMs: number | undefined) {
    this.#leftMs = timeoutMs;
    this.#forget = onExchangeEnd(reply, () => {
      if (!reply.raw.writableFinished) this.#controller.abort();
      this.pause();
    });
  }

  /** `otherwiseMs` is the time of a call without a limit. */
  run(otherwiseMs?: number): void {
    const ms = this.#leftMs ?? otherwiseMs;
    if (ms === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(
      () => this.#controller.abort(new DOMException("The call took too long.", "TimeoutError")),
      ms,
    );
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#leftMs !== undefined) this.#leftMs = Math.max(1, this.#leftMs - (performance.now() - this.#startedAt));
  }

  end(): void {
    this.pause();
    this.#forget();
  }
}
