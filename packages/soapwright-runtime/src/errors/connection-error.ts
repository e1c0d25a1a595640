import type { ErrorSentence } from "./error-message";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** DNS, TLS, refused, reset, truncated or badly framed: there was no complete response. */
export class ConnectionError extends ServiceError {
  override readonly name = "ConnectionError";
  readonly code = "CONNECTION";
  /** Whether the request can have reached the service: `no` means that repeating it is safe. */
  readonly sent: "no" | "maybe";
  /** Set where the client's own breaker is open, so that nothing was sent: since when, and when a trial is next. */
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

/** Whether `error` is a `ConnectionError`, of this copy of the package or another. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return hasCode(error, "CONNECTION");
}
