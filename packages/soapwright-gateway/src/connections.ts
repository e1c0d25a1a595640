/** The connections of a server, for an end that loses no request. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How often it is looked whether connections are open. */
const LOOK_MS = 50;
/** Bounds the last connections that are accepted, where callers do not stop. */
const MOST_TURNS = 5_000;
/** How long a connection may be without a request, at least, once the server has stopped to listen. */
const SILENT_MS = 1_000;

export class Connections {
  #accepted = 0;
  /** How many requests each open connection waits for the responses of. */
  readonly #requests = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on("connection", (socket) => {
      this.#accepted++;
      this.#requests.set(socket, 0);
      socket.once("close", () => this.#requests.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      this.#count(socket, 1);
      response.once("close", () => this.#count(socket, -1));
    });
  }

  /**
   * Resolves when no connection is open, or the time is over, and none waits to be accepted: the system resets those
   * that still wait when the server stops listening.
   */
  async drained(mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    do await pause(Math.min(LOOK_MS, mostMs));
    while (this.#requests.size > 0 && performance.now() < end);
    // Node.js accepts one connection in each turn of its event loop.
    for (let turn = 0, before = -1; turn < MOST_TURNS && this.server.listening && before !== this.#accepted; turn++) {
      before = this.#accepted;
      await new Promise(setImmediate);
    }
  }

  /**
   * Runs `close`, and ends connections without a request meanwhile: a closed server of Node.js waits for those whose first
   * request has not arrived, however long that takes.
   */
  async withoutSilent(close: () => Promise<unknown>): Promise<void> {
    let before = new Set<Socket>();
    const timer = setInterval(() => {
      const silent = this.server.listening ? [] : [...this.#requests].filter(([, count]) => count === 0);
      for (const [socket] of silent) if (before.has(socket)) socket.destroy();
      before = new Set(silent.map(([socket]) => socket));
    }, SILENT_MS);
    try {
      await close();
    } finally {
      clearInterval(timer);
    }
  }

  #count(socket: Socket, more: number): void {
    const count = this.#requests.get(socket);
    if (count !== undefined) this.#requests.set(socket, count + more);
  }
}
