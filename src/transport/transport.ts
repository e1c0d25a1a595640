import type { Address } from "./address";
import { type Connect, type ConnectTls, directConnector } from "./connector";
import { Exchange, type ExchangeContext, type ExchangeRequest } from "./exchange";
import { Gate } from "./gate";
import { ConnectionPool } from "./pool";
import type { ProxySettings } from "./proxy";
import { RetryPolicy } from "./retry-policy";

export interface TransportOptions {
  readonly address: Address;
  readonly socketPath: string | undefined;
  readonly proxy: ProxySettings | undefined;
  readonly tls: ConnectTls;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly maxInFlight: number;
  readonly requestsPerSecond: number | undefined;
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  readonly retryBudget: number;
}

/** The HTTP side of one client: connections, waiting lines and retries towards one address. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #context: ExchangeContext;

  constructor(options: TransportOptions) {
    const { address } = options;
    this.#options = options;
    const { connectTimeoutMs, maxHeaderBytes, proxy } = options;
    const absolute = proxy !== undefined && !address.secure;
    this.#context = {
      gate: new Gate(options.maxInFlight, options.requestsPerSecond),
      pool: new ConnectionPool(
        { origin: address.origin, keepAliveMs: options.keepAliveMs, maxHeaderBytes },
        this.#connector(options.tls),
      ),
      policy: new RetryPolicy(options),
      // RFC 9112, 3.2.2: a proxy is given the whole address.
      path: absolute ? address.origin + address.path : address.path,
      // Without a proxy in between undici writes the right Host by itself.
      proxyHeaders: !absolute
        ? []
        : proxy.authorization === undefined
          ? ["Host", address.host]
          : ["Host", address.host, "Proxy-Authorization", proxy.authorization],
      endpoint: address.display,
      connectTimeoutMs,
      maxHeaderBytes,
    };
  }

  /** Starts an exchange; its end is told to `request.onOver`. */
  exchange(request: ExchangeRequest): Exchange {
    const exchange = new Exchange(this.#context, request);
    exchange.start();
    return exchange;
  }

  /** Uses other certificates from now on. */
  setTls(tls: ConnectTls): void {
    this.#context.pool.reconnect(this.#connector({ ...this.#options.tls, ...tls }));
  }

  /** Closes every connection, also those in use. */
  close(): Promise<void> {
    return this.#context.pool.close();
  }

  #connector(tls: ConnectTls): Connect {
    const { connectTimeoutMs, socketPath, proxy, address } = this.#options;
    if (proxy === undefined) return directConnector({ connectTimeoutMs, socketPath, tls });
    const { proxyConnector } = require("./proxy-connector") as typeof import("./proxy-connector");
    return proxyConnector({ proxy, connectTimeoutMs, tls, address });
  }
}
