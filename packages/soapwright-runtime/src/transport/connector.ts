/** Opens and closes the TCP and TLS connections of a client, by undici's connector. */
import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import makeConnector from "undici/lib/core/connect.js";

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
export type Connect = (target: ConnectTarget, onConnected: OnConnected) => Connecting;

/**
 * The options of Node and undici as own properties with their defaults, so that a property that another package put on
 * Object.prototype does not become an option.
 */
const CONNECT_DEFAULTS = {
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

/** undici's own timeout is coarse, so it is off: `Connection` enforces the time limit to the millisecond. */
export function undiciConnector(options: ConnectTls): Connect {
  const connect = makeConnector({ ...CONNECT_DEFAULTS, ...options, timeout: 0 } as object);
  return (target, onConnected) => {
    let state: "connecting" | "stopped" | "done" = "connecting";
    // undici's declarations omit that a connector returns its socket.
    const socket = connect(target, (...[error, connected]) => {
      if (state !== "connecting") return;
      state = "done";
      if (error === null) onConnected(null, connected as Socket);
      else onConnected(error);
    }) as unknown as Socket;
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
