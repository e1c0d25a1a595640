/** The interface of a user's transport, in place of our connections. */
import type { StreamedBody } from "../octets";
import type { Address } from "./address";
import type { Sender } from "./exchange";

/** `AbortSignal`, when the program's types have one; else the part of it that is used. */
export type TransportSignal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      addEventListener(type: "abort", listener: () => void): void;
      removeEventListener(type: "abort", listener: () => void): void;
    };

/** One HTTP request, complete. */
export interface TransportRequest {
  readonly method: "POST";
  /** Absolute address of the request. */
  readonly url: string;
  /** By name as on the wire. The transport adds `Host` and `Content-Length`. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The envelope in UTF-8. */
  readonly body: Uint8Array;
  /** Aborted when the client cancels the request: end it in any state. */
  readonly signal: TransportSignal;
}

/** The HTTP response. */
export interface TransportResponse {
  readonly status: number;
  /** By name, in any case, or pairs of name and value, as `Headers` and `Map` have them. */
  readonly headers: Readonly<{ [name: string]: string }> | Iterable<readonly [string, string]>;
  /**
   * The body as on the wire; `null` for none. The client decompresses it by the header `content-encoding`: leave that
   * header out when the bytes are decompressed already. The client calls `return()` to end the request early.
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
  /** Called once, when the client is closed. */
  close?(): Promise<void> | void;
}

/** The value of the option `transport`: the result of `customTransport()`. */
export interface CustomTransport {
  /** The user's own. */
  readonly transport: Transport;
  /** @internal Returns a sender for a client at `address`. */
  open(address: Address): Sender;
  /** @internal Returns a body as bytes. Throws a `ConfigurationError` above `most` bytes. */
  collect(body: StreamedBody, most: number): Promise<Buffer>;
}
