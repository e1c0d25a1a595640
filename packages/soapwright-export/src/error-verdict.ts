import {
  type ErrorKind,
  isConnectionError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { parseRetryAfter } from "soapwright-runtime/http";
import { errorCode } from "./export-error";

/**
 * The verdict on a failed call, by which the next calls are made. `failure`: the input has failed. `refusal`: the service refuses the caller. `trouble`: service or network has a
 * problem.
 */
export type Verdict =
  | { readonly kind: "failure" }
  | { readonly kind: "refusal"; readonly reason: string | undefined }
  | {
      readonly kind: "trouble";
      /** The wait that the service requests, in milliseconds. */
      readonly retryAfterMs: number | undefined;
      /** If the service is down, no single input can be the cause. */
      readonly isDown: boolean;
      /** The client's own limits delayed the call, which says nothing about the service. */
      readonly isHeld: boolean;
      readonly isSent: boolean;
    };

const VERDICTS: { readonly [K in ErrorKind]: "failure" | "refusal" | "down" | "trouble" } = {
  configuration: "refusal",
  refused: "refusal",
  "not-permitted": "refusal",
  busy: "down",
  unreachable: "down",
  broken: "trouble",
  timeout: "trouble",
  "not-found": "failure",
  rejected: "failure",
  argument: "failure",
  aborted: "failure",
};

export function judge(error: unknown): Verdict {
  if (!isServiceError(error)) return { kind: "failure" };
  const isConnecting = isTimeoutError(error) && error.phase === "connect";
  const verdict = isOfOneInput(error) ? "failure" : VERDICTS[error.kind];
  if (verdict === "failure") return { kind: "failure" };
  if (verdict === "refusal" && !isConnectionError(error)) return { kind: "refusal", reason: reasonOf(error) };
  // A call that reached its deadline, or its signal's, in the client's queue has made no attempt.
  const isHeld =
    error.code === "OVERLOADED" ||
    (isTimeoutError(error) && (error.phase === "deadline" || error.phase === "signal") && error.attempts === 0);
  const isSent = !isConnecting && !isHeld && !(isConnectionError(error) && error.sent === "no");
  return {
    kind: "trouble",
    retryAfterMs: waitOf(error),
    // A lost connection may be caused by the input of its request.
    isDown: isConnectionError(error) ? !isSent : isConnecting || isHeld || verdict === "down",
    isHeld,
    isSent,
  };
}

/** The wait is the service's request, or the time until the client's breaker tries again. */
function waitOf(error: ServiceError): number | undefined {
  if (isConnectionError(error) && error.breaker !== undefined) {
    return Math.max(1, error.breaker.nextTrial.getTime() - Date.now());
  }
  return isHttpError(error) ? error.retryAfterMs : parseRetryAfter(error.responseHeaders?.["retry-after"]);
}

/** One input alone may cause a wrong response, or an HTTP error other than 500. */
function isOfOneInput(error: ServiceError): boolean {
  if (isResponseError(error)) return error.reason !== "content-type";
  return isHttpError(error) && error.kind === "broken" && error.status !== 500;
}

/** Undefined where the message of the error says it. */
function reasonOf(error: ServiceError): string | undefined {
  if (isHttpError(error)) return `HTTP status ${error.status}`;
  if (isFaultError(error)) {
    const codes = [error.fault.code, ...error.fault.subcodes].map(({ local }) => local);
    return `a fault (${codes.join(", ")}) that says that the caller is not accepted`;
  }
  // A proxy or a login page in front of the service responds with its own page and status 200.
  return isResponseError(error) ? "a response that is not SOAP" : undefined;
}

/** No server listens, or the host is unknown. Until a call has succeeded these codes count as a typing error. */
const NOBODY: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Waiting cannot fix a certificate, a proxy or a wrong address. */
export function isPermanent(error: unknown): boolean {
  if (!isConnectionError(error) || error.sent !== "no") return false;
  return error.kind === "configuration" || NOBODY.has(errorCode(error.cause));
}
