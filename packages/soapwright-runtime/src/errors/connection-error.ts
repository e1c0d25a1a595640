import type { ErrorSentence } from "./error-message";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/**
 * There was no complete response: DNS or TLS failed, or the connection was refused, reset, truncated or badly framed.
 */
export class ConnectionError extends ServiceError {
  override readonly name = "ConnectionError";
  readonly code = "CONNECTION";
  /** Whether the request may have reached the service. `no` means that retrying is safe. */
  readonly sent: "no" | "maybe";
  /**
   * Set if the client's circuit breaker is open, so that nothing was sent: since when, and the time of the next trial.
   */
  readonly breaker: { readonly since: Date; readonly nextTrial: Date } | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & Pick<ConnectionError, "sent"> & Partial<Pick<ConnectionError, "breaker">>,
  ) {
    super(message, options, {
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
