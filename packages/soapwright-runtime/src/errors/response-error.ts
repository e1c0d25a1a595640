import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import type { ErrorKind } from "./kind";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The response does not fit the contract for this call. */
export class ResponseError extends ServiceError {
  override readonly name = "ResponseError";
  readonly code = "RESPONSE";
  declare readonly reason: ResponseErrorReason;
  /** Path of the element in the response, for example `Envelope/Body/…/Order[2]/Id`. It never contains a value. */
  readonly path: string | undefined;
  /** Line in the decoded text of the response, counted from 1. */
  readonly line: number | undefined;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number | undefined;
  /** What came instead, where the message is about it: a content type, or the name of a header block. */
  readonly received: string | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions &
      Pick<ResponseError, "reason"> &
      Partial<Pick<ResponseError, "path" | "line" | "column" | "received">>,
  ) {
    super(message, options, { reason: options.reason, ...(DEFAULTS[options.reason] ?? BROKEN) });
    this.path = options.path;
    this.line = options.line;
    this.column = options.column;
    this.received = options.received;
  }
}

/** Why a response is rejected: see docs/errors.md. */
export type ResponseErrorReason = ReasonOf<"RESPONSE">;

/** A page in place of a response usually means a wrong address. */
const CHECK: readonly Advice[] = [{ action: "check", option: "endpoint" }];
const BROKEN = { kind: "broken", advice: [{ action: "report" }] } as const;
/** Other reasons are problems of the service. */
const DEFAULTS: {
  readonly [R in ResponseErrorReason]?: { readonly kind: ErrorKind; readonly advice?: readonly Advice[] };
} = {
  envelope: { kind: "broken", advice: CHECK },
  "header-not-understood": { kind: "broken", advice: CHECK },
  limit: { kind: "configuration" },
  "content-type": { kind: "configuration", advice: CHECK },
};

/** Returns whether `error` is a `ResponseError` of any copy of this package. */
export function isResponseError(error: unknown): error is ResponseError {
  return hasCode(error, "RESPONSE");
}
