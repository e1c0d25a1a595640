/** What a case of the list is, and what it must end in. */
import type { RawHandler } from "soapwright-testing/transport/raw-server";

/** One outcome of ours. `value`: the right value, exactly; `sent`: exactly this arrived. */
export type Outcome =
  | "value"
  | "sent"
  | "HttpError"
  | "FaultError"
  | "ConnectionError"
  | "TimeoutError"
  | "ArgumentError"
  | "ConfigurationError"
  | `ResponseError(${"xml" | "envelope" | "value" | "limit" | "content-type" | "content-encoding" | "attachment"})`;

/** Which client is used: the addresses of the employee service, or the records that have every simple type. */
export type ServiceName = "address" | "record";

/** An answer that a client has to stand. */
export interface ResponseAttack {
  readonly name: string;
  readonly outcome: Outcome;
  readonly serve: RawHandler;
  /** Default `address`. */
  readonly service?: ServiceName;
  /** The result, when the outcome is `value`. Default: the usual list. */
  readonly value?: unknown;
  /** Part of the error's message. */
  readonly says?: RegExp;
  /** Client options on top of the usual ones. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The address to post to instead of the server's, from its port. */
  readonly endpoint?: (port: number) => string;
  /** What listens instead of a raw HTTP server: one with a certificate that nobody signed, or one that takes TLS for bad HTTP. */
  readonly wire?: "tls" | "plain";
  /** Calls made one after the other; the last one's outcome counts. Default 1. */
  readonly calls?: number;
  /** Requests on the wire. Default: as many as calls. */
  readonly requests?: number;
  /** Takes long or much: only in `make attacks`. */
  readonly slow?: boolean;
}

/** What a caller passes in. */
export interface RequestAttack {
  readonly name: string;
  readonly outcome: Outcome;
  /** Default `record`. */
  readonly service?: ServiceName | "costCenter";
  /** The arguments of the call. */
  readonly args?: () => unknown;
  /** Options of the client, from the address of the server. */
  readonly options?: (url: string) => unknown;
  /** Options of the call, of `address` alone. */
  readonly callOptions?: (url: string) => unknown;
  /** What arrives in the body or in the header, by element name; a missing element is `undefined`. */
  readonly arrives?: Readonly<Record<string, string | undefined>>;
  /** The path of an `ArgumentError`, or the option of a `ConfigurationError`. */
  readonly at?: string;
}

/** A class of the list with its cases. */
export interface AttackClass<A> {
  readonly name: string;
  readonly attacks: readonly A[];
}
