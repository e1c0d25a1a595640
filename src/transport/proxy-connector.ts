import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Dispatcher } from "undici";
import makeConnector from "undici/lib/core/connect.js";
import type { Address } from "./address";
import { ConnectRefusal, ProxyFailure } from "./connection-failure";
import { type Connect, type ConnectTls, inTime } from "./connector";
import { skipContinue } from "./interim";
import type { ProxySettings } from "./proxy";
import { UndiciClient } from "./undici-client";

export interface ProxyConnectOptions {
  readonly proxy: ProxySettings;
  readonly address: Address;
  readonly connectTimeoutMs: number;
  readonly tls: ConnectTls;
}

/**
 * Connects through a proxy: for an `https:` service by a tunnel (RFC 9110, 9.3.6), inside which TLS is spoken with the
 * service itself; for an `http:` service the connection is to the proxy, which gets the whole address in the request line.
 */
export function proxyConnector(options: ProxyConnectOptions): Connect {
  const { proxy, address, connectTimeoutMs, tls } = options;
  // The certificates are meant for the service: the proxy sees the authorities only.
  const connect = makeConnector({ timeout: connectTimeoutMs, ...(tls.ca === undefined ? {} : { ca: tls.ca }) });
  const toProxy: Connect = (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) callback(new ProxyFailure(proxy.display, error), null);
      else callback(null, socket);
    });
  const proxyTarget = {
    hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
    host: `${proxy.hostname}:${proxy.port}`,
    protocol: proxy.secure ? "https:" : "http:",
    port: String(proxy.port),
  };
  if (!address.secure) {
    return inTime(connectTimeoutMs, (_target, callback) =>
      toProxy(proxyTarget, (...[error, socket]) => {
        if (error !== null) callback(error, null);
        else callback(null, skipContinue(socket));
      }),
    );
  }
  const toService = makeConnector({ ...tls, timeout: connectTimeoutMs });
  return inTime(connectTimeoutMs, (target, callback) => {
    openTunnel(options, toProxy, (error, socket) => {
      if (socket === undefined) {
        callback(error ?? new ConnectRefusal("The proxy gave no connection."), null);
        return;
      }
      toService({ ...target, httpSocket: socket }, (...[failure, secured]) => {
        if (failure !== null) callback(failure, null);
        else callback(null, skipContinue(secured));
      });
    });
  });
}

function openTunnel(
  { proxy, address, connectTimeoutMs }: ProxyConnectOptions,
  connect: Connect,
  callback: (error: Error | undefined, socket?: Socket) => void,
): void {
  const client = new UndiciClient(proxy.origin, { connect, headersTimeout: 0 });
  let over = false;
  const finish = (error: Error | undefined, socket?: Socket): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    if (socket === undefined) client.destroy(null, () => {});
    callback(error, socket);
  };
  const timer = setTimeout(
    () => finish(Object.assign(new Error("no tunnel in time"), { code: "UND_ERR_CONNECT_TIMEOUT" })),
    connectTimeoutMs,
  );
  const authority = `${address.hostname}:${address.port}`;
  const handler: Dispatcher.DispatchHandler = {
    onConnect() {},
    onHeaders: () => true,
    onUpgrade(status: number, _headers: unknown, socket: Duplex) {
      if (status === 200 && socket instanceof Socket) finish(undefined, socket);
      else {
        socket.on("error", () => {}).destroy();
        finish(new ConnectRefusal(`The proxy ${proxy.display} refused the connection with status ${status}.`));
      }
    },
    // undici takes the loss of a socket while connecting for something that connecting again will mend.
    onError: (error) => finish(isSocketLoss(error) ? lostConnection() : error),
  };
  client.dispatch(
    {
      method: "CONNECT",
      path: authority,
      headers: [
        "Host",
        authority,
        ...(proxy.authorization === undefined ? [] : ["Proxy-Authorization", proxy.authorization]),
      ],
    },
    handler,
  );
}

function isSocketLoss(error: Error): boolean {
  const code: unknown = Reflect.get(error, "code");
  return code === "UND_ERR_SOCKET" || code === "UND_ERR_INFO";
}

function lostConnection(): Error {
  return Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET" });
}
