/** The base class of all errors of this package. */

import { ERROR_BRAND } from "../runtime-names";
import type { Advice } from "./advice";
import { type ErrorSentence, loggedMessage, messageFor } from "./error-message";
import type { ErrorKind } from "./kind";
import type { Reason } from "./reasons";
import type { ResponseHeaders } from "./response-headers";

/** The code of each class of errors, by which programs distinguish them. */
export type ErrorCode =
  | "CONFIGURATION"
  | "ARGUMENT"
  | "CONNECTION"
  | "TIMEOUT"
  | "ABORTED"
  | "HTTP"
  | "FAULT"
  | "RESPONSE"
  | "OVERLOADED";

/**
 * The call that an error belongs to. It contains no secrets or personal data: addresses are without user, query and
 * hash.
 */
interface CallContext {
  /** The operation's name in the WSDL. */
  readonly operation?: string | undefined;
  /** The address of the request. */
  readonly endpoint?: string | undefined;
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** The number of attempts that began; 0 if nothing was sent. */
  readonly attempts?: number | undefined;
  /** HTTP status of the last response. */
  readonly status?: number | undefined;
  /** The request's id, which the service or a gateway sent. */
  readonly requestId?: string | undefined;
  /** Technical headers of the last response: dates, lengths, ids. Names are in lower case. */
  readonly responseHeaders?: ResponseHeaders | undefined;
}

/** Constructor options of every error: its call, its cause and advice. */
export interface ServiceErrorOptions extends CallContext {
  readonly cause?: unknown;
  /** The meaning of the error for the caller. Default: derived from the class, the status or the fault. */
  readonly kind?: ErrorKind | undefined;
  /** Advice, likeliest first. The message ends with it. */
  readonly advice?: readonly Advice[] | undefined;
  /** A sentence that follows what happened: what was sent, or what another level of validation gives. */
  readonly outcome?: string | undefined;
  /** What happened without text of the service, for logs. Required if the message contains such text. */
  readonly logged?: string | undefined;
}

/**
 * Base class of every error that this package throws. Distinguish errors by class or by `code`; use the guards
 * (`isServiceError`, `isFaultError` …) if a process may load two copies of the package.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
  /** The exact reason: see docs/errors.md. It stays the same when the message changes. */
  readonly reason: Reason;
  /** The meaning of the error for the caller; see `ErrorKind`. */
  readonly kind: ErrorKind;
  /** Advice, likeliest first; may be empty. `message` contains it as text. */
  readonly advice: readonly Advice[];
  readonly operation: string | undefined;
  readonly endpoint: string | undefined;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  readonly attempts: number;
  /** HTTP status of the last response; undefined if there was none. */
  readonly status: number | undefined;
  /** The value of the response's `x-request-id` or a similar header; undefined if there is none. */
  readonly requestId: string | undefined;
  /**
   * Technical headers of the last response: dates, lengths, ids, the schemes of a 401. `set-cookie` is a list.
   * Undefined if there was no response.
   */
  readonly responseHeaders: ResponseHeaders | undefined;
  /** Name and code of `cause`, for logs that omit causes. Undefined if there is none. */
  readonly causedBy: string | undefined;

  /**
   * @param facts The reason, and kind and advice if `options` has none. The message omits this advice, which programs and the
   * command line read from `advice`.
   */
  protected constructor(
    sentence: ErrorSentence,
    options: ServiceErrorOptions,
    facts: { readonly reason: Reason; readonly kind: ErrorKind; readonly advice?: readonly Advice[] },
  ) {
    const { advice = facts.advice ?? NO_ADVICE } = options;
    const { message, keep } = messageFor(sentence, options);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    keep(this);
    this.reason = facts.reason;
    this.kind = options.kind ?? facts.kind;
    this.advice = advice;
    this.operation = options.operation;
    this.endpoint = options.endpoint;
    this.soapVersion = options.soapVersion;
    this.attempts = options.attempts ?? 0;
    this.status = options.status;
    this.requestId = options.requestId;
    this.responseHeaders = options.responseHeaders;
    this.causedBy = options.cause === undefined ? undefined : Object.values(kindOfCause(options.cause)).join(" ");
    Object.defineProperty(this, ERROR_BRAND, { value: true });
  }

  /** Hides a property with text of the service, which may contain personal data, from logs and `console`. */
  protected hide(property: string): void {
    Object.defineProperty(this, property, { enumerable: false });
  }

  /**
   * Returns the properties that a log needs: the error's own, name and message, and the kind of its cause. Omits text
   * of the service, which may contain personal data, unless the client's option `expose.faultText` is set.
   */
  toJSON(): { [property: string]: unknown } {
    const shown: { [property: string]: unknown } = { name: this.name, code: this.code, message: loggedMessage(this) };
    for (const [property, value] of Object.entries(this)) {
      if (value !== undefined && value !== NO_ADVICE && !NOT_LOGGED.has(property)) shown[property] = value;
    }
    if (this.cause !== undefined) shown.cause = kindOfCause(this.cause);
    return shown;
  }
}

const NO_ADVICE: readonly Advice[] = [];

const NOT_LOGGED: ReadonlySet<string> = new Set(["name", "code", "causedBy"]);

/** The message is omitted, because a credential function or another package may have put secrets into it. */
function kindOfCause(cause: unknown): { readonly name: string; readonly code?: string | number } {
  if (!isErrorLike(cause)) return { name: cause === null ? "null" : typeof cause };
  const { name, code } = cause;
  return typeof code === "string" || typeof code === "number" ? { name, code } : { name };
}

/** Errors of another realm, such as a test's or a worker's, are not instances of this realm's `Error`. */
function isErrorLike(value: unknown): value is { readonly name: string; readonly code?: unknown } {
  if (typeof value !== "object" || value === null) return false;
  return typeof Reflect.get(value, "name") === "string" && typeof Reflect.get(value, "message") === "string";
}

/** Returns whether `error` is a `ServiceError` of any copy of this package. With `code`, it must have this code too. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === "object" && error !== null && Reflect.get(error, ERROR_BRAND) === true;
}

/**
 * Returns whether the service did not accept the credentials of the call: status 401, or such a fault. Get new
 * credentials or sign in again. A caller who is authenticated but lacks permission gets the kind `not-permitted`.
 */
export function isAuthenticationError(error: unknown): error is ServiceError {
  return isServiceError(error) && error.kind === "refused";
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isServiceError(error) && error.code === code;
}

/** Completes `error` with the call that it belongs to. Keeps values that it already has. */
export function withContext<E extends ServiceError>(error: E, context: CallContext): E {
  for (const [property, value] of Object.entries(context)) {
    const isNew = property === "attempts" || Reflect.get(error, property) === undefined;
    if (isNew && value !== undefined) Reflect.set(error, property, value);
  }
  return error;
}
