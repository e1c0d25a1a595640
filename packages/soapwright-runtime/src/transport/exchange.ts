import type { ServiceError } from "../errors/service-error";
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { ConnectTls } from "./connector";

/** One HTTP request as the client passes it to a sender. */
export interface HttpRequest {
  /** A `GET` is sent without its body. */
  readonly method: "GET" | "POST";
  /** Names and values in turn. The sender adds `Host` and `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  /** Requires a connection that has not carried a request. */
  readonly fresh: boolean;
  /** An address other than the sender's own, which may have another origin: see `OriginSenders`. */
  readonly target?: Address | undefined;
  /** Certificates in place of the sender's own. */
  readonly tls?: ConnectTls | undefined;
}

/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  /** Returns the value of the header `name`, in lower case; several values are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie` as a list, because a value may contain a comma. */
  readonly cookies?: readonly string[];
}

/** Returns headers by name in lower case; several values of one name are joined by a comma. */
export function headersOf(given: Iterable<readonly [string, string]>): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = Object.create(null);
  for (const [anyCase, value] of given) {
    const name = anyCase.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

/**
 * One request in flight and its response. The caller that opens it closes it. Promises reject with a `ServiceError`; an
 * error is stored until the next call, so no rejection is unhandled.
 */
export interface Exchange {
  /** Returns the head of the response. Called once. */
  head(): Promise<ResponseHead>;
  /** Returns the next bytes of the body as on the wire; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Rejects the pending promise, and all later ones, with `error`. */
  stop(error: ServiceError): void;
  /** Ends the exchange in any state. After the last byte the connection stays open for another request. */
  close(): void;
}

export interface ConnectionCounts {
  readonly idle: number;
  /** Connecting, or with a request in flight. */
  readonly active: number;
}

/** Opens exchanges with one service. */
export interface Sender {
  /** The sender of the client's own origin and certificate, when there are several. */
  readonly own?: Sender | undefined;
  /** Idle and active connections; undefined when the connections are not the sender's own. */
  readonly connections?: ConnectionCounts | undefined;
  open(request: HttpRequest): Exchange;
  /** Ends every connection, idle or active, and resolves when all are closed. */
  close(): Promise<void>;
}
