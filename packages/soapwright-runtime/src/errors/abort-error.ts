import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The caller's signal ended the call, for another reason than a time-out. `cause` is the signal's reason. */
export class AbortError extends ServiceError {
  override readonly name = "AbortError";
  readonly code = "ABORTED";
  declare readonly reason: ReasonOf<"ABORTED">;

  constructor(message: ErrorSentence, options: ServiceErrorOptions & Partial<Pick<AbortError, "reason">> = {}) {
    super(message, options, { reason: options.reason ?? "aborted", kind: "aborted" });
  }
}

/** Returns whether `error` is an `AbortError` of any copy of this package. */
export function isAbortError(error: unknown): error is AbortError {
  return hasCode(error, "ABORTED");
}
