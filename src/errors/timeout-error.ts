import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** Connecting, an attempt or the whole call took longer than its limit. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
  readonly code = "TIMEOUT";
  /** `connect`: `connectTimeoutMs`; `attempt`: `timeoutMs`; `deadline`: `deadlineMs`. */
  readonly phase: "connect" | "attempt" | "deadline";
  /** The limit that was exceeded, in milliseconds. */
  readonly timeoutMs: number;

  constructor(
    message: string,
    options: ServiceErrorOptions & { readonly phase: "connect" | "attempt" | "deadline"; readonly timeoutMs: number },
  ) {
    super(message, options);
    this.phase = options.phase;
    this.timeoutMs = options.timeoutMs;
  }
}

/** Whether `error` is a `TimeoutError`, of this copy of the package or another. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return hasCode(error, "TIMEOUT");
}
