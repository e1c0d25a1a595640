import type { ErrorSentence } from "./error-message";
import { kindOfStatus } from "./kind";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/**
 * The service responded with a status and no SOAP fault that could be read, or with a redirect: redirects are never followed.
 */
export class HttpError extends ServiceError {
  override readonly name = "HttpError";
  readonly code = "HTTP";
  declare readonly reason: ReasonOf<"HTTP">;
  override readonly status: number;
  /** The target of a redirect, without user, query and hash. */
  readonly location: string | undefined;
  /**
   * The beginning of the body as text, with control characters escaped; undefined if the body is a well-formed
   * envelope. Logs omit it.
   */
  readonly excerpt: string | undefined;
  /** The delay from `Retry-After`, in milliseconds after the response; undefined if there was no such header. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions &
      Pick<HttpError, "status"> &
      Partial<Pick<HttpError, "location" | "excerpt" | "retryAfterMs" | "reason">>,
  ) {
    super(message, options, { reason: options.reason ?? "status", kind: kindOfStatus(options.status) });
    this.status = options.status;
    this.location = options.location;
    this.excerpt = options.excerpt;
    this.hide("excerpt");
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Returns whether `error` is an `HttpError` of any copy of this package. */
export function isHttpError(error: unknown): error is HttpError {
  return hasCode(error, "HTTP");
}
