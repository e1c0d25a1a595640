import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import type { ErrorKind } from "./kind";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The response does not fit the contract for this call. */
export class ResponseError extends ServiceError {
  override readonly name = "ResponseError";
  readonly code = "RESPONSE";
  readonly reason: ResponseErrorReason;
  /** Path of the element in the response, for example `Envelope/Body/…/Order[2]/Id`. It never contains a value. */
  readonly path: string | undefined;
  /** Line in the decoded text of the response, counted from 1. */
  readonly line: number | undefined;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number | undefined;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions &
      Pick<ResponseError, "reason"> &
      Partial<Pick<ResponseError, "path" | "line" | "column">>,
  ) {
    super(message, options, DEFAULTS[options.reason]);
    this.reason = options.reason;
    this.path = options.path;
    this.line = options.line;
    this.column = options.column;
  }
}

/**
 * Why a response is rejected. `xml`: not well-formed, a DTD, or bytes invalid in their encoding; `envelope`: not the
 * expected SOAP message; `value`: does not fit the schema; `limit`: over the limit in the message; `content-type` and
 * `content-encoding`: not one that SOAP or this client reads; `attachment`: the parts of a multipart body, or a
 * reference to one; `security`: rejected by a feature that verifies responses.
 */
export type ResponseErrorReason =
  | "xml"
  | "envelope"
  | "value"
  | "limit"
  | "content-type"
  | "content-encoding"
  | "attachment"
  | "security";

/** A page in place of a response usually means a wrong address. */
const CHECK: readonly Advice[] = [{ action: "check", option: "endpoint" }];
const BROKEN = { kind: "broken", advice: [{ action: "report" }] } as const;
const DEFAULTS: {
  readonly [R in ResponseErrorReason]: { readonly kind: ErrorKind; readonly advice?: readonly Advice[] };
} = {
  xml: BROKEN,
  envelope: { kind: "broken", advice: CHECK },
  value: BROKEN,
  limit: { kind: "configuration" },
  "content-type": { kind: "configuration", advice: CHECK },
  "content-encoding": BROKEN,
  attachment: BROKEN,
  security: BROKEN,
};

/** Returns whether `error` is a `ResponseError` of any copy of this package. */
export function isResponseError(error: unknown): error is ResponseError {
  return hasCode(error, "RESPONSE");
}
