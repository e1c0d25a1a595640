import type { Socket } from "node:net";
import type { buildConnector, Client, Dispatcher } from "undici";
import type { Connect, Connecting } from "./connector";
import { controlFlow, type SocketFlow } from "./socket-flow";
import { StaleConnection } from "./stale-connection";
import { UndiciClient } from "./undici-client";

/** What every connection to one service goes by. */
export interface ConnectionOptions {
  readonly origin: string;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
}

/** What is told to whoever uses a connection that is destroyed. */
const DESTROYED = Object.assign(new Error("given up"), { code: "UND_ERR_DESTROYED" });

/**
 * One connection to the service: connecting, idle, busy or gone. It carries one request at a time, and `destroy` ends it
 * in every state. It counts as one of the client's connections until `onGone` is called, which is when its socket is closed.
 */
export class Connection {
  state: "new" | "connecting" | "idle" | "busy" | "gone" = "new";
  readonly openedAt = performance.now();
  /** When it became idle, on the clock of `performance.now()`. */
  idleSince = 0;
  /** It was made with settings that no longer hold. */
  outdated = false;
  /** It has carried a request before. */
  used = false;
  readonly #options: ConnectionOptions;
  readonly #connect: Connect;
  readonly #onGone: (connection: Connection) => void;
  readonly #client: Client;
  #connecting: Connecting | undefined;
  #socket: Socket | undefined;
  #flow: SocketFlow | undefined;

  constructor(options: ConnectionOptions, connect: Connect, onGone: (connection: Connection) => void) {
    this.#options = options;
    this.#connect = connect;
    this.#onGone = onGone;
    const { keepAliveMs, maxHeaderBytes } = options;
    const settings = {
      // Without a prototype: what another package has put on Object.prototype is no option.
      __proto__: null,
      connect: this.#open,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      // Time is kept by the call.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#client = new UndiciClient(options.origin, settings);
  }

  /** Writes one request, after connecting where that is needed. */
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    if (this.state === "gone") {
      handler.onError?.(new StaleConnection());
      return;
    }
    this.state = this.state === "new" ? "connecting" : "busy";
    this.used = true;
    this.#client.dispatch(request, handler);
  }

  /** It becomes idle, unless it cannot carry another request. */
  rest(): void {
    if (this.state === "gone") return;
    // undici has ended it behind its response, or the service has: it is gone when its socket says that it is closed.
    if (this.#socket?.destroyed === true || this.#socket?.readableEnded === true) return;
    this.#flow?.release();
    this.state = "idle";
    this.idleSince = performance.now();
  }

  /** Reads no more bytes until `release`. */
  hold(): void {
    this.#flow?.hold();
  }

  release(): void {
    this.#flow?.release();
  }

  /** Ends it, whatever it is doing. */
  destroy(): void {
    if (this.state === "gone") return;
    this.#connecting?.destroy(DESTROYED);
    this.#client.destroy(null, nothing);
    if (this.#connecting === undefined) this.#gone();
  }

  /** Called by undici, when there is a request and no connection. */
  readonly #open: buildConnector.connector = (target, callback) => {
    if (this.#connecting !== undefined) {
      // undici would open another socket for a request that it could not write on the first.
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
        this.#gone();
        return;
      }
      this.#socket = socket;
      this.#flow = controlFlow(socket);
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
