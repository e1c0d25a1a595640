/** How requests travel: what a user may put in the place of our connections. */

/** `AbortSignal`, where the program's types have one; else what is used of it. */
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
  /** Absolute address to post to. */
  readonly url: string;
  /** By name as it is to be written. `Host` and `Content-Length` are the transport's to add. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The envelope in UTF-8. */
  readonly body: Uint8Array;
  /** Aborted when the client gives the request up: end it, whatever its state is. */
  readonly signal: TransportSignal;
}

/** What came back. */
export interface TransportResponse {
  readonly status: number;
  /** By name, in any case, or pairs of name and value, as `Headers` and `Map` have them. */
  readonly headers: Readonly<{ [name: string]: string }> | Iterable<readonly [string, string]>;
  /**
   * The body as it came over the wire. The client decompresses it by the header `content-encoding`: leave that header out
   * when the bytes are decompressed already. `null` for none. Its `return()` ends the request early.
   */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Sends requests in the place of the client's own connections: over `fetch`, a service mesh, a recorded response. Queue,
 * deadlines, limits, decompression, retries and errors stay the client's.
 *
 * Redirects are not to be followed. What `send` rejects with becomes the `cause` of a `ConnectionError`; a property
 * `sent: "no"` on it says that nothing has reached the service, so that every operation may be tried again.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Called once, when the client is closed. */
  close?(): Promise<void> | void;
}
