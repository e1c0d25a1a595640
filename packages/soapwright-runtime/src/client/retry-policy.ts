/** Whether a failed attempt is repeated, and when. */
import { ArgumentError } from "../errors/argument-error";
import { isConnectionError } from "../errors/connection-error";
import { isFaultError } from "../errors/fault-error";
import { isHttpError } from "../errors/http-error";
import type { ServiceError } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";
import { hadNoResponse } from "../transport/connection-failure";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";

/** An attempt that has failed. */
interface FailedAttempt {
  readonly head: ResponseHead | undefined;
  /** It was not on a connection that had carried a request before. */
  readonly fresh: boolean;
  /** The caller has got something of the response. */
  readonly handedOver: boolean;
  /** Its response was read to the end: what failed is an interceptor. */
  readonly isComplete: boolean;
}

/** A call, as far as it matters to its repetition. */
interface RepeatableCall {
  readonly operation: { readonly name: string };
  readonly core: { readonly policy: RetryPolicy };
  readonly settings: { readonly retries: number; readonly retryTimeouts: boolean };
  readonly life: { readonly isEnding: boolean; readonly remainingMs: number };
  readonly isSafe: boolean;
}

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

/** Whether to repeat a request with credentials that are fetched anew. A stream that has begun is not. */
export function isAskedAnew(
  attempt: FailedAttempt,
  { life }: RepeatableCall,
  error: ServiceError,
  credentials: { isRefusal(error: ServiceError): boolean } | undefined,
): boolean {
  return credentials?.isRefusal(error) === true && !life.isEnding && !attempt.handedOver;
}

/**
 * Whether to repeat a request on a fresh connection, which costs no retry: it got no byte on a connection that had carried
 * others, so that the service had most likely closed the connection before it saw the request.
 */
export function isRepeatedAtOnce(
  attempt: FailedAttempt,
  { life, isSafe }: RepeatableCall,
  error: ServiceError,
): boolean {
  if (life.isEnding || attempt.fresh || !hadNoResponse(error) || !isConnectionError(error)) return false;
  return error.sent === "no" || isSafe;
}

/** Milliseconds until the next retry; undefined: the error stands. A response that the caller has got a part of is not asked for again. */
export function delayBeforeRetry(
  attempt: FailedAttempt,
  { core, life, settings, isSafe: safe }: RepeatableCall,
  error: ServiceError,
  retried: number,
): number | undefined {
  if (attempt.handedOver || attempt.isComplete || life.isEnding || retried >= settings.retries) return undefined;
  const { retryTimeouts } = settings;
  const askedMs = parseRetryAfter(attempt.head?.header("retry-after"));
  return core.policy.delayAfter(error, retried + 1, { safe, retryTimeouts }, askedMs, life.remainingMs);
}

/** A feature wants the request made again, of which a stream was begun that cannot be read again. */
export function spentBeforeRepetition({ operation }: RepeatableCall): ArgumentError {
  return new ArgumentError(
    `The request of ${operation.name} has to be made again, for example with credentials that the service has asked for, and a stream of it had been begun, which can be read once. Call again with a new stream, or give attachmentOf a function, so that the request can be made again.`,
    { path: operation.name, expected: "streams that can be read twice", received: "one that can be read once" },
  );
}
