import type { FastifyReply } from "fastify";

/** The end of a call: its caller leaves, or its time is over. */
export class CallEnd {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onClose: () => void;
  readonly signal: AbortSignal = this.#controller.signal;

  constructor(
    private readonly reply: FastifyReply,
    timeoutMs: number | undefined,
  ) {
    this.#onClose = () => {
      if (!reply.raw.writableFinished) this.#controller.abort();
      this.end();
    };
    reply.raw.once("close", this.#onClose);
    if (timeoutMs !== undefined)
      this.#timer = setTimeout(
        () => this.#controller.abort(new DOMException("The call took too long.", "TimeoutError")),
        timeoutMs,
      );
  }

  /** Keeps the call of a stream, which has no time limit but the client's. */
  keep(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.reply.raw.off("close", this.#onClose);
  }
}
