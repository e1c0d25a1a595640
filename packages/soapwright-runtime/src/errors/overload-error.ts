import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The queue is full: more calls wait than `limits.queued` allows. Nothing was sent. */
export class OverloadError extends ServiceError {
  override readonly name = "OverloadError";
  readonly code = "OVERLOADED";
  declare readonly reason: ReasonOf<"OVERLOADED">;
  /** The number of calls in the queue. */
  readonly queued: number;
  /** The limit of the queue. */
  readonly maxQueued: number;

  constructor(message: ErrorSentence, options: ServiceErrorOptions & Pick<OverloadError, "queued" | "maxQueued">) {
    super(message, options, { reason: "queue-full", kind: "busy" });
    this.queued = options.queued;
    this.maxQueued = options.maxQueued;
  }
}

/** Returns whether `error` is an `OverloadError` of any copy of this package. */
export function isOverloadError(error: unknown): error is OverloadError {
  return hasCode(error, "OVERLOADED");
}
