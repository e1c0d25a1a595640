import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import makeConnector from "undici/lib/core/connect.js";

export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly tls: ConnectTls;
}

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

/** Called once. */
export type OnConnected = (error: Error | null, socket?: Socket) => void;

export interface Connecting {
  /**
   * Calls `onConnected` with `error`. Sockets close when the other side has seen the end; with `atOnce`, immediately.
   */
  destroy(error: Error, atOnce?: boolean): void;
  onClosed(listener: () => void): void;
}

/** Maximum wait for the other side to close an aborted connection, in milliseconds. */
export const LINGER_MS = 250;

/**
 * If a socket were closed at once, it would still count as a connection on the other side, and the next one could
 * exceed the limit of connections there.
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

/** Calls `onConnected` only after it has returned. */
export type Connect = (target: ConnectTarget, onConnected: OnConnected) => Connecting;

/**
 * Node's defaults as own properties, so that a property that another package put on Object.prototype does not become an
 * option.
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

/** undici's own timeout is coarse, so it is off: `Connection` enforces the time limit to the millisecond. */
export function undiciConnector(options: ConnectTls): Connect {
  const connect = makeConnector({ ...SHIELDED, ...options, timeout: 0 } as object);
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

export function directConnector({ tls }: ConnectOptions): Connect {
  return undiciConnector(tls);
}
