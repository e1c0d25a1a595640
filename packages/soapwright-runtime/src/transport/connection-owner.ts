/** The owner of a connection that does not carry the requests of others. */
import type { MessageHead } from "./message-head";

export interface ConnectionOwner {
  /** Owners with the same name share connections. */
  readonly name: string;
  carry(request: HeldRequest): Promise<void>;
  /** Sends the request that opens a tunnel through the proxy. */
  readonly tunnel?: Tunnel | undefined;
}

export type Tunnel = (request: HeldRequest) => Promise<void>;

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Returns the same text for the same object, and for equal primitive values. */
export function identityOf(value: unknown): string {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    return `${typeof value}:${JSON.stringify(String(value))}`;
  }
  const number = numbers.get(value) ?? ++lastNumber;
  numbers.set(value, number);
  return `#${number}`;
}

/** A request that has a connection, and was not sent yet. */
export interface HeldRequest {
  /** A value of the feature, kept until the connection is closed. Undefined on a new connection. */
  state: unknown;
  /** The certificate of the service, in DER. Undefined without TLS, and on a new connection until it has carried a request. */
  readonly certificate: Uint8Array | undefined;
  /** The host of the proxy that receives the request; undefined if the service does. */
  readonly proxy: string | undefined;
  /** Whether the body is read while it is sent. */
  readonly isStreamed: boolean;
  /**
   * Sends a request with the same HTTP headers, with `headers` and without a body over the connection. Resolves when its
   * response is complete, and rejects if the connection is closed.
   */
  ask(headers: { readonly [name: string]: string }): Promise<MessageHead>;
  /** Sends the request with `headers` over the connection, once. Resolves with the head of its response. */
  send(headers: { readonly [name: string]: string }): Promise<MessageHead>;
}
