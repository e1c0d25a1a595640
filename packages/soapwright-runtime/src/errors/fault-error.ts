import { printable } from "../text/printable";
import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import { type ErrorKind, kindOfFault } from "./kind";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/**
 * A SOAP 1.1 or 1.2 fault in one shape. Names and codes come from the service. Its texts outside the detail are cut
 * after 100,000 characters in all.
 */
export interface Fault<Detail = FaultDetail> {
  /** SOAP 1.1 `faultcode` or SOAP 1.2 `Code/Value`: the local name and, where its prefix was bound, its namespace. */
  readonly code: { readonly namespace: string; readonly local: string };
  /** SOAP 1.2 `Subcode` values, from the outer to the inner; empty for SOAP 1.1. */
  readonly subcodes: readonly { readonly namespace: string; readonly local: string }[];
  /** SOAP 1.1 `faultstring` or the first SOAP 1.2 `Reason/Text`. */
  readonly reason: string;
  /** Each SOAP 1.2 `Reason/Text` with its `xml:lang`, in order, at most 64; absent for SOAP 1.1. */
  readonly reasons?: readonly { readonly lang: string | undefined; readonly text: string }[];
  /** Header blocks of the request that the service does not understand, from its SOAP 1.2 `NotUnderstood` blocks. */
  readonly notUnderstood?: readonly { readonly namespace: string; readonly local: string }[];
  /** Envelopes that the service understands, preferred first, from its SOAP 1.2 `Upgrade` block. */
  readonly upgrade?: readonly { readonly namespace: string; readonly local: string }[];
  /** SOAP 1.1 `faultactor`. */
  readonly actor: string | undefined;
  /** SOAP 1.2 `Node`. */
  readonly node: string | undefined;
  /** SOAP 1.2 `Role`. */
  readonly role: string | undefined;
  /** The detail of a declared fault with its type, or the raw elements; undefined if the fault has no detail. */
  readonly detail: Detail | undefined;
}
/**
 * The detail of a fault. For a declared fault, `$type` is its name and `value` its typed content. Otherwise `$type` is
 * absent and `elements` holds the raw elements.
 */
export interface FaultDetail {
  readonly $type?: string;
  readonly value?: unknown;
  /** The children of the detail element, cut after 100,000 characters or 500 elements. */
  readonly elements: readonly unknown[];
  /** Text outside the elements, which PHP sends in place of them. Absent if there is none. */
  readonly text?: string;
}

/** The service returned a SOAP fault, with any HTTP status. */
export class FaultError<Detail = FaultDetail> extends ServiceError {
  override readonly name = "FaultError";
  readonly code = "FAULT";
  declare readonly reason: ReasonOf<"FAULT">;
  /** The fault. Logs omit it, because its text may contain personal data. */
  readonly fault: Fault<Detail>;
  readonly httpStatus: number;
  override readonly status: number;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & { readonly fault: Fault<Detail>; readonly httpStatus: number },
  ) {
    const kind = options.kind ?? kindOfFault(options.fault, options.httpStatus);
    super(
      message,
      { logged: loggedMessageOf(options.fault), ...options },
      { reason: "fault", kind, advice: adviceOnFault(kind) },
    );
    this.fault = options.fault;
    this.httpStatus = options.httpStatus;
    this.status = options.httpStatus;
    this.hide("fault");
  }

  /** Returns the properties that every error has, and the codes of the fault without text of the service. */
  override toJSON(): { [property: string]: unknown } {
    const { code, subcodes } = this.fault;
    return { ...super.toJSON(), fault: { code, subcodes } };
  }
}

/** Returns undefined for a fault without a reason, whose message has no text of the service. */
function loggedMessageOf({ code, reason }: Pick<Fault, "code" | "reason">): string | undefined {
  if (reason.trim() === "") return undefined;
  return `The service responded with a fault${code.local === "" ? "" : ` (${printable(code.local.slice(0, 200))})`}.`;
}

export function adviceOnFault(kind: ErrorKind): readonly Advice[] {
  switch (kind) {
    case "refused":
    case "not-permitted":
      return [{ action: "check", option: "auth" }];
    case "busy":
    case "unreachable":
      return [{ action: "repeat" }];
    case "configuration":
      return [
        { action: "check", option: "endpoint" },
        { action: "check", option: "soapVersion" },
      ];
    default:
      return [];
  }
}

/** Returns whether `error` is a `FaultError` of any copy of this package. */
export function isFaultError(error: unknown): error is FaultError {
  return hasCode(error, "FAULT");
}
