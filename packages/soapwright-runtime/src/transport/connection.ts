import type { Socket } from "node:net";
import type { buildConnector, Client, Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import { MAX_HEAD_BYTES } from "./connection-failure";
import { type Connect, type Connecting, LINGER_MS } from "./connector";
import { StaleConnection } from "./stale-connection";

/**
 * Controls what undici reads from one socket: applies backpressure, and drops interim responses. It is in the place of
 * `socket.read` of the sockets that this package opens, which undici calls when the socket is readable.
 *
 * Pausing undici's own parser does not work as backpressure: when the service ends the connection after its response
 * while the parser is paused, undici 7 fails an assertion (nodejs/undici#5360). A socket that reports no data keeps the
 * bytes and the end of the stream.
 *
 * Interim responses (1xx; RFC 9110, 15.2) may arrive at any time before the response, requested or not. undici treats
 * `100 Continue` as a broken response, so all of them except 101 are dropped here. Only the start of a response is
 * examined, from `isAtHead` to the first byte that is not part of an interim response.
 */
export class SocketFlow {
  readonly #socket: Socket;
  /** Bytes from the service, and the end of the stream, stay in the system's buffers until `release`. */
  isHeld = false;
  /** Set before a request is written. */
  isAtHead = true;
  /** What arrived since `isAtHead` was set. */
  heard: "nothing" | "TLS" | "something" = "nothing";
  #start: Buffer | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const { read } = socket;
    socket.read = (size) => {
      if (this.isHeld) return null;
      for (;;) {
        const chunk: unknown = Reflect.apply(read, socket, size === undefined ? [] : [size]);
        if (!this.isAtHead || !Buffer.isBuffer(chunk)) return chunk;
        if (this.heard === "nothing") {
          // A record begins with its type and the version of the record layer (RFC 8446, 5.1).
          const isTls = (chunk[0] === 0x15 || chunk[0] === 0x16) && (chunk.length === 1 || chunk[1] === 0x03);
          this.heard = isTls ? "TLS" : "something";
        }
        // The first digit of the status decides the common case with one comparison.
        this.isAtHead = this.#start !== undefined || chunk.length < 10 || chunk[9] === 0x31;
        const bytes = this.isAtHead ? this.#withoutInterim(chunk) : chunk;
        if (bytes !== undefined) return bytes;
      }
    };
  }

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.#socket.emit("readable");
  }

  #withoutInterim(chunk: Buffer): Buffer | undefined {
    let bytes = this.#start === undefined ? chunk : Buffer.concat([this.#start, chunk]);
    this.#start = undefined;
    while (mayBeInterim(bytes)) {
      const end = bytes.indexOf("\r\n\r\n", 0, "latin1");
      if (end < 0 || end > MAX_HEAD_BYTES) {
        if (bytes.length > MAX_HEAD_BYTES) break;
        this.#start = bytes;
        return undefined;
      }
      bytes = bytes.subarray(end + 4);
      if (bytes.length === 0) return undefined;
    }
    this.isAtHead = false;
    return bytes;
  }
}

/** Whether `bytes` are, or may become, an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, 13);
  if (head.length === 13) return /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/.test(head);
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((beginning) => beginning.startsWith(head.slice(0, 10)));
}

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
  isOutdated = false;
  isUsed = false;
  readonly #options: ConnectionOptions;
  readonly #connect: Connect;
  readonly #onGone: (connection: Connection) => void;
  readonly #client: Client;
  #connecting: Connecting | undefined;
  #socket: Socket | undefined;
  /** Undefined until the socket is connected. */
  flow: SocketFlow | undefined;
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

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    if (this.state === "gone") {
      handler.onError?.(new StaleConnection());
      return;
    }
    this.state = this.state === "new" ? "connecting" : "busy";
    this.isUsed = true;
    const { flow } = this;
    if (flow !== undefined) {
      flow.isAtHead = true;
      flow.heard = "nothing";
    }
    this.#client.dispatch(request, handler);
  }

  /** Makes the connection idle, unless it cannot carry another request. */
  rest(): void {
    if (this.state === "gone") return;
    // If undici or the service has ended the connection after the response, it is gone when its socket emits `close`.
    if (this.#socket?.destroyed === true || this.#socket?.readableEnded === true) return;
    if (this.flow?.isHeld) this.flow.release();
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
      this.flow?.release();
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
    const connecting = this.#connect(target, (error, socket) => {
      clearTimeout(timer);
      if (socket === undefined) {
        callback(error ?? DESTROYED, null);
        connecting.onClosed(() => this.#gone());
        return;
      }
      this.#socket = socket;
      this.flow = new SocketFlow(socket);
      socket.once("close", () => this.#gone());
      this.state = "busy";
      callback(null, socket);
    });
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
