import type { ServiceError } from "../errors/service-error";
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { ConnectionOwner } from "./connection-owner";
import type { ConnectTls } from "./connector";

export interface HttpRequest {
  /** A `GET` is sent without the body. */
  readonly method: "GET" | "POST";
  /** Alternating names and values. The sender adds `Host` and `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | StreamedBody;
  readonly fresh: boolean;
  /** May have another origin: see `OriginSenders`. */
  readonly target?: Address | undefined;
  readonly tls?: ConnectTls | undefined;
  /** Set if the connection carries requests of one owner alone. */
  readonly owner?: ConnectionOwner | undefined;
}

/** The status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  /** `name` is in lower case. Several values are joined by a comma. */
  header(name: string): string | undefined;
  /** Names are in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values are a list, because a value may contain a comma. */
  readonly cookies?: readonly string[];
}

/** Names are in lower case. Several values of one name are joined by a comma. */
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
  /** Called once. */
  head(): Promise<ResponseHead>;
  /** Returns bytes with their content coding, or a promise when none are there yet; undefined after the last. */
  read(): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  stop(error: ServiceError): void;
  /** After the last byte, the connection stays open for another request. */
  close(): void;
}

/** How many connections are open, by what they do. */
export interface ConnectionCounts {
  readonly idle: number;
  /** Number of connections that are connecting or carry a request. */
  readonly active: number;
}

export interface Sender {
  /** Set when there are several senders. */
  readonly ownSender?: Sender | undefined;
  /** Undefined when a user's transport makes the connections. */
  readonly connections?: ConnectionCounts | undefined;
  open(request: HttpRequest): Exchange;
  /** Resolves when all connections are closed. */
  close(): Promise<void>;
}
