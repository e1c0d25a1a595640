/** The one base of all errors of this package, and what is common to them. */

import { ERROR_BRAND } from "../runtime-names";
import type { Advice } from "./advice";
import { type ErrorSentence, loggedMessage, tell } from "./error-message";
import type { ErrorKind } from "./kind";
import type { ResponseHeaders } from "./response-headers";

/** One for each class of errors: what a program can tell them apart by. */
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

/** Which call an error belongs to. Nothing here is a secret or personal: addresses come without user, query and hash. */
export interface CallContext {
  /** Name of the operation as the WSDL has it. */
  readonly operation?: string | undefined;
  /** Address posted to. */
  readonly endpoint?: string | undefined;
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** Requests that were started: 0 when nothing was sent. */
  readonly attempts?: number | undefined;
  /** HTTP status of the last response. */
  readonly status?: number | undefined;
  /** What the service or a gateway calls the request. */
  readonly requestId?: string | undefined;
  /** Headers of the last response that are technical: dates, lengths, ids. Names in lower case. */
  readonly responseHeaders?: ResponseHeaders | undefined;
}

/** What every error is made with: the call it belongs to, what caused it, and what may help. */
export interface ServiceErrorOptions extends CallContext {
  readonly cause?: unknown;
  /** What it means for whoever called. Default: what its class, its status or its fault says. */
  readonly kind?: ErrorKind | undefined;
  /** What may help, the likeliest first. `message` ends with it in words. */
  readonly advice?: readonly Advice[] | undefined;
  /** What happened without the words of the service, for logs, where the message has some. */
  readonly logged?: string | undefined;
}

/** What follows from an error's class where whoever makes it says nothing else. */
export interface ClassDefaults {
  readonly kind: ErrorKind;
  /** Known to programs and to the command. A client's message has no words for it. */
  readonly advice?: readonly Advice[];
}

/**
 * Base of every error that this package throws. Use the class, or `code`, to tell the causes apart; use the guards
 * (`isServiceError`, `isFaultError` …) where two copies of the package may meet.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
  /** What the error means for whoever called: what to decide by. See `ErrorKind`. */
  readonly kind: ErrorKind;
  /** What may help, the likeliest first; empty when nothing is known. `message` has it in words. */
  readonly advice: readonly Advice[];
  readonly operation: string | undefined;
  readonly endpoint: string | undefined;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  readonly attempts: number;
  /** HTTP status of the last response; undefined when there was none. */
  readonly status: number | undefined;
  /** The response's `x-request-id` or a similar header; undefined when there was no response, or none of them in it. */
  readonly requestId: string | undefined;
  /**
   * Headers of the last response that are technical: dates, lengths, ids, what a 401 offers. `set-cookie` is a list.
   * Undefined when there was no response.
   */
  readonly responseHeaders: ResponseHeaders | undefined;
  /** Name and code of `cause`, for logs that do not show causes. Undefined when there is none. */
  readonly causedBy: string | undefined;

  protected constructor(sentence: ErrorSentence, options: ServiceErrorOptions, defaults: ClassDefaults) {
    const { advice = defaults.advice ?? NO_ADVICE } = options;
    const { message, keep } = tell(sentence, options.advice, options.logged);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    keep(this);
    this.kind = options.kind ?? defaults.kind;
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

  /** Keeps words of the service, which may be about a person, out of what logs and `console` show. */
  protected hide(property: string): void {
    Object.defineProperty(this, property, { enumerable: false });
  }

  /**
   * What a log needs: the error's own properties with name and message, of its cause the kind alone. What the service said, which
   * may be about a person, is not in it, unless the client's option `faultText` asks for it.
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

/** Said already. */
const NOT_LOGGED: ReadonlySet<string> = new Set(["name", "code", "causedBy"]);

/** Name and code of a cause: its message may repeat what a credential function or another package has put into it. */
function kindOfCause(cause: unknown): { readonly name: string; readonly code?: string | number } {
  if (!isErrorLike(cause)) return { name: cause === null ? "null" : typeof cause };
  const { name, code } = cause;
  return typeof code === "string" || typeof code === "number" ? { name, code } : { name };
}

/** Errors of another realm, a test's or a worker's, are no instances of this one's. */
function isErrorLike(value: unknown): value is { readonly name: string; readonly code?: unknown } {
  if (typeof value !== "object" || value === null) return false;
  return typeof Reflect.get(value, "name") === "string" && typeof Reflect.get(value, "message") === "string";
}

/** Whether `error` is one of this package's errors, from this or another copy of it; `code` narrows further. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === "object" && error !== null && Reflect.get(error, ERROR_BRAND) === true;
}

/**
 * Whether the service did not accept the credentials of the call: status 401, or a fault that says so. Ask for new ones,
 * or sign in again. Whoever is known and may not do something gets the kind `not-permitted` instead.
 */
export function isAuthenticationError(error: unknown): error is ServiceError {
  return isServiceError(error) && error.kind === "refused";
}

/** A guard for the class with this `code`. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isServiceError(error) && error.code === code;
}

/** Fills in which call `error` belongs to, where its thrower could not know. Returns `error`. */
export function withContext<E extends ServiceError>(error: E, context: CallContext): E {
  const target = error as { -readonly [K in keyof CallContext]: CallContext[K] };
  target.operation ??= context.operation;
  target.endpoint ??= context.endpoint;
  target.soapVersion ??= context.soapVersion;
  target.status ??= context.status;
  target.requestId ??= context.requestId;
  target.responseHeaders ??= context.responseHeaders;
  if (context.attempts !== undefined) target.attempts = context.attempts;
  return error;
}
