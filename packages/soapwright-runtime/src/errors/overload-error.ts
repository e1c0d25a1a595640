import type { ErrorSentence } from "./error-message";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** More calls wait for their turn than `maxQueued` allows. Nothing was sent. */
export class OverloadError extends ServiceError {
  override readonly name = "OverloadError";
  readonly code = "OVERLOADED";
  /** Calls that waited when this one came. */
  readonly queued: number;
  /** The limit. */
  readonly maxQueued: number;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & { readonly queued: number; readonly maxQueued: number },
  ) {
    super(message, options, { kind: "busy" });
    this.queued = options.queued;
    this.maxQueued = options.maxQueued;
  }
}

/** Whether `error` is an `OverloadError`, of this copy of the package or another. */
export function isOverloadError(error: unknown): error is OverloadError {
  return hasCode(error, "OVERLOADED");
}
