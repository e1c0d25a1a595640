/** What a failed call says about the calls to come. */

import type { ErrorKind, ServiceError } from "soapwright-runtime";
import {
  isConnectionError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
} from "soapwright-runtime";
import { parseRetryAfter } from "soapwright-runtime/internal";

/** `failure`: of this input alone. `refusal`: of the caller. `trouble`: the service or the way to it is not well. */
export type Verdict =
  | { readonly kind: "failure" }
  | { readonly kind: "refusal"; readonly reason: string }
  | {
      readonly kind: "trouble";
      /** What the service asks for. */
      readonly retryAfterMs: number | undefined;
      /** The service as a whole: no single input can be the cause. */
      readonly isDown: boolean;
      /** The request can have been carried out. */
      readonly isSent: boolean;
    };

/** What the kind of an error says of other calls. */
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

/** Judges what a call has rejected with. */
export function judge(error: unknown): Verdict {
  if (!isServiceError(error)) return { kind: "failure" };
  const isConnecting = isTimeoutError(error) && error.phase === "connect";
  const verdict = isOfOneInput(error) ? "failure" : VERDICTS[error.kind];
  if (verdict === "failure") return { kind: "failure" };
  if (verdict === "refusal" && !isConnectionError(error)) return { kind: "refusal", reason: reasonOf(error) };
  const isSent = !isConnecting && !(isConnectionError(error) && error.sent === "no") && error.code !== "OVERLOADED";
  return {
    kind: "trouble",
    retryAfterMs: isHttpError(error) ? error.retryAfterMs : parseRetryAfter(error.responseHeaders?.["retry-after"]),
    // A lost connection may be the fault of the input that it carried.
    isDown: isConnectionError(error) ? !isSent : isConnecting || verdict === "down",
    isSent,
  };
}

/** A response that is wrong may be wrong for this input alone, and so may what the service makes of a request. */
function isOfOneInput(error: ServiceError): boolean {
  if (isResponseError(error)) return error.reason !== "content-type";
  return isHttpError(error) && error.kind === "broken" && error.status !== 500;
}

function reasonOf(error: ServiceError): string {
  if (isHttpError(error)) return `HTTP status ${error.status}`;
  if (isFaultError(error)) {
    const codes = [error.fault.code, ...error.fault.subcodes].map(({ local }) => local);
    return `a fault (${codes.join(", ")}) that says that the caller is not accepted`;
  }
  // A proxy or a login in front of the service sends a page of its own under status 200.
  return isResponseError(error) ? "a response that is not SOAP" : error.message;
}
