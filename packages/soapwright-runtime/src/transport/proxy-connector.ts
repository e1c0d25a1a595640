import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { buildConnector, Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import type { Advice } from "../errors/advice";
import type { Address } from "./address";
import { proxyOffer } from "./challenges";
import { ConnectRefusal, ProxyFailure } from "./connection-failure";
import type { Tunnel } from "./connection-owner";
import {
  type Connect,
  type Connecting,
  type ConnectTls,
  endGently,
  type OnConnected,
  socketConnector,
} from "./connector";
import type { ResponseHead } from "./exchange";
import type { ProxySettings } from "./proxy";
import { RawHead } from "./raw-head";
import { carryTunnel, type ProxyResponse } from "./tunnel-requests";

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
  return (target, onConnected, tunnel) => {
    let inTunnel: Connecting | undefined;
    const onOpen: OnConnected = (error, httpSocket) => {
      if (httpSocket === undefined) onConnected(error);
      else {
        inTunnel = toService({ ...target, httpSocket }, onConnected);
        inTunnel.onClosed(() => httpSocket.destroy());
      }
    };
    const toTunnel = openPath(target, onOpen, tunnel);
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
  return (_target, onConnected, tunnel) => openTunnel(proxy, address, toProxy, onConnected, tunnel);
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
function openTunnel(
  proxy: ProxySettings,
  address: Address,
  connect: Connect,
  onConnected: OnConnected,
  tunnel: Tunnel | undefined,
): Connecting {
  let connecting: Connecting | undefined;
  let asking: Socket | undefined;
  let over = false;
  const open = (connector: buildConnector.connector): UndiciClient =>
    new UndiciClient(proxy.origin, { connect: connector, headersTimeout: 0 });
  let client = open((target, callback) => {
    connecting = connect(target, (error, socket) => {
      asking = socket;
      if (socket === undefined) callback(error ?? lostConnection(), null);
      else callback(null, socket);
    });
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
  const request = (headers: readonly string[]): Promise<ProxyResponse> =>
    new Promise((resolve, reject) => {
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onRequestUpgrade({ rawHeaders }, status, _, socket: Duplex) {
          resolve({ head: new RawHead(status, (rawHeaders ?? []) as Buffer[]), socket });
        },
        // undici treats the loss of a socket while connecting as temporary, and would connect again.
        onResponseError(_, error) {
          const cause = isSocketLoss(error) ? lostConnection() : error;
          reject(cause instanceof ProxyFailure ? cause : new ProxyFailure(proxy.display, cause, authority));
        },
      };
      client.dispatch({ method: "CONNECT", path: authority, headers: ["Host", authority, ...headers] }, handler);
    });
  const end = ({ head, socket }: ProxyResponse): void => {
    if (head.status === 200 && socket instanceof Socket) finish(null, socket);
    else {
      socket.on("error", () => {}).destroy();
      finish(refusal(proxy, head));
    }
  };
  /** Each CONNECT takes the socket from its client, so that the next one has a client of its own over the same socket. */
  const again = ({ socket }: ProxyResponse): void => {
    client = open((_target, callback) => process.nextTick(callback, null, socket));
  };
  const credentials = proxy.authorization === undefined ? [] : ["Proxy-Authorization", proxy.authorization];
  const requests = { request, again, isOver: () => over };
  const opened =
    tunnel === undefined ? request(credentials) : carryTunnel(tunnel, proxy.hostname, () => asking, requests);
  opened.then(end, finish);
  return {
    destroy(error, atOnce = false) {
      if (asking === undefined || atOnce) connecting?.destroy(error, atOnce);
      else if (!over) endGently(asking);
      finish(new ProxyFailure(proxy.display, error, asking === undefined ? undefined : authority));
    },
    onClosed,
  };
}

function refusal(proxy: ProxySettings, head: ResponseHead): ConnectRefusal {
  const { status } = head;
  const what = `The proxy ${proxy.display} refused the connection with status ${status}.`;
  const isGiven = proxy.authorization !== undefined;
  const offer = status === 407 ? proxyOffer(head.header("proxy-authenticate") ?? "") : undefined;
  if (offer !== undefined) return new ConnectRefusal(`${what} ${offer}`, [], true);
  const needs = isGiven
    ? "It has refused the user name and password that it was given for Basic."
    : "It needs credentials.";
  const advice: Advice = { action: status === 407 && !isGiven ? "set" : "check", option: "proxy" };
  // With a status of 5xx the proxy reports that it does not reach the service at the moment.
  return new ConnectRefusal(status === 407 ? `${what} ${needs}` : what, [advice], status < 500);
}

function isSocketLoss(error: Error): boolean {
  const code: unknown = Reflect.get(error, "code");
  return code === "UND_ERR_SOCKET" || code === "UND_ERR_INFO";
}

function lostConnection(): Error {
  return Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET" });
}
