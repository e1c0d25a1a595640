import { printable } from "../printable";
import type { Advice } from "./advice";
import type { ErrorSentence } from "./error-message";
import { type ErrorKind, kindOfFault } from "./kind";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** A SOAP 1.1 or 1.2 fault, in one form. The names and codes are the words of the service. */
export interface Fault<Detail = FaultDetail> {
  /** 1.1 `faultcode`, 1.2 `Code/Value`: the local name and, where a prefix was bound, its namespace. */
  readonly code: { readonly namespace: string; readonly local: string };
  /** 1.2 `Subcode` values, from the outer to the inner; empty for 1.1. */
  readonly subcodes: readonly { readonly namespace: string; readonly local: string }[];
  /** 1.1 `faultstring`, 1.2 the first `Reason/Text`. */
  readonly reason: string;
  /** 1.2: every `Reason/Text` with its `xml:lang`, in the order of the fault, at most 64; absent for 1.1. */
  readonly reasons?: readonly { readonly lang: string | undefined; readonly text: string }[];
  /** 1.2: header blocks of the request that the service does not understand, as its `NotUnderstood` blocks name them. */
  readonly notUnderstood?: readonly { readonly namespace: string; readonly local: string }[];
  /** Envelopes that the service understands, the preferred one first, as its `Upgrade` block names them. */
  readonly upgrade?: readonly { readonly namespace: string; readonly local: string }[];
  /** 1.1 `faultactor`. */
  readonly actor: string | undefined;
  /** 1.2 `Node`. */
  readonly node: string | undefined;
  /** 1.2 `Role`. */
  readonly role: string | undefined;
  /** The typed detail of a fault that the WSDL declares, or the elements as they came; absent when there is none. */
  readonly detail: Detail | undefined;
}
/**
 * `$type` is the name of the declared fault and `value` its typed content; for a detail that the WSDL does not declare
 * `$type` is absent and `elements` holds what came.
 */
export interface FaultDetail {
  readonly $type?: string;
  readonly value?: unknown;
  /** The children of the detail element, up to 100,000 characters or 500 elements: what comes then is left out. */
  readonly elements: readonly unknown[];
}

/** The service returned a SOAP fault, with any HTTP status. */
export class FaultError<Detail = FaultDetail> extends ServiceError {
  override readonly name = "FaultError";
  readonly code = "FAULT";
  /** The fault. Logs do not show it, because its words may be about a person. */
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
      { logged: loggedOf(message, options.fault), ...options },
      { kind, advice: adviceOnFault(kind, options.fault) },
    );
    this.fault = options.fault;
    this.httpStatus = options.httpStatus;
    this.status = options.httpStatus;
    this.hide("fault");
  }

  /** As for every error; of the fault its codes, without the words of the service. */
  override toJSON(): { [property: string]: unknown } {
    const { code, subcodes } = this.fault;
    return { ...super.toJSON(), fault: { code, subcodes } };
  }
}

/** A message that has the reason of the fault in it, for logs: without it. */
function loggedOf(message: ErrorSentence, { code, reason }: Pick<Fault, "code" | "reason">): string | undefined {
  const said = reason.trim();
  if (said === "" || typeof message !== "string" || !message.includes(said.slice(0, 100))) return undefined;
  return `The service responded with a fault${code.local === "" ? "" : ` (${printable(code.local)})`}.`;
}

/** What may help against a fault of this kind. */
export function adviceOnFault(
  kind: ErrorKind,
  { code, subcodes }: Pick<Fault, "code" | "subcodes">,
): readonly Advice[] {
  const advice = adviceOnKind(kind);
  // Codes of WS-Security and its utilities: what it refuses is the security of the message.
  const isAboutSecurity = [code, ...subcodes].some(({ namespace }) => namespace.includes("/oasis-200401-wss-"));
  return isAboutSecurity ? [...advice, { action: "check", option: "security" }] : advice;
}

function adviceOnKind(kind: ErrorKind): readonly Advice[] {
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

/** Whether `error` is a `FaultError`, of this copy of the package or another. */
export function isFaultError(error: unknown): error is FaultError {
  return hasCode(error, "FAULT");
}
