import type { ErrorSentence } from "./error-message";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The signal of the caller ended the call; `cause` is the reason of the signal. */
export class AbortError extends ServiceError {
  override readonly name = "AbortError";
  readonly code = "ABORTED";

  constructor(message: ErrorSentence, options: ServiceErrorOptions = {}) {
    super(message, options, { kind: "aborted" });
  }
}

/** Whether `error` is an `AbortError`, of this copy of the package or another. */
export function isAbortError(error: unknown): error is AbortError {
  return hasCode(error, "ABORTED");
}
