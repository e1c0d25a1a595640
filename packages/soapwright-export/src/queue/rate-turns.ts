/** Queues the requests of a worker until the rate that all workers share permits them. */
import type { AttemptInterceptor } from "soapwright-runtime";
import type { RateLimit, RateQueue } from "soapwright-runtime/extend";

interface Waiting {
  readonly begin: () => void;
  readonly fail: (error: unknown) => void;
}

export class RateTurns implements RateQueue {
  readonly #limit: RateLimit;
  readonly #leave: () => void;
  #waiting: Waiting[] = [];

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#leave = limit.join(this);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves to a function to call when the request has ended. */
  async take(): Promise<() => void> {
    await new Promise<void>((begin, fail) => {
      this.#waiting.push({ begin, fail });
      this.wake();
    });
    let isOver = false;
    return () => {
      if (!isOver) this.#limit.end();
      isOver = true;
    };
  }

  wake(): void {
    try {
      while (this.#waiting.length > 0 && this.#limit.begin()) this.#waiting.shift()?.begin();
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error);
    }
  }

  /** Only retries take a permit here: `take` was called for the first attempt. */
  get interceptor(): AttemptInterceptor {
    return (next) => async (attempt) => {
      if (attempt.attempt === 1) return next(attempt);
      const over = await this.take();
      try {
        return await next(attempt);
      } finally {
        over();
      }
    };
  }

  close(): void {
    this.#leave();
  }
}
