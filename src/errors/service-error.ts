/** The one base of all errors of this package, and what is common to them. */

export type ErrorCode =
  | "CONFIGURATION"
  | "ARGUMENT"
  | "CONNECTION"
  | "TIMEOUT"
  | "ABORTED"
  | "HTTP"
  | "FAULT"
  | "RESPONSE";

/** Which call an error belongs to. Nothing here is a secret or personal: addresses come without user, query and hash. */
export interface CallContext {
  /** Name of the operation as the WSDL has it. */
  readonly operation?: string | undefined;
  /** Address posted to. */
  readonly endpoint?: string | undefined;
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** Requests that were started: 0 when nothing was sent. */
  readonly attempts?: number | undefined;
}

/** What every error is made with: the call it belongs to, and what caused it. */
export interface ServiceErrorOptions extends CallContext {
  readonly cause?: unknown;
}

/** The same in every copy of this package, so that guards work across copies. */
const brand = Symbol.for("employee-service-client.error");

/**
 * Base of every error that this package throws. Use the class, or `code`, to tell the causes apart; use the guards
 * (`isServiceError`, `isFaultError` …) where two copies of the package may meet.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
  readonly operation: string | undefined;
  readonly endpoint: string | undefined;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  readonly attempts: number;

  protected constructor(message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.operation = options.operation;
    this.endpoint = options.endpoint;
    this.soapVersion = options.soapVersion;
    this.attempts = options.attempts ?? 0;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether `error` is one of this package's errors, from this or another copy of it; `code` narrows further. */
export function isServiceError(error: unknown): error is ServiceError {
  return typeof error === "object" && error !== null && (error as { [brand]?: unknown })[brand] === true;
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
  if (context.attempts !== undefined) target.attempts = context.attempts;
  return error;
}
