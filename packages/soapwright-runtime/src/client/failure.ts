import type { Reader } from "../errors/advice";
import { ConfigurationError } from "../errors/configuration-error";
import { closed, happened, rewriteMessage, showInLogs } from "../errors/error-message";
import { adviceOnFault, FaultError, isFaultError } from "../errors/fault-error";
import { HttpError } from "../errors/http-error";
import { ERROR_KINDS, type ErrorKind } from "../errors/kind";
import { isResponseError } from "../errors/response-error";
import { REQUEST_ID_HEADERS, type ResponseHeaders, TECHNICAL_HEADERS } from "../errors/response-headers";
import { isServiceError, type ServiceError, withContext } from "../errors/service-error";
import { isTimeoutError } from "../errors/timeout-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import type { CallMessage } from "../soap/call-message";
import type { ResponseReader } from "../soap/response-reader";
import { printable } from "../text/printable";
import { offeredSchemes } from "../transport/challenges";
import type { ResponseHead } from "../transport/exchange";
import { captureStack, showCaller } from "./call-site";
import type { StartedCall } from "./client-state";
import { canMeanNamespace, NAMESPACE_ADVICE, NAMESPACE_HINT } from "./namespace-hint";
import type { ErrorRule } from "./option-types";

interface FailedAttempt {
  readonly head: ResponseHead | undefined;
  readonly reader?: ResponseReader | undefined;
}

/**
 * An error of another kind that one of `attemptInterceptors` threw. The caller receives `error` unchanged, without
 * retries.
 */
