import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** The response is not what the contract describes for this call. */
export class ResponseError extends ServiceError {
  override readonly name = "ResponseError";
  readonly code = "RESPONSE";
  readonly reason: ResponseErrorReason;
  /** Element path in the response, for example `Envelope/Body/…/Order[2]/Id`; never a value. */
  readonly path: string | undefined;
  /** Line in the decoded text of the response, from 1. */
  readonly line: number | undefined;
  /** Column in UTF-16 code units, from 1. */
  readonly column: number | undefined;

  constructor(
    message: string,
    options: ServiceErrorOptions & {
      readonly reason: ResponseErrorReason;
      readonly path?: string | undefined;
      readonly line?: number | undefined;
      readonly column?: number | undefined;
    },
  ) {
    super(message, options);
    this.reason = options.reason;
    this.path = options.path;
    this.line = options.line;
    this.column = options.column;
  }
}

/**
 * `xml`: not well-formed, a DTD, or bytes that are not the encoding; `envelope`: not the SOAP message expected; `value`:
 * does not fit the schema; `limit`: over a limit that the message names; `content-type` and `content-encoding`: not one
 * that SOAP or this client reads.
 */
export type ResponseErrorReason = "xml" | "envelope" | "value" | "limit" | "content-type" | "content-encoding";

/** Whether `error` is a `ResponseError`, of this copy of the package or another. */
export function isResponseError(error: unknown): error is ResponseError {
  return hasCode(error, "RESPONSE");
}
