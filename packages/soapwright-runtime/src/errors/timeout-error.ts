import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The phase of a call that exceeded its time limit. */
export type TimeoutPhase = "connect" | "attempt" | "deadline" | "consumer" | "signal";

/** A step took longer than its time limit. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
  readonly code = "TIMEOUT";
  declare readonly reason: ReasonOf<"TIMEOUT">;
  /**
   * The phase that exceeded its limit. `connect`: `connections.connectTimeoutMs`; `attempt`: `timeoutMs`; `deadline`: `deadlineMs`;
   * `consumer`: `limits.streamIdleMs`; `signal`: the time limit of the caller's signal, for example `AbortSignal.timeout()`.
   */
  readonly phase: TimeoutPhase;
  /** The exceeded limit, in milliseconds. For `signal`, whose limit is unknown, the time since the call began. */
  readonly timeoutMs: number;

  constructor(message: ErrorSentence, options: ServiceErrorOptions & Pick<TimeoutError, "phase" | "timeoutMs">) {
    super(message, options, { reason: REASONS[options.phase], kind: "timeout" });
    this.phase = options.phase;
    this.timeoutMs = options.timeoutMs;
  }
}

const REASONS = {
  connect: "timeout-connect",
  attempt: "timeout-attempt",
  deadline: "timeout-deadline",
  consumer: "timeout-consumer",
  signal: "timeout-signal",
} as const;

/** Returns whether `error` is a `TimeoutError` of any copy of this package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return hasCode(error, "TIMEOUT");
}
