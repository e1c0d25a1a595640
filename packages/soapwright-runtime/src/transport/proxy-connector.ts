import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import type { Advice } from "../errors/advice";
import type { Address } from "./address";
import { proxyOffer } from "./challenges";
import { ConnectRefusal, ProxyFailure } from "./connection-failure";
import {
  type Connect,
  type Connecting,
  type ConnectTls,
  endGently,
  type OnConnected,
  socketConnector,
} from "./connector";
import type { ProxySettings } from "./proxy";

export interface ProxyConnectOptions {
  readonly proxy: ProxySettings;
  readonly address: Address;
  readonly tls: ConnectTls;
}

/**
 * An `https:` service gets a tunnel (RFC 9110, 9.3.6) with TLS to the service inside; an `http:` service gets a
 * connection to the proxy, which receives the absolute address in the request line.
 */
export function proxyConnector(options: ProxyConnectOptions): Connect {
  const openPath = tunnelConnector(options);
  if (!options.address.secure) return openPath;
  const toService = socketConnector(options.tls);
  return (target, onConnected) => {
    let inTunnel: Connecting | undefined;
    const toTunnel = openPath(target, (error, tunnel) => {
      if (tunnel === undefined) onConnected(error);
      else {
        inTunnel = toService({ ...target, httpSocket: tunnel }, onConnected);
        inTunnel.onClosed(() => tunnel.destroy());
      }
    });
    return {
      destroy: (error, atOnce) => (inTunnel ?? toTunnel).destroy(error, atOnce),
      onClosed: (listener) => toTunnel.onClosed(listener),
    };
  };
}

/** Like `proxyConnector`, but without TLS to the service: the socket carries the content of the tunnel. */
export function tunnelConnector({ proxy, address, tls }: ProxyConnectOptions): Connect {
  const toProxy = connectorTo(proxy, tls);
  if (!address.secure) return toProxy;
  return (_target, onConnected) => openTunnel(proxy, address, toProxy, onConnected);
}

/** Returns a connector to the proxy itself, for every target. */
function connectorTo(proxy: ProxySettings, tls: ConnectTls): Connect {
  // Client certificates are meant for the service. The connection to the proxy uses only the certificate authorities.
  const connect = socketConnector(tls.ca === undefined ? {} : { ca: tls.ca });
  const proxyTarget = {
    hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
    host: `${proxy.hostname}:${proxy.port}`,
    protocol: proxy.secure ? "https:" : "http:",
    port: String(proxy.port),
  };
  return (_target, onConnected) =>
    connect(proxyTarget, (error, socket) =>
      onConnected(error === null ? null : new ProxyFailure(proxy.display, error), socket),
    );
}

/** The socket that `onConnected` receives carries the content of the tunnel. */
function openTunnel(proxy: ProxySettings, address: Address, connect: Connect, onConnected: OnConnected): Connecting {
  let connecting: Connecting | undefined;
  let asking: Socket | undefined;
  let over = false;
  const client = new UndiciClient(proxy.origin, {
    connect: (target, callback) => {
      connecting = connect(target, (error, socket) => {
        asking = socket;
        if (socket === undefined) callback(error ?? lostConnection(), null);
        else callback(null, socket);
      });
    },
    headersTimeout: 0,
  });
  const onClosed = (listener: () => void): void => {
    if (connecting === undefined) listener();
    else connecting.onClosed(listener);
  };
  const finish: OnConnected = (error, socket) => {
    if (over) {
      // The tunnel was aborted before the proxy responded.
      if (socket !== undefined) endGently(socket);
      return;
    }
    over = true;
    if (socket === undefined) onClosed(() => client.destroy(null, () => {}));
    onConnected(error, socket);
  };
  const authority = `${address.hostname}:${address.port}`;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onRequestUpgrade({ rawHeaders }, status, _, socket: Duplex) {
      if (status === 200 && socket instanceof Socket) {
        finish(null, socket);
        return;
      }
      socket.on("error", () => {}).destroy();
      const what = `The proxy ${proxy.display} refused the connection with status ${status}.`;
      const isGiven = proxy.authorization !== undefined;
      const offer = status === 407 ? proxyOffer(challengeIn(rawHeaders)) : undefined;
      if (offer !== undefined) {
        finish(new ConnectRefusal(`${what} ${offer}`, [], true));
        return;
      }
      const needs = isGiven
        ? "It has refused the user name and password that it was given for Basic."
        : "It needs credentials.";
      const advice: Advice = { action: status === 407 && !isGiven ? "set" : "check", option: "proxy" };
      // With a status of 5xx the proxy reports that it does not reach the service at the moment.
      finish(new ConnectRefusal(status === 407 ? `${what} ${needs}` : what, [advice], status < 500));
    },
    // undici treats the loss of a socket while connecting as temporary, and would connect again.
    onResponseError(_, error) {
      const cause = isSocketLoss(error) ? lostConnection() : error;
      finish(cause instanceof ProxyFailure ? cause : new ProxyFailure(proxy.display, cause, authority));
    },
  };
  const credentials = proxy.authorization === undefined ? [] : ["Proxy-Authorization", proxy.authorization];
  client.dispatch({ method: "CONNECT", path: authority, headers: ["Host", authority, ...credentials] }, handler);
  return {
    destroy(error, atOnce = false) {
      if (asking === undefined || atOnce) connecting?.destroy(error, atOnce);
      else if (!over) endGently(asking);
      finish(new ProxyFailure(proxy.display, error, asking === undefined ? undefined : authority));
    },
    onClosed,
  };
}

/** `headers` are alternating names and values, as bytes. */
function challengeIn(headers: unknown): string {
  const fields = Array.isArray(headers) ? headers.map(String) : [];
  return fields
    .filter((_, index) => /^proxy-authenticate$/i.test(fields[index - 1] ?? "") && index % 2 === 1)
    .join(", ");
}

function isSocketLoss(error: Error): boolean {
  const code: unknown = Reflect.get(error, "code");
  return code === "UND_ERR_SOCKET" || code === "UND_ERR_INFO";
}

function lostConnection(): Error {
  return Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET" });
}
