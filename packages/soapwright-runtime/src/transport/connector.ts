import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import makeConnector from "undici/lib/core/connect.js";

export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly tls: ConnectTls;
}

/** The part of Node's TLS options that is supported. */
export interface ConnectTls {
  readonly ca?: string | Buffer | (string | Buffer)[];
  readonly cert?: string | Buffer | (string | Buffer)[];
  readonly key?: string | Buffer;
  readonly pfx?: string | Buffer;
  readonly passphrase?: string;
  readonly servername?: string;
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}

/** undici's target of a connection. */
export type ConnectTarget = buildConnector.Options;

/** Called once, with a connected socket or with the error. */
export type OnConnected = (error: Error | null, socket?: Socket) => void;

export interface Connecting {
  /**
   * Aborts: calls `onConnected` at once, and closes the sockets as soon as the other side has seen the end; with
   * `atOnce`, immediately.
   */
  destroy(error: Error, atOnce?: boolean): void;
  /** Calls `listener` when all of its sockets are closed. */
  onClosed(listener: () => void): void;
}

/** Longest wait for the other side of an aborted connection to close it too, in milliseconds. */
export const LINGER_MS = 250;

/**
 * Ends a socket and closes it when the other side has, or after `LINGER_MS`. A socket that is closed at once would
 * still be a connection on the other side: the next one would exceed the limit of connections there.
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

/** Starts to connect. `onConnected` is not called before this has returned. */
export type Connect = (target: ConnectTarget, onConnected: OnConnected) => Connecting;

/**
 * Node's defaults for a TLS connection and a socket, as own properties: a property that another package put on
 * Object.prototype must not become an option.
 */
const SHIELDED = {
  socketPath: undefined,
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
  allowH2: false,
  useH2c: false,
  maxCachedSessions: undefined,
  session: undefined,
};

/** Returns undici's connector without its coarse timeout; the connection keeps the time limit to the millisecond. */
export function undiciConnector(options: ConnectTls): Connect {
  const connect = makeConnector({ ...SHIELDED, ...options, timeout: 0 } as object);
  return (target, onConnected) => {
    let state: "connecting" | "given up" | "told" = "connecting";
    // undici's declarations omit that a connector returns its socket.
    const socket = connect(target, (...[error, connected]) => {
      if (state !== "connecting") return;
      state = "told";
      if (error === null) onConnected(null, connected as Socket);
      else onConnected(error);
    }) as unknown as Socket;
    return {
      destroy(error, atOnce = false) {
        if (atOnce || state === "told") socket.destroy(error);
        else if (state === "connecting") {
          state = "given up";
          process.nextTick(onConnected, error);
          endGently(socket);
        }
      },
      onClosed: (listener) => whenClosed(socket, listener),
    };
  };
}

/** Returns a connector without a proxy. */
export function directConnector({ tls }: ConnectOptions): Connect {
  return undiciConnector(tls);
}
