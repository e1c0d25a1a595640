import type { buildConnector } from "undici";
import makeConnector from "undici/lib/core/connect.js";
import { skipContinue } from "./interim";

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

export type Connect = buildConnector.connector;

/** Connects straight to the service. */
export function directConnector(options: ConnectOptions): Connect {
  const connect = makeConnector({
    ...options.tls,
    timeout: options.connectTimeoutMs,
    ...(options.socketPath === undefined ? {} : { socketPath: options.socketPath }),
  });
  return inTime(options.connectTimeoutMs, (target, callback) => {
    connect(target, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else callback(null, skipContinue(socket));
    });
  });
}

/**
 * `connect` with one limit for all of it: undici's own is late by up to half a second, and counts anew for each step of a
 * way through a proxy. It stays as what cleans up the socket.
 */
export function inTime(connectTimeoutMs: number, connect: Connect): Connect {
  return (target, callback) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      callback(Object.assign(new Error("no connection in time"), { code: "UND_ERR_CONNECT_TIMEOUT" }), null);
    }, connectTimeoutMs);
    connect(target, (...[error, socket]) => {
      clearTimeout(timer);
      if (over) socket?.on("error", () => {}).destroy();
      else if (error !== null) callback(error, null);
      else callback(null, socket);
    });
  };
}
