/** What a failed call says about the calls to come. */
import {
  isConnectionError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
  parseRetryAfter,
} from "../door";

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

/** Statuses of a service that is not well, or is asked too much. */
const TROUBLE = new Set([408, 429, 500, 502, 503, 504]);
/** Those that no single request can be the cause of. */
const DOWN = new Set([429, 502, 503, 504]);

/** Codes of WS-Security (and similar) for callers who are refused. */
const REFUSING_CODE =
  /^(?:.*\.)?(?:Failed(?:Authentication|Check)|Invalid(?:Security(?:Token)?|Credentials?)|SecurityTokenUnavailable|Unauthori[sz]ed|Authentication(?:Failed|Error|Failure)?|Authori[sz]ation(?:Failed|Error|Failure)?|AccessDenied|Forbidden|NotAuthori[sz]ed|AccountLocked)$/i;
/** What reasons of faults say where a service has no codes for it. */
const REFUSING_WORDS: readonly RegExp[] = [
  /\b(?:un|not |in)auth(?:ori[sz]ed|enticated)\b/i,
  /\b(?:authentication|authori[sz]ation|log-?in|logon|sign-?in)\b.{0,40}\b(?:fail(?:ed|ure)?|invalid|incorrect|wrong|denied|required|expired|refused|missing)\b/i,
  /\b(?:invalid|incorrect|wrong|expired|missing|bad)\b.{0,30}\b(?:credentials?|user ?name|password|token|api[- ]?key|log-?in)\b/i,
  /\b(?:credentials?|user ?name|password|token|api[- ]?key)\b.{0,40}\b(?:invalid|incorrect|wrong|expired|revoked|missing)\b/i,
  /\baccess\b.{0,20}\b(?:denied|forbidden)\b|\bpermission denied\b/i,
  /\baccount\b.{0,30}\b(?:locked|disabled|blocked)\b/i,
];

function isRefusal(codes: readonly string[], httpStatus: number, reason: string): boolean {
  if (httpStatus === 401 || httpStatus === 403 || codes.some((code) => REFUSING_CODE.test(code))) return true;
  const words = reason.slice(0, 1_000);
  return REFUSING_WORDS.some((pattern) => pattern.test(words));
}

/** Judges what a call has rejected with. */
export function judge(error: unknown): Verdict {
  if (!isServiceError(error)) return { kind: "failure" };
  if (isFaultError(error)) {
    const { fault, httpStatus } = error;
    const codes = [fault.code, ...fault.subcodes].map(({ local }) => local);
    if (isRefusal(codes, httpStatus, fault.reason))
      return { kind: "refusal", reason: `a fault (${codes.join(", ")}) that says that the caller is not accepted` };
    if (!DOWN.has(httpStatus)) return { kind: "failure" };
    return {
      kind: "trouble",
      retryAfterMs: parseRetryAfter(error.responseHeaders?.["retry-after"]),
      isDown: true,
      isSent: true,
    };
  }
  if (isHttpError(error)) {
    const { status, retryAfterMs } = error;
    if (TROUBLE.has(status)) return { kind: "trouble", retryAfterMs, isDown: DOWN.has(status), isSent: true };
    // Operations of SOAP fail by faults: any other status is about who asks, and where.
    return status >= 300 && status < 500 ? { kind: "refusal", reason: `HTTP status ${status}` } : { kind: "failure" };
  }
  if (isConnectionError(error))
    return { kind: "trouble", retryAfterMs: undefined, isDown: error.sent === "no", isSent: error.sent !== "no" };
  if (isTimeoutError(error)) {
    const isConnecting = error.phase === "connect";
    return { kind: "trouble", retryAfterMs: undefined, isDown: isConnecting, isSent: !isConnecting };
  }
  // A proxy or a login in front of the service sends a page of its own under status 200.
  if (isResponseError(error) && error.reason === "content-type")
    return { kind: "refusal", reason: "a response that is not SOAP" };
  return error.code === "CONFIGURATION" ? { kind: "refusal", reason: error.message } : { kind: "failure" };
}
