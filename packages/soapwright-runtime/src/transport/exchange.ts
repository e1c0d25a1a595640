import type { ServiceError } from "../errors/service-error";
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { ConnectTls } from "./connector";

/** One HTTP request as the client hands it to whoever sends it. */
export interface HttpRequest {
  /** A `GET` goes without its body. */
  readonly method: "GET" | "POST";
  /** Names and values in turn. `Host` and `Content-Length` are added. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  /** Not on a connection that has carried a request before. */
  readonly fresh: boolean;
  /** Another address than that of whoever sends it: an origin is its sender's. */
  readonly target?: Address | undefined;
  /** Certificates in the place of the sender's own. */
  readonly tls?: ConnectTls | undefined;
}

/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  /** The value of the header `name`, in lower case; several values are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie` one by one: a comma may stand in them. */
  readonly cookies?: readonly string[];
}

/** Headers by their names in lower case; several values of one are joined by a comma. */
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
 * One request on its way and its response. Whoever opens it closes it. Promises reject with a `ServiceError`, and settle
 * for whoever asks for the next thing: nothing is told to anyone who does not wait.
 */
export interface Exchange {
  /** Waits for the head of the response. Called once. */
  head(): Promise<ResponseHead>;
  /** Waits for the next bytes of the body as they came over the wire; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Makes what is waited for just now, and whatever is waited for later, reject with `error`. */
  stop(error: ServiceError): void;
  /** Ends the exchange in whatever state it is. After the last byte the connection is kept for another request. */
  close(): void;
}

export interface ConnectionCounts {
  readonly idle: number;
  /** Being made, or with a request under way. */
  readonly active: number;
}

/** Opens exchanges with one service. */
export interface Sender {
  /** Where there are several: the one of the client's own origin and certificate. */
  readonly own?: Sender | undefined;
  /** Connections that rest, and those that are being made or carry a request; undefined where they are not its own. */
  readonly connections?: ConnectionCounts | undefined;
  open(request: HttpRequest): Exchange;
  /** Ends every connection, used or not, and waits until they are gone. */
  close(): Promise<void>;
}
