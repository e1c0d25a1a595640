import { printable } from "../printable";
import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import { type ErrorKind, kindOfFault } from "./kind";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** A SOAP 1.1 or 1.2 fault in one shape. Names and codes come from the service. */
export interface Fault<Detail = FaultDetail> {
  /** 1.1 `faultcode`, 1.2 `Code/Value`: the local name and, where a prefix was bound, its namespace. */
  readonly code: { readonly namespace: string; readonly local: string };
  /** 1.2 `Subcode` values, from the outer to the inner; empty for 1.1. */
  readonly subcodes: readonly { readonly namespace: string; readonly local: string }[];
  /** 1.1 `faultstring`, 1.2 the first `Reason/Text`. */
  readonly reason: string;
  /** 1.2: each `Reason/Text` with its `xml:lang`, in order, at most 64; absent for 1.1. */
  readonly reasons?: readonly { readonly lang: string | undefined; readonly text: string }[];
  /** 1.2: header blocks of the request that the service does not understand, from its `NotUnderstood` blocks. */
  readonly notUnderstood?: readonly { readonly namespace: string; readonly local: string }[];
  /** Envelopes that the service understands, preferred first, from its `Upgrade` block. */
  readonly upgrade?: readonly { readonly namespace: string; readonly local: string }[];
  /** 1.1 `faultactor`. */
  readonly actor: string | undefined;
  /** 1.2 `Node`. */
  readonly node: string | undefined;
  /** 1.2 `Role`. */
  readonly role: string | undefined;
  /** The typed detail of a declared fault, or the raw elements; absent if there is none. */
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
}

/** The service returned a SOAP fault, with any HTTP status. */
export class FaultError<Detail = FaultDetail> extends ServiceError {
  override readonly name = "FaultError";
  readonly code = "FAULT";
  /** The fault. Logs omit it, because its text may contain personal data. */
  readonly fault: Fault<Detail>;
  readonly httpStatus: number;
  override readonly status: number;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & { readonly fault: Fault<Detail>; readonly httpStatus: number },
  ) {
    const kind = options.kind ?? kindOfFault(options.fault, options.httpStatus);
    super(message, { logged: loggedOf(message, options.fault), ...options }, { kind, advice: adviceOnFault(kind) });
    this.fault = options.fault;
    this.httpStatus = options.httpStatus;
    this.status = options.httpStatus;
    this.hide("fault");
  }

  /** Returns the properties of every error, and the codes of the fault without text of the service. */
  override toJSON(): { [property: string]: unknown } {
    const { code, subcodes } = this.fault;
    return { ...super.toJSON(), fault: { code, subcodes } };
  }
}

/** Returns the message for logs if `message` contains the fault's reason, which logs omit. */
function loggedOf(message: ErrorSentence, { code, reason }: Pick<Fault, "code" | "reason">): string | undefined {
  const said = reason.trim();
  if (said === "" || typeof message !== "string" || !message.includes(said.slice(0, 100))) return undefined;
  return `The service responded with a fault${code.local === "" ? "" : ` (${printable(code.local)})`}.`;
}

/** Returns advice for a fault of this kind. */
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
