/** The connections of a server, for an end that loses no request. */
import type { Server, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How often it is looked whether connections are open. */
const LOOK_MS = 50;
/** Bounds the last connections that are accepted, where callers do not stop. */
const MOST_TURNS = 5_000;

export class Connections {
  #accepted = 0;
  #open = 0;

  constructor(private readonly server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#accepted++;
      this.#open++;
      socket.once("close", () => this.#open--);
    });
  }

  /**
   * Resolves when no connection is open, or the time is over, and none waits to be accepted: the system resets those
   * that still wait when the server stops listening.
   */
  async drained(mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    do await pause(Math.min(LOOK_MS, mostMs));
    while (this.#open > 0 && performance.now() < end);
    // Node.js accepts one connection in each turn of its event loop.
    for (let turn = 0, before = -1; turn < MOST_TURNS && this.server.listening && before !== this.#accepted; turn++) {
      before = this.#accepted;
      await new Promise(setImmediate);
    }
  }
}
