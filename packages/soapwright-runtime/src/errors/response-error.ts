import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import type { ErrorKind } from "./kind";
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
    message: ErrorSentence,
    options: ServiceErrorOptions & {
      readonly reason: ResponseErrorReason;
      readonly path?: string | undefined;
      readonly line?: number | undefined;
      readonly column?: number | undefined;
    },
  ) {
    super(message, options, DEFAULTS[options.reason]);
    this.reason = options.reason;
    this.path = options.path;
    this.line = options.line;
    this.column = options.column;
  }
}

/**
 * `xml`: not well-formed, a DTD, or bytes that are not the encoding; `envelope`: not the SOAP message expected; `value`:
 * does not fit the schema; `limit`: over a limit that the message names; `content-type` and `content-encoding`: not one
 * that SOAP or this client reads; `attachment`: the parts of a multipart body, or a reference to one of them; `security`: not
 * signed as `security.verify` asks for.
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

const ADDRESS: readonly Advice[] = [{ action: "check", option: "endpoint" }];
const REPORT: readonly Advice[] = [{ action: "report" }];

/** A page in the place of a response comes from another address; what is of the service's own making is for who runs it. */
const DEFAULTS: {
  readonly [R in ResponseErrorReason]: { readonly kind: ErrorKind; readonly advice?: readonly Advice[] };
} = {
  xml: { kind: "broken", advice: REPORT },
  envelope: { kind: "broken", advice: ADDRESS },
  value: { kind: "broken", advice: REPORT },
  limit: { kind: "configuration" },
  "content-type": { kind: "configuration", advice: ADDRESS },
  "content-encoding": { kind: "broken", advice: REPORT },
  attachment: { kind: "broken", advice: REPORT },
  security: { kind: "broken", advice: [{ action: "check", option: "security.verify" }] },
};

/** Whether `error` is a `ResponseError`, of this copy of the package or another. */
export function isResponseError(error: unknown): error is ResponseError {
  return hasCode(error, "RESPONSE");
}
