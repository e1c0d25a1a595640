import type { Client } from "undici";
import type { Connect } from "./connector";
import { UndiciClient } from "./undici-client";

export interface PoolOptions {
  readonly origin: string;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
}

/** One connection to the service, used by one request at a time; it connects again by itself. */
export interface Connection {
  readonly client: Client;
  /** Connections of an older generation were made with settings that no longer hold. */
  readonly generation: number;
}

/**
 * The connections to one service. Not undici's own pool: that one opens a second connection for calls made one after the
 * other, and a request that waits for its connection cannot be taken back from it. How many there are at a time is the
 * affair of the gate in front.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  #connect: Connect;
  #generation = 0;

  constructor(options: PoolOptions, connect: Connect) {
    this.#options = options;
    this.#connect = connect;
  }

  /** An idle connection, the most recently used first, or a new one. */
  take(): Connection {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const connection = {
      client: new UndiciClient(this.#options.origin, {
        connect: this.#connect,
        pipelining: 1,
        keepAliveTimeout: this.#options.keepAliveMs,
        keepAliveMaxTimeout: this.#options.keepAliveMs,
        maxHeaderSize: this.#options.maxHeaderBytes,
        // Time is kept by the attempt.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
      generation: this.#generation,
    };
    this.#all.add(connection);
    return connection;
  }

  /** Takes back a connection whose answer was read to its end. */
  give(connection: Connection): void {
    if (connection.generation !== this.#generation || !this.#all.has(connection)) this.drop(connection);
    else this.#idle.push(connection);
  }

  /** Closes a connection that has failed or was left in the middle of an answer. */
  drop(connection: Connection): void {
    this.#all.delete(connection);
    if (!connection.client.destroyed) connection.client.destroy(null, ignore);
  }

  /** New connections are made with `connect`; those that exist are closed when they are free. */
  reconnect(connect: Connect): void {
    this.#connect = connect;
    this.#generation++;
    for (const connection of this.#idle.splice(0)) this.drop(connection);
  }

  /** Closes every connection, idle or not, and waits until their sockets are gone. */
  async close(): Promise<void> {
    this.#generation++;
    this.#idle.length = 0;
    const connections = [...this.#all];
    this.#all.clear();
    await Promise.all(connections.map(({ client }) => client.destroy()));
  }
}

function ignore(): void {}
