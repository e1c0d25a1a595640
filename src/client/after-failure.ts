/** What follows a failed attempt: another one, or none; and what it says of the service. */

import { ArgumentError } from "../errors/argument-error";
import { isConnectionError } from "../errors/connection-error";
import { isHttpError } from "../errors/http-error";
import type { ErrorKind } from "../errors/kind";
import { isResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";
import type { LoadSign } from "../transport/adaptive";
import type { Health, Passage } from "../transport/breaker";
import { hadNoResponse } from "../transport/connection-failure";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import type { CallCredentials } from "./call-credentials";
import type { Lane } from "./lanes";
import type { PreparedCall } from "./service-core";

/** An attempt that has failed. */
interface FailedAttempt {
  readonly head: ResponseHead | undefined;
  /** It was not on a connection that had carried a request before. */
  readonly fresh: boolean;
}

/** What a failed attempt says of the service. A limit of requests, or what the caller did, is no failure of it. */
function healthAfter(error: ServiceError): Health {
  if (isTimeoutError(error)) return error.phase === "consumer" ? undefined : "failed";
  if (isHttpError(error) && error.status === 429) return undefined;
  if (isResponseError(error) && error.reason === "limit") return "well";
  return HEALTH[error.kind];
}

const HEALTH: { readonly [K in ErrorKind]: Health } = {
  argument: undefined,
  configuration: undefined,
  aborted: undefined,
  refused: "well",
  "not-permitted": "well",
  "not-found": "well",
  rejected: "well",
  busy: "failed",
  broken: "failed",
  unreachable: "failed",
  timeout: "failed",
};

/** Tells whatever limits the requests to an origin what a failed attempt says of it. */
export function tellFailure<H>(
  lane: Lane,
  call: PreparedCall<H>,
  attempt: FailedAttempt,
  error: ServiceError,
  begun: { readonly passage: Passage | undefined; readonly begunAt: number | undefined },
): void {
  const health = healthAfter(error);
  if (begun.passage !== undefined) lane.breaker?.end(begun.passage, health);
  if (begun.begunAt !== undefined) tellLoad(lane, error.kind === "busy" ? "throttled" : health, begun.begunAt);
  const { retryAfterHolds } = call.core.settings;
  if (retryAfterHolds === "call" || error.kind !== "busy") return;
  const askedMs = parseRetryAfter(attempt.head?.header("retry-after")) ?? 0;
  if (askedMs > 0) lane.gate.hold(Math.min(askedMs, LONGEST_HOLD), retryAfterHolds === "tenant" ? call : undefined);
}

/** A mistake in one response is not to stop all calls for a day. */
const LONGEST_HOLD = 60_000;

/** Tells the limits that follow the service. Undefined: the attempt says nothing. */
export function tellLoad({ adaptive, gate }: Lane, sign: LoadSign | undefined, begunAt: number): void {
  if (sign !== undefined) adaptive?.ended(sign, performance.now() - begunAt, gate.inside + 1);
}

/** Whether to repeat a request with credentials that are fetched anew. A stream that has begun is not. */
export function isAskedAnew<H>(
  attempt: FailedAttempt,
  { life, streaming }: PreparedCall<H>,
  error: ServiceError,
  credentials: CallCredentials<H> | undefined,
): boolean {
  if (credentials === undefined || !credentials.isRefusal(error) || life.isEnding) return false;
  return !streaming || (attempt.head !== undefined && attempt.head.status >= 300);
}

/**
 * Whether to repeat a request on a fresh connection, which costs no retry: it got no byte on a connection that had carried
 * others, so that the service had most likely closed the connection before it saw the request.
 */
export function isRepeatedAtOnce<H>(
  attempt: FailedAttempt,
  { life, isSafe }: PreparedCall<H>,
  error: ServiceError,
): boolean {
  if (life.isEnding || attempt.fresh || !hadNoResponse(error) || !isConnectionError(error)) return false;
  return error.sent === "no" || isSafe;
}

/** Milliseconds until the next retry; undefined: the error stands. A response that has begun well is never asked for again. */
export function delayBeforeRetry<H>(
  attempt: FailedAttempt,
  { core, life, settings, isSafe: safe }: PreparedCall<H>,
  error: ServiceError,
  retried: number,
): number | undefined {
  const begun = attempt.head !== undefined && attempt.head.status < 300;
  if (begun || life.isEnding || retried >= settings.retries) return undefined;
  const { retryTimeouts } = settings;
  const askedMs = parseRetryAfter(attempt.head?.header("retry-after"));
  return core.policy.delayAfter(error, retried + 1, { safe, retryTimeouts }, askedMs, life.remainingMs);
}

/** The service has asked for credentials over HTTP when a stream of the request was begun that cannot be read again. */
export function spentBeforeChallenge<H>({ operation }: PreparedCall<H>): ArgumentError {
  return new ArgumentError(
    `The service asked ${operation.name} for credentials (401) when a stream of the request had been begun, which can be read once. Call again with a new stream: the challenge is known now, so that the credentials go along at once. Or give attachmentOf a function, so that the request can be made again.`,
    { path: operation.name, expected: "streams that can be read twice", received: "one that can be read once" },
  );
}
