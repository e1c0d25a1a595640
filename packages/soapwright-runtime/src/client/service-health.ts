/** What attempts say of the service, for the breaker and for limits that follow it. */

import { isHttpError } from "../errors/http-error";
import type { ErrorKind } from "../errors/kind";
import { isResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";
import type { LoadSign } from "../transport/adaptive";
import type { Health, Passage } from "../transport/breaker";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import type { Lane } from "./lanes";
import type { PreparedCall } from "./service-core";

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
  head: ResponseHead | undefined,
  error: ServiceError,
  begun: { readonly passage: Passage | undefined; readonly begunAt: number | undefined },
): void {
  const health = healthAfter(error);
  if (begun.passage !== undefined) lane.breaker?.end(begun.passage, health);
  if (begun.begunAt !== undefined) tellLoad(lane, error.kind === "busy" ? "throttled" : health, begun.begunAt);
  const { retryAfterHolds } = call.core.settings;
  if (retryAfterHolds === "call" || error.kind !== "busy") return;
  const askedMs = parseRetryAfter(head?.header("retry-after")) ?? 0;
  if (askedMs > 0) lane.gate.hold(Math.min(askedMs, LONGEST_HOLD), retryAfterHolds === "tenant" ? call : undefined);
}

/** A mistake in one response is not to stop all calls for a day. */
const LONGEST_HOLD = 60_000;

/** Tells the limits that follow the service. Undefined: the attempt says nothing. */
export function tellLoad({ adaptive, gate }: Lane, sign: LoadSign | undefined, begunAt: number): void {
  if (sign !== undefined) adaptive?.ended(sign, performance.now() - begunAt, gate.inside + 1);
}