export class InterceptorError {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Returns `thrown` if it is an error of this package, else a `ConfigurationError` with `thrown` as its cause. */
export function asServiceError(thrown: unknown): ServiceError {
  if (isServiceError(thrown)) return thrown;
  return new ConfigurationError(
    "Something that the client was given failed while the call was under way. Its error is the cause.",
    { reason: "given-code-failed", option: "options", cause: thrown },
  );
}

/** Returns `error` with the kind from the user's rule. If the rule fails, returns an error about the rule. */
export function withErrorKind(error: ServiceError, rule: ErrorRule | undefined): ServiceError {
  if (rule === undefined || error.operation !== undefined || !Object.isExtensible(error)) return error;
  let kind: unknown;
  try {
    kind = ignoreRejection(rule(error));
  } catch (cause) {
    if (isServiceError(cause)) return cause;
    return new ConfigurationError("quirks.errorKind failed. Its error is the cause.", {
      reason: "error-kind-failed",
      option: "quirks.errorKind",
      cause,
    });
  }
  if (kind === undefined || kind === error.kind) return error;
  if (!ERROR_KINDS.includes(kind as ErrorKind)) {
    const kinds = ERROR_KINDS.join(", ");
    return new ConfigurationError(
      `quirks.errorKind returned ${kindOf(kind)} that is no kind of error. The kinds are ${kinds}.`,
      { reason: "error-kind-unknown", option: "quirks.errorKind", cause: error },
    );
  }
  Reflect.set(error, "kind", kind);
  if (isFaultError(error)) Reflect.set(error, "advice", adviceOnFault(kind as ErrorKind));
  return error;
}

/** Adds the failure of the last attempt and its advice, because a deadline error is not specific. */
export function explainDeadline(error: ServiceError, before: ServiceError | undefined, reader: Reader): void {
  if (before === undefined || isFaultError(before) || !isTimeoutError(error)) return;
  if (error.phase !== "deadline" && error.phase !== "signal") return;
  rewriteMessage(error, reader, {
    sentence: (text, name) => `${closed(text)} The attempt before it failed: ${happened(before, name)}`,
    ...(before.advice.length > 0 && { advice: before.advice }),
  });
}

/**
 * Completes the error with which a call rejects: adds the call, the number of attempts, the service's request id, and
 * the caller's stack.
 */
export function describeFailure<H>(
  call: StartedCall<H>,
  thrown: unknown,
  message: CallMessage | undefined,
  attempt: FailedAttempt | undefined,
): ServiceError {
  const { core, life, operation } = call;
  const error = asServiceError(thrown);
  // The error belongs to another call already, made by something that the user passed to this one, or it is frozen.
  if (error.operation !== undefined || !Object.isExtensible(error)) return error;
  const { soapVersion, reader } = core.settings;
  const { message: before } = error;
  if (call.settings.faultText) showInLogs(error);
  if (message !== undefined) maskNames(error, message, reader);
  const isExplained = explain(call, error, message, attempt);
  if (!isExplained && error instanceof FaultError && !core.policy.hasSucceeded && canMeanNamespace(error)) {
    rewriteMessage(error, reader, {
      sentence: (text) => `${closed(text)} ${NAMESPACE_HINT}`,
      advice: [NAMESPACE_ADVICE, ...error.advice],
    });
  }
  if (life.attempts > 1 && ["HTTP", "CONNECTION", "TIMEOUT"].includes(error.code)) {
    rewriteMessage(error, reader, { sentence: (text) => `${closed(text)} ${life.attempts} attempts were made.` });
  } else rewriteMessage(error, reader);
  const head = attempt?.head;
  const responseHeaders = head === undefined ? undefined : technicalHeaders(head, message);
  withContext(error, {
    operation: operation.name,
    endpoint: call.address.display,
    soapVersion,
    attempts: life.attempts,
    status: head?.status,
    requestId: head === undefined ? undefined : requestIdOf(head, message),
    responseHeaders,
  });
  // Where an answer of the service was read says nothing, so its stack is that of the call, and V8 makes the text when
  // somebody reads it. Frames of other errors may be those of something that the client was given.
  if (call.origin === undefined && (error instanceof FaultError || error instanceof HttpError))
    Error.captureStackTrace?.(error, describeFailure);
  else showCaller(error, call.origin ?? captureStack(describeFailure), before);
  return error;
}

/** Adds the explanation of the first feature that has one. Returns false if none has. */
function explain<H>(
  { features, core }: StartedCall<H>,
  error: ServiceError,
  message: CallMessage | undefined,
  attempt: FailedAttempt | undefined,
): boolean {
  for (const feature of features) {
    const found = feature.describe?.(error, attempt?.reader?.headers ?? {});
    if (found === undefined) continue;
    const said = printable(message?.mask(found.sentence) ?? found.sentence);
    rewriteMessage(error, core.settings.reader, {
      sentence: (text) => `${closed(text)} ${said}`,
      advice: found.advice,
    });
    return true;
  }
  return false;
}

/**
 * Masks credentials that the response repeats as names. Short ones stay, because they would match parts of this
 * package's own text.
 */
function maskNames(error: ServiceError, message: CallMessage, reader: Reader): void {
  if (!isResponseError(error)) return;
  const mask = message.secrets.namesMasker();
  rewriteMessage(error, reader, { sentence: mask });
  if (error.path !== undefined) Reflect.set(error, "path", mask(error.path));
  if (error.received !== undefined) Reflect.set(error, "received", mask(error.received));
}

const TECHNICAL: ReadonlySet<string> = new Set(TECHNICAL_HEADERS);

/** Returns the technical headers, masked, because a service may repeat credentials in any header. */
function technicalHeaders(head: ResponseHead, message: CallMessage | undefined): ResponseHeaders {
  const shown: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(head.headers)) {
    if (TECHNICAL.has(name)) shown[name] = (message?.mask(value) ?? value).slice(0, 256);
  }
  const cookies = head.cookies ?? [];
  const challenge = head.header("www-authenticate");
  if (challenge !== undefined) shown["www-authenticate"] = offeredSchemes(challenge).join(", ");
  // Cookies are not enumerable, so that only programs read them, because a session is a credential.
  return cookies.length === 0 ? shown : Object.defineProperty(shown, "set-cookie", { value: cookies });
}

export function requestIdOf(head: ResponseHead, message: CallMessage | undefined): string | undefined {
  const name = REQUEST_ID_HEADERS.find((each) => (head.header(each) ?? "") !== "");
  const value = name === undefined ? undefined : head.header(name);
  return value === undefined ? undefined : (message?.mask(value) ?? value).slice(0, 256);
}
