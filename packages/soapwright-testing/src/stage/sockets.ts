/** Counts the sockets of this process that have begun to connect and are not destroyed. */
import { Socket } from "node:net";

export class SocketCount {
  readonly #open = new Set<Socket>();
  #most = 0;
  #begun = 0;

  constructor() {
    const count = (socket: Socket): void => this.#add(socket);
    const { connect } = Socket.prototype;
    // TLS sockets connect by this one too, and no diagnostics channel tells of them.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
      count(this);
      return Reflect.apply(connect, this, args) as Socket;
    } as typeof connect;
  }

  /** Sockets that are open now. */
  get now(): number {
    for (const socket of this.#open) if (socket.destroyed) this.#open.delete(socket);
    return this.#open.size;
  }

  /** Most that were open at a time. */
  get most(): number {
    return this.#most;
  }

  /** All that ever began to connect. */
  get begun(): number {
    return this.#begun;
  }

  #add(socket: Socket): void {
    this.#open.add(socket);
    this.#begun++;
    this.#most = Math.max(this.#most, this.now);
  }
}
