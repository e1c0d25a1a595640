import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import makeConnector from "undici/lib/core/connect.js";

/** How connections are made. */
export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly socketPath: string | undefined;
  readonly tls: ConnectTls;
}

/** The part of Node's TLS options that is carried through. */
export interface ConnectTls {
  readonly ca?: string | Buffer | (string | Buffer)[];
  readonly cert?: string | Buffer | (string | Buffer)[];
  readonly key?: string | Buffer;
  readonly pfx?: string | Buffer;
  readonly passphrase?: string;
  readonly servername?: string;
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}

/** What undici asks for a connection to. */
export type ConnectTarget = buildConnector.Options;

/** Called once, with a socket that is ready for requests or with the reason why there is none. */
export type OnConnected = (error: Error | null, socket?: Socket) => void;

/** A connection that is being made: `destroy` gives it up and closes whatever has been opened for it. */
export interface Connecting {
  destroy(error?: Error): unknown;
}

/** Starts to connect. `onConnected` is not called before this has returned. */
export type Connect = (target: ConnectTarget, onConnected: OnConnected) => Connecting;

/**
 * Node's defaults for a TLS connection and a socket, as own properties: what another package has put on Object.prototype
 * is never an option of ours.
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

/** undici's connector. Time is kept by the connection that is being made, to the millisecond. */
export function undiciConnector(options: ConnectTls & { readonly socketPath?: string | undefined }): Connect {
  const connect = makeConnector({ ...SHIELDED, ...options, timeout: 0 } as object);
  return (target, onConnected) =>
    // undici's declarations leave out that a connector returns its socket.
    connect(target, (...[error, socket]) => {
      if (error === null) onConnected(null, socket as Socket);
      else onConnected(error);
    }) as unknown as Socket;
}

/** Connects straight to the service. */
export function directConnector({ socketPath, tls }: ConnectOptions): Connect {
  return undiciConnector({ ...tls, socketPath });
}
