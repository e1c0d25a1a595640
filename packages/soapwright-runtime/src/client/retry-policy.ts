/** Decides whether and when a failed attempt is retried. */
import { ArgumentError } from "../errors/argument-error";
import { isConnectionError } from "../errors/connection-error";
import { isFaultError } from "../errors/fault-error";
import { isHttpError } from "../errors/http-error";
import { isResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";
import type { ResponseHead } from "../transport/exchange";
import { hadNoResponse } from "../transport/no-response";
import { parseRetryAfter } from "../transport/retry-after";

interface FailedAttempt {
  readonly head: ResponseHead | undefined;
  /** Whether the request needed a connection that had not carried one before. */
  readonly fresh: boolean;
  /** Whether the caller has received a part of the response. */
  readonly handedOver: boolean;
  /** Whether the response was read to its end, so that an interceptor failed. */
  readonly isComplete: boolean;
}

interface RepeatableCall {
  readonly operation: { readonly name: string };
  readonly core: { readonly policy: RetryPolicy };
  readonly settings: { readonly retries: number; readonly retryTimeouts: boolean };
  readonly life: { readonly isEnding: boolean; readonly remainingMs: number };
  readonly isSafe: boolean;
}

/** HTTP statuses of temporary failures (RFC 9110, RFC 6585). A 500 counts only without a fault, and without an envelope that cannot be read. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);
/** Maximum of the upper bound of a delay, in milliseconds. `Retry-After` may request more. */
const MAX_DELAY_MS = 5_000;
/** Number of tokens that each response earns. They limit retries to a tenth of the load in the long run. */
const TOKENS_PER_RESPONSE = 0.1;

/** The retry budget of a client, which its calls share. */
export class RetryPolicy {
  readonly #options: { readonly retryDelayMs: number; readonly retryBudget: number };
  #tokens: number;
  retries = 0;
  /** Whether the budget is below its maximum. */
  owes = false;
  /** Whether a call has had a result. */
  hasSucceeded = false;

  constructor(options: { readonly retryDelayMs: number; readonly retryBudget: number }) {
    this.#options = options;
    this.#tokens = options.retryBudget;
  }

  get left(): number {
    return Math.floor(this.#tokens);
  }

  /** Refills the budget after a response with a result or a fault, which shows that the service works. */
  responded(): void {
    this.#tokens = Math.min(this.#options.retryBudget, this.#tokens + TOKENS_PER_RESPONSE);
    this.owes = this.#tokens < this.#options.retryBudget;
  }

  /**
   * Takes a retry from the budget, and returns the delay before it in milliseconds; undefined if the budget is used up
   * or the delay is too long. `askedMs` is the delay that the service requested.
   */
  take(attempt: number, askedMs: number, remainingMs: number): number | undefined {
    const ceiling = Math.min(MAX_DELAY_MS, this.#options.retryDelayMs * 2 ** (attempt - 1));
    const delay = Math.max(askedMs, Math.random() * ceiling);
    if (delay >= remainingMs || this.#tokens < 1) return undefined;
    this.#tokens--;
    this.retries++;
    this.owes = true;
    return delay;
  }
}

function isRepeatable(error: ServiceError, { isSafe, settings }: RepeatableCall): boolean {
  if (isConnectionError(error)) {
    if (error.breaker !== undefined) return false;
    return error.sent === "no" ? error.kind !== "configuration" : isSafe;
  }
  if (isTimeoutError(error)) {
    return error.phase === "connect" || (error.phase === "attempt" && isSafe && settings.retryTimeouts);
  }
  // A fault means that the service processed the request. Only a busy service did not.
  if (isFaultError(error)) return isSafe && error.kind === "busy";
  return (
    isHttpError(error) &&
    isSafe &&
    TRANSIENT.has(error.status) &&
    !(error.status === 500 && isResponseError(error.cause))
  );
}

/**
 * Whether to repeat a request with newly fetched credentials. A stream that has delivered an item is never repeated.
 */
export function isRepeatedWithNewCredentials(
  attempt: FailedAttempt,
  { life }: RepeatableCall,
  error: ServiceError,
  credentials: { isRefusal(error: ServiceError): boolean } | undefined,
): boolean {
  return credentials?.isRefusal(error) === true && !life.isEnding && !attempt.handedOver;
}

/**
 * Whether to repeat a request on a new connection, without using up a retry: no byte arrived on a reused connection,
 * which the service had most likely closed before it received the request.
 */
export function isRepeatedOnNewConnection(
  attempt: FailedAttempt,
  { life, isSafe }: RepeatableCall,
  error: ServiceError,
): boolean {
  if (life.isEnding || attempt.fresh || !hadNoResponse(error) || !isConnectionError(error)) return false;
  return error.sent === "no" || isSafe;
}

/** Returns milliseconds; undefined for no retry. A response that was partly delivered is never requested again. */
export function delayBeforeRetry(
  attempt: FailedAttempt,
  call: RepeatableCall,
  error: ServiceError,
  retried: number,
): number | undefined {
  const { core, life, settings } = call;
  if (attempt.handedOver || attempt.isComplete || life.isEnding || retried >= settings.retries) return undefined;
  if (!isRepeatable(error, call)) return undefined;
  const askedMs = parseRetryAfter(attempt.head?.header("retry-after")) ?? 0;
  return core.policy.take(retried + 1, askedMs, life.remainingMs);
}

export function spentBeforeRepetition({ operation }: RepeatableCall): ArgumentError {
  return new ArgumentError(
    `The request of ${operation.name} has to be made again, for example with credentials that the service has asked for, and a stream of it had been begun, which can be read once. Call again with a new stream, or give attachmentOf a function, so that the request can be made again.`,
    {
      reason: "stream-not-repeatable",
      path: operation.name,
      expected: "streams that can be read twice",
      received: "one that can be read once",
    },
  );
}
