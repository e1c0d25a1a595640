/** Opens and closes the TCP and TLS connections of a client. */
import { isIP, connect as openTcp, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import type { buildConnector } from "undici";
import type { Tunnel } from "./connection-owner";

export interface ConnectTls {
  readonly ca?: string | Buffer | (string | Buffer)[];
  readonly cert?: string | Buffer | (string | Buffer)[];
  readonly key?: string | Buffer;
  readonly pfx?: string | Buffer;
  readonly passphrase?: string;
  readonly servername?: string;
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}

export type ConnectTarget = buildConnector.Options;

/** Called once, and never before the function that it was passed to has returned. */
export type OnConnected = (error: Error | null, socket?: Socket) => void;

/** A connection from the first attempt to its end. */
export interface Connecting {
  /**
   * While it connects: calls `onConnected` with `error`, and closes gently. With `atOnce`, or once connected: destroys
   * the socket immediately.
   */
  destroy(error: Error, atOnce?: boolean): void;
  onClosed(listener: () => void): void;
}

/** Maximum wait for the other side to close an aborted connection, in milliseconds. */
export const LINGER_MS = 250;

/**
 * Half-closes the socket, and destroys it after `LINGER_MS` at the latest. Destroyed at once, it would still count as a
 * connection at the peer, and the next one could exceed the limit of connections there.
 */
export function endGently(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket
    .once("close", () => clearTimeout(timer))
    .on("error", () => {})
    .end()
    .resume();
}

export function whenClosed(socket: Socket, listener: () => void): void {
  if (socket.closed) listener();
  else socket.once("close", listener);
}

/** Opens a connection, and passes its socket or an error to the callback, in the form that undici takes. */
export type Connect = (target: ConnectTarget, onConnected: OnConnected, tunnel?: Tunnel) => Connecting;

/**
 * The options of Node as own properties with their defaults, so that a property that another package put on
 * Object.prototype does not become an option.
 */
const CONNECT_DEFAULTS: object = {
  socket: undefined,
  path: undefined,
  lookup: undefined,
  localAddress: undefined,
  localPort: undefined,
  family: undefined,
  hints: undefined,
  signal: undefined,
  onread: undefined,
  handle: undefined,
  fd: undefined,
  keepAlive: undefined,
  keepAliveInitialDelay: undefined,
  allowHalfOpen: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  pfx: undefined,
  passphrase: undefined,
  servername: undefined,
  secureContext: undefined,
  rejectUnauthorized: true,
  session: undefined,
};

/** Idle time of a TCP connection after which the system checks whether the other side is there, in milliseconds. */
const TCP_KEEP_ALIVE_MS = 60_000;

/** Returns a connector to one host. It has no time limit: `Connection` enforces that. */
export function socketConnector(options: ConnectTls): Connect {
  /** The last session of TLS, which the next connection resumes (RFC 8446, 2.2). */
  let session: Buffer | undefined;

  function open({ protocol, hostname: host, port, servername, httpSocket }: ConnectTarget): Socket {
    const isTls = protocol === "https:";
    const highWaterMark = isTls ? 16_384 : 65_536;
    const terms = { ...CONNECT_DEFAULTS, ...options, host, port: Number(port || (isTls ? 443 : 80)), highWaterMark };
    if (!isTls) return openTcp(terms);
    // The name of a server is no address (RFC 6066, 3).
    const name = servername || options.servername || (isIP(host) === 0 ? host : undefined);
    const tlsTerms = {
      ...terms,
      ...(name !== undefined && { servername: name }),
      ...(session !== undefined && { session }),
      ...(httpSocket !== undefined && { socket: httpSocket }),
      ALPNProtocols: ["http/1.1"],
    };
    return openTls(tlsTerms).on("session", (latest) => {
      session = latest;
    });
  }

  return (target, onConnected) => {
    let state: "connecting" | "stopped" | "done" = "connecting";
    const finish = (error: Error | null): void => {
      if (state !== "connecting") return;
      state = "done";
      if (error === null) onConnected(null, socket);
      else onConnected(error);
    };
    const socket = open(target)
      .setKeepAlive(true, TCP_KEEP_ALIVE_MS)
      .setNoDelay(true)
      .once(target.protocol === "https:" ? "secureConnect" : "connect", () => finish(null))
      .on("error", finish);
    return {
      destroy(error, atOnce = false) {
        if (atOnce || state === "done") socket.destroy(error);
        else if (state === "connecting") {
          state = "stopped";
          process.nextTick(onConnected, error);
          endGently(socket);
        }
      },
      onClosed: (listener) => whenClosed(socket, listener),
    };
  };
}
