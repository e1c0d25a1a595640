import type { Address } from "./address";
import { Connection, type ConnectionOptions } from "./connection";
import { type Connect, type ConnectTls, directConnector } from "./connector";
import type { Exchange, HttpRequest, Sender } from "./exchange";
import { type Connections, HttpExchange, type RequestTerms } from "./http-exchange";
import type { ProxySettings } from "./proxy";

export interface HttpOptions {
  readonly address: Address;
  readonly socketPath: string | undefined;
  readonly proxy: ProxySettings | undefined;
  readonly tls: ConnectTls;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly connections: number;
  readonly maxConnectionAgeMs: number;
}

/** Someone who waits for a connection. */
interface Waiting {
  readonly fresh: boolean;
  resolve(connection: Connection): void;
}

/**
 * The connections of one client to its service. Not undici's own pool: that one opens a second connection for calls made
 * one after the other, and a request that waits for its connection cannot be taken back from it.
 */
export class HttpSender implements Sender, Connections {
  readonly #options: HttpOptions;
  readonly #each: ConnectionOptions;
  readonly #terms: RequestTerms;
  /** The most recently used last. */
  #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiting: Waiting[] = [];
  #closed = false;
  #connect: Connect;
  #onEmpty: (() => void) | undefined;

  constructor(options: HttpOptions) {
    const { address, proxy, connectTimeoutMs, maxHeaderBytes, keepAliveMs } = options;
    this.#options = options;
    this.#each = { origin: address.origin, connectTimeoutMs, maxHeaderBytes, keepAliveMs };
    const absolute = proxy !== undefined && !address.secure;
    this.#terms = {
      // RFC 9112, 3.2.2: a proxy is given the whole address.
      path: absolute ? address.origin + address.path : address.path,
      // Without a proxy in between undici writes the right Host by itself.
      proxyHeaders: !absolute
        ? []
        : proxy.authorization === undefined
          ? ["Host", address.host]
          : ["Host", address.host, "Proxy-Authorization", proxy.authorization],
      endpoint: address.display,
      secure: address.secure,
      connectTimeoutMs,
      maxHeaderBytes,
    };
    this.#connect = this.#connector(options.tls);
  }

  open(request: HttpRequest): Exchange {
    return new HttpExchange(this, this.#terms, request);
  }

  take(fresh: boolean): Connection | Promise<Connection> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) break;
      if (!fresh && this.#isFit(idle)) return idle;
      idle.destroy();
      // One less, whichever it was: the place is needed for the new one.
      if (fresh) break;
    }
    if (this.#all.size < this.#options.connections) return this.#open();
    return new Promise((resolve) => this.#waiting.push({ fresh, resolve }));
  }

  give(connection: Connection): void {
    connection.rest();
    if (connection.state === "gone") return;
    const [next] = this.#waiting;
    // One that waits for a fresh connection gets the place of this one, when its socket is closed.
    if (!this.#isFit(connection) || (connection.used && next?.fresh === true)) connection.destroy();
    else if (next === undefined) this.#idle.push(connection);
    else {
      this.#waiting.shift();
      next.resolve(connection);
    }
  }

  /** Uses other certificates from now on. Connections in use end with their request. */
  setTls(tls: ConnectTls): void {
    this.#connect = this.#connector({ ...this.#options.tls, ...tls });
    const idle = this.#idle;
    this.#idle = [];
    for (const connection of this.#all) connection.outdated = true;
    for (const connection of idle) connection.destroy();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle = [];
    for (const connection of [...this.#all]) connection.destroy();
    if (this.#all.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  #open(): Connection {
    const connection = new Connection(this.#each, this.#connect, (gone) => this.#leave(gone));
    this.#all.add(connection);
    return connection;
  }

  #leave(connection: Connection): void {
    this.#all.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    if (this.#all.size === 0) this.#onEmpty?.();
    // Those who still wait have given up: their calls are over.
    if (!this.#closed) this.#waiting.shift()?.resolve(this.#open());
  }

  /** The service would have closed it by now; or it is so old that the service may have moved. */
  #isFit(connection: Connection): boolean {
    if (connection.state !== "idle" || connection.outdated) return false;
    const now = performance.now();
    const { keepAliveMs, maxConnectionAgeMs } = this.#options;
    return now - connection.idleSince < keepAliveMs && now - connection.openedAt < maxConnectionAgeMs;
  }

  #connector(tls: ConnectTls): Connect {
    const { socketPath, proxy, address, connectTimeoutMs } = this.#options;
    if (proxy === undefined) return directConnector({ connectTimeoutMs, socketPath, tls });
    const { proxyConnector } = require("./proxy-connector") as typeof import("./proxy-connector");
    return proxyConnector({ proxy, tls, address });
  }
}
