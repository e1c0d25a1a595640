import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { buildConnector, Client, Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import { ConnectionBytes } from "./connection-bytes";
import { MAX_HEAD_BYTES } from "./connection-failure";
import type { Tunnel } from "./connection-owner";
import { type Connect, type Connecting, LINGER_MS, type OnConnected } from "./connector";
import { StaleConnection } from "./stale-connection";
import { type DispatchEvents, dispatchTo } from "./undici-dispatch";

export interface ConnectionOptions {
  readonly origin: string;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
}

const DESTROYED = Object.assign(new Error("given up"), { code: "UND_ERR_DESTROYED" });

/**
 * One connection to the service, which is connecting, idle, busy or gone. Owns its socket and one undici client,
 * carries one request at a time, and ends by `destroy` in every state. It counts towards the client's connections until
 * its socket is closed and `onGone` is called.
 */
export class Connection {
  state: "new" | "connecting" | "idle" | "busy" | "gone" = "new";
  readonly openedAt = performance.now();
  /** The time is on the clock of `performance.now()`. */
  idleSince = 0;
  isUsed = false;
  readonly #options: ConnectionOptions;
  readonly #connect: Connect;
  readonly #onGone: (connection: Connection) => void;
  readonly #client: Client;
  #connecting: Connecting | undefined;
  #socket: Socket | undefined;
  /** What the owner of the connection keeps with it. */
  owned: unknown;
  /** Set by the owner before the first request. */
  tunnel: Tunnel | undefined;
  /** Undefined until the socket is connected. */
  bytes: ConnectionBytes | undefined;
  #isEnding = false;

  constructor(options: ConnectionOptions, connect: Connect, onGone: (connection: Connection) => void) {
    this.#options = options;
    this.#connect = connect;
    this.#onGone = onGone;
    const { keepAliveMs } = options;
    const settings = {
      // The settings have no prototype, so that a property that another package put on Object.prototype does not become
      // an option.
      __proto__: null,
      connect: this.#open,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: MAX_HEAD_BYTES,
      // `CallLife` enforces the time limits.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#client = new UndiciClient(options.origin, settings);
  }

  /** Returns false when the connection is gone, and nothing is reported. */
  dispatch(request: Dispatcher.DispatchOptions, events: DispatchEvents): boolean {
    if (this.state === "gone") return false;
    this.state = this.state === "new" ? "connecting" : "busy";
    this.isUsed = true;
    this.bytes?.expectHead();
    dispatchTo(this.#client, request, events);
    return true;
  }

  /** The certificate of the service, in DER; undefined without TLS, and until the socket is connected. */
  get certificate(): Uint8Array | undefined {
    const socket = this.#socket;
    return socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined;
  }

  /** Makes the connection idle, unless it cannot carry another request. */
  rest(): void {
    if (this.state === "gone") return;
    // If undici or the service has ended the connection after the response, it is gone when its socket emits `close`.
    if (this.#socket?.destroyed === true || this.#socket?.readableEnded === true) return;
    this.bytes?.release();
    this.state = "idle";
    this.idleSince = performance.now();
  }

  /**
   * A connection that is connecting or busy counts until the other side has closed it too, or with `atOnce`, until its
   * socket is closed here.
   */
  destroy(atOnce = false): void {
    if (this.state === "gone") return;
    const socket = this.#socket;
    if (this.state === "busy" && !atOnce && socket?.destroyed === false) {
      if (this.#isEnding) return;
      this.#isEnding = true;
      this.bytes?.release();
      const timer = setTimeout(() => this.destroy(true), LINGER_MS);
      socket.once("close", () => clearTimeout(timer)).end();
      return;
    }
    this.#connecting?.destroy(DESTROYED, atOnce);
    this.#client.destroy(null, nothing);
    if (this.#connecting === undefined) this.#gone();
  }

  readonly #open: buildConnector.connector = (target, callback) => {
    if (this.#connecting !== undefined) {
      // undici would open a second socket for a request that it could not write to the first.
      callback(new StaleConnection(), null);
      return;
    }
    const { connectTimeoutMs } = this.#options;
    const timer = setTimeout(() => {
      connecting.destroy(Object.assign(new Error("no connection in time"), { code: "UND_ERR_CONNECT_TIMEOUT" }));
    }, connectTimeoutMs);
    const onConnected: OnConnected = (error, socket) => {
      clearTimeout(timer);
      if (socket === undefined) {
        callback(error ?? DESTROYED, null);
        connecting.onClosed(() => this.#gone());
        return;
      }
      this.#socket = socket;
      const bytes = new ConnectionBytes(socket);
      this.bytes = bytes;
      socket.once("close", () => this.#gone());
      this.state = "busy";
      // undici's declarations ask for a socket, and its documentation for a stream of both directions.
      callback(null, bytes as unknown as Socket);
    };
    const connecting = this.#connect(target, onConnected, this.tunnel);
    this.#connecting = connecting;
  };

  #gone(): void {
    if (this.state === "gone") return;
    this.state = "gone";
    this.#client.destroy(null, nothing);
    this.#onGone(this);
  }
}

function nothing(): void {}
