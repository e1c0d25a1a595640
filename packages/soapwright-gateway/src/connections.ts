/** The connections of a server, for an end that loses no request. */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How often it is looked whether connections are open. */
const LOOK_MS = 50;
/** Bounds the last connections that are accepted, where callers do not stop. */
const MOST_TURNS = 5_000;
/** How long a connection may be without a request, at least, once the server has stopped to listen. */
const SILENT_MS = 1_000;

/** What an open connection is at. */
interface Use {
  /** How many requests wait for their responses. */
  requests: number;
  last?: IncomingMessage;
  /** How many bytes had arrived when the last response ended. */
  bytesRead: number;
}

export class Connections {
  #accepted = 0;
  readonly #open = new Map<Socket, Use>();

  constructor(private readonly server: Server) {
    server.on("connection", (socket) => {
      this.#accepted++;
      this.#open.set(socket, { requests: 0, bytesRead: 0 });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => {
      const { socket } = request;
      const use = this.#open.get(socket);
      if (use === undefined) return;
      use.requests++;
      use.last = request;
      response.once("close", () => {
        use.requests--;
        use.bytesRead = socket.bytesRead;
      });
    });
  }

  /**
   * Resolves when no connection is open, or the time is over, and none waits to be accepted: the system resets those
   * that still wait when the server stops listening.
   */
  async drained(mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    do await pause(Math.min(LOOK_MS, mostMs));
    while (this.#open.size > 0 && performance.now() < end);
    // Node.js accepts one connection in each turn of its event loop.
    for (let turn = 0, before = -1; turn < MOST_TURNS && this.server.listening && before !== this.#accepted; turn++) {
      before = this.#accepted;
      await new Promise(setImmediate);
    }
  }

  /**
   * Runs `close`, and ends connections without a request meanwhile: a closed server of Node.js waits for those whose first
   * request has not arrived, however long that takes. Since 26 it ends them at once, although a request is on its way.
   */
  async withoutSilent(close: () => Promise<unknown>): Promise<void> {
    this.server.closeIdleConnections = () => this.#closeAnswered();
    let before = new Set<Socket>();
    const timer = setInterval(() => {
      const silent = this.server.listening ? [] : [...this.#open].filter(([, { requests }]) => requests === 0);
      for (const [socket] of silent) if (before.has(socket)) socket.destroy();
      before = new Set(silent.map(([socket]) => socket));
    }, SILENT_MS);
    try {
      await close();
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends the connections that had their responses and began no other request. */
  #closeAnswered(): void {
    for (const [socket, { requests, last, bytesRead }] of this.#open)
      if (requests === 0 && last?.complete && bytesRead === socket.bytesRead) socket.destroy();
  }
}
