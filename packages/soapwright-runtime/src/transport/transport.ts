/** The interface of a user's transport, which replaces the client's connections. */
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { Sender } from "./exchange";

/** `AbortSignal`, if the program's types declare it; else the members of it that are used. */
export type TransportSignal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      addEventListener(type: "abort", listener: () => void): void;
      removeEventListener(type: "abort", listener: () => void): void;
    };

/** One complete HTTP request. */
export interface TransportRequest {
  readonly method: "POST";
  /** Absolute address of the request. */
  readonly url: string;
  /** HTTP headers by name, as on the wire. The transport adds `Host` and `Content-Length`. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The envelope in UTF-8. */
  readonly body: Uint8Array;
  /** Aborted when the client cancels the request. End the request then, whatever its state. */
  readonly signal: TransportSignal;
}

/** The HTTP response. */
export interface TransportResponse {
  readonly status: number;
  /** HTTP headers by name in any case, or as pairs of name and value, which `Headers` and `Map` iterate. */
  readonly headers: Readonly<{ [name: string]: string }> | Iterable<readonly [string, string]>;
  /**
   * The body as on the wire; `null` for none. The client decompresses it according to the header `content-encoding`:
   * omit that header when the bytes are decompressed already. The client calls `return()` to end the request early.
   */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Sends requests in place of the client's own connections: over `fetch`, a service mesh, a recorded response. Queue,
 * deadlines, limits, decompression, retries and errors remain the client's.
 *
 * Do not follow redirects. An error of `send` becomes the `cause` of a `ConnectionError`; with a property `sent: "no"`
 * it says that nothing has reached the service, so that every operation may be retried.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes the transport. Called once, when the client is closed. */
  close?(): Promise<void> | void;
}

/** The value of the option `transport`, which `customTransport()` returns. */
export interface CustomTransport {
  /** The transport of the user. */
  readonly transport: Transport;
  /** @internal Returns a sender for a client at `address`. */
  open(address: Address): Sender;
  /** @internal Returns the bytes of a body. Throws a `ConfigurationError` if it is longer than `most` bytes. */
  collect(body: StreamedBody, most: number): Promise<Uint8Array>;
}
