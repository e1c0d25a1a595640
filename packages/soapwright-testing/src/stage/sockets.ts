/** Counts the sockets of this process that began to connect and are not destroyed. */
import { Socket } from "node:net";

export class SocketCount {
  readonly #open = new Set<Socket>();
  #most = 0;
  #begun = 0;

  constructor() {
    const count = (socket: Socket): void => this.#add(socket);
    const { connect } = Socket.prototype;
    // TLS sockets connect through this function too, and no diagnostics channel reports them.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
      count(this);
      return Reflect.apply(connect, this, args) as Socket;
    } as typeof connect;
  }

  /** Number of sockets that are open now. */
  get now(): number {
    for (const socket of this.#open) if (socket.destroyed) this.#open.delete(socket);
    return this.#open.size;
  }

  /** Largest number of sockets that were open at a time. */
  get most(): number {
    return this.#most;
  }

  /** Number of sockets that ever began to connect. */
  get begun(): number {
    return this.#begun;
  }

  #add(socket: Socket): void {
    this.#open.add(socket);
    this.#begun++;
    this.#most = Math.max(this.#most, this.now);
  }
}
