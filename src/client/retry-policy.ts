/** Whether a failed attempt is repeated, and when. */
import { isConnectionError } from "../errors/connection-error";
import { isFaultError } from "../errors/fault-error";
import { isHttpError } from "../errors/http-error";
import type { ServiceError } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";

interface RetryOptions {
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  readonly retryBudget: number;
}

/** Statuses that say "later, perhaps": RFC 9110 and RFC 6585. A 500 counts when there was no fault in it. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);
/** What a success earns back: with it, retries are at most a tenth of the load in the long run. */
const EARNED = 0.1;

/** Decides whether a failed attempt is repeated, and when. One for each client: its budget is shared by all calls. */
export class RetryPolicy {
  readonly #options: RetryOptions;
  #tokens: number;
  /** Retries since the client was made. */
  made = 0;
  /** Retries were made that responses have not earned back yet. */
  owes = false;

  constructor(options: RetryOptions) {
    this.#options = options;
    this.#tokens = options.retryBudget;
  }

  /** Retries that may be made just now. */
  get left(): number {
    return Math.floor(this.#tokens);
  }

  /** The service has responded, with a result or a fault: it is well. */
  responded(): void {
    this.#tokens = Math.min(this.#options.retryBudget, this.#tokens + EARNED);
    this.owes = this.#tokens < this.#options.retryBudget;
  }

  /**
   * Milliseconds to wait before attempt number `attempt` + 1; undefined: the error stands. `askedMs` is what the service
   * asked for, `remainingMs` what is left of the deadline.
   */
  delayAfter(
    error: ServiceError,
    attempt: number,
    call: { readonly safe: boolean; readonly retryTimeouts: boolean },
    askedMs: number | undefined,
    remainingMs: number,
  ): number | undefined {
    if (!isRepeatable(error, call)) return undefined;
    const ceiling = Math.min(this.#options.maxRetryDelayMs, this.#options.retryDelayMs * 2 ** (attempt - 1));
    const jittered = Math.random() * ceiling;
    const delay = Math.max(askedMs ?? 0, jittered);
    if (delay >= remainingMs || this.#tokens < 1) return undefined;
    this.#tokens--;
    this.made++;
    this.owes = true;
    return delay;
  }
}

function isRepeatable(error: ServiceError, call: { readonly safe: boolean; readonly retryTimeouts: boolean }): boolean {
  if (isConnectionError(error)) {
    if (error.breaker !== undefined) return false;
    return error.sent === "no" ? error.kind !== "configuration" : call.safe;
  }
  if (isTimeoutError(error)) {
    return error.phase === "connect" || (error.phase === "attempt" && call.safe && call.retryTimeouts);
  }
  // What the service has carried out is no reason to try again; that it has not, because it is busy, is.
  if (isFaultError(error)) return call.safe && error.kind === "busy";
  return isHttpError(error) && call.safe && TRANSIENT.has(error.status);
}
