import type { ServiceError } from "../errors/service-error";
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { ConnectTls } from "./connector";

/** One HTTP request, as the client passes it to a sender. */
export interface HttpRequest {
  /** The HTTP method. A `GET` is sent without the body. */
  readonly method: "GET" | "POST";
  /** Alternating names and values. The sender adds `Host` and `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  /** Whether the request needs a connection that has not carried a request. */
  readonly fresh: boolean;
  /** The address of the request, if it is not the sender's. It may have another origin: see `OriginSenders`. */
  readonly target?: Address | undefined;
  /** Certificates that replace the sender's. */
  readonly tls?: ConnectTls | undefined;
}

/** The status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  /** Returns the value of the header `name`, which is in lower case. Several values are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, with names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie`. They are a list, because a value may contain a comma. */
  readonly cookies?: readonly string[];
}

/** Returns headers by name in lower case. Several values of one name are joined by a comma. */
export function headersOf(pairs: Iterable<readonly [string, string]>): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = Object.create(null);
  for (const [anyCase, value] of pairs) {
    const name = anyCase.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

/**
 * One request in flight and its response, closed by the caller that opened it. Promises reject with a `ServiceError`.
 * An error that occurs between calls is stored for the next one, so no rejection is unhandled.
 */
export interface Exchange {
  /** Sends the request and resolves to the head of the response. Called once. */
  head(): Promise<ResponseHead>;
  /** Resolves to the next bytes of the body, still with their content coding; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Makes the pending promise and all later ones reject with `error`. */
  stop(error: ServiceError): void;
  /** Ends the exchange in any state. After the last byte, the connection stays open for another request. */
  close(): void;
}

export interface ConnectionCounts {
  readonly idle: number;
  /** Number of connections that are connecting or carry a request. */
  readonly active: number;
}

/** Opens exchanges with one service. Owns the connections for them. */
export interface Sender {
  /** The sender for the client's own origin and certificate, when there are several senders. */
  readonly ownSender?: Sender | undefined;
  /** Number of idle and active connections; undefined when a user's transport makes the connections. */
  readonly connections?: ConnectionCounts | undefined;
  open(request: HttpRequest): Exchange;
  /** Ends every connection, idle or active. Resolves when all are closed. */
  close(): Promise<void>;
}
