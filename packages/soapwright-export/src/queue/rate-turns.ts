/** Queues the requests of a worker until the rate that all workers share permits them. */
import type { AttemptInterceptor } from "soapwright-runtime";
import type { RateLimit, RateQueue } from "soapwright-runtime/extend";

export class RateTurns implements RateQueue {
  readonly #limit: RateLimit;
  readonly #leave: () => void;
  #waiting: { readonly begin: () => void; readonly fail: (error: unknown) => void }[] = [];

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#leave = limit.join(this);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Makes the request when the rate permits it. */
  async run<T>(request: () => PromiseLike<T>): Promise<T> {
    await new Promise<void>((begin, fail) => {
      this.#waiting.push({ begin, fail });
      this.wake();
    });
    try {
      return await request();
    } finally {
      this.#limit.end();
    }
  }

  wake(): void {
    try {
      while (this.#waiting.length > 0 && this.#limit.begin()) this.#waiting.shift()?.begin();
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error);
    }
  }

  /** Only retries take a permit here: `run` was called for the first attempt. */
  get interceptor(): AttemptInterceptor {
    return (next) => (attempt) => (attempt.attempt === 1 ? next(attempt) : this.run(() => next(attempt)));
  }

  close(): void {
    this.#leave();
  }
}
