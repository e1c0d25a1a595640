import type { ServiceError } from "../errors/service-error";
import type { ResponseHead } from "./response";

/** One HTTP request as the client hands it to whoever sends it. */
export interface HttpRequest {
  /** A `GET` goes without its body. */
  readonly method: "GET" | "POST";
  /** Names and values in turn. `Host` and `Content-Length` are added. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Not on a connection that has carried a request before. */
  readonly fresh: boolean;
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

/** Opens exchanges with one service. */
export interface Sender {
  open(request: HttpRequest): Exchange;
  /** Ends every connection, used or not, and waits until they are gone. */
  close(): Promise<void>;
}
