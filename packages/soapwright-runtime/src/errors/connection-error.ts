import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** No complete response arrived: DNS or TLS failed, or the connection was refused, reset, truncated or badly framed. */
export class ConnectionError extends ServiceError {
  override readonly name = "ConnectionError";
  readonly code = "CONNECTION";
  declare readonly reason: ReasonOf<"CONNECTION">;
  /** Whether the request may have reached the service. `no` means that retrying is safe. */
  readonly sent: "no" | "maybe";
  /**
   * The time since when the circuit breaker is open and the time of its next trial. Undefined unless an open breaker
   * prevented the request.
   */
  readonly breaker: { readonly since: Date; readonly nextTrial: Date } | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & Pick<ConnectionError, "sent"> & Partial<Pick<ConnectionError, "breaker" | "reason">>,
  ) {
    super(message, options, {
      reason: options.reason ?? "connection",
      kind: "unreachable",
      advice: [{ action: "check", option: "endpoint" }, { action: "check" }],
    });
    this.sent = options.sent;
    this.breaker = options.breaker;
  }
}

/** Returns whether `error` is a `ConnectionError` of any copy of this package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return hasCode(error, "CONNECTION");
}
