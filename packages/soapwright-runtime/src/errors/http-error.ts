import type { ErrorSentence } from "./error-message";
import { kindOfStatus } from "./kind";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** A status without a SOAP fault in the body, or any redirect: redirects are never followed. */
export class HttpError extends ServiceError {
  override readonly name = "HttpError";
  readonly code = "HTTP";
  override readonly status: number;
  /** Where a redirect pointed, without user, query and hash. */
  readonly location: string | undefined;
  /** The start of the body as text, control characters escaped; absent when the body is a well-formed envelope. Logs do not show it. */
  readonly excerpt: string | undefined;
  /** What `Retry-After` asked for, in milliseconds after the response. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & {
      readonly status: number;
      readonly location?: string | undefined;
      readonly excerpt?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super(message, options, { kind: kindOfStatus(options.status) });
    this.status = options.status;
    this.location = options.location;
    this.excerpt = options.excerpt;
    this.hide("excerpt");
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Whether `error` is a `HttpError`, of this copy of the package or another. */
export function isHttpError(error: unknown): error is HttpError {
  return hasCode(error, "HTTP");
}
