/** Counts the sockets of this process that began to connect and are not destroyed. */
import { Socket } from "node:net";

export class SocketCount {
  readonly #open = new Set<Socket>();
  #most = 0;
  #begun = 0;

  constructor() {
    const count = (socket: Socket): void => this.#add(socket);
    const { connect } = Socket.prototype;
    // TLS sockets also connect through this function, and no diagnostics channel reports them.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
      count(this);
      return Reflect.apply(connect, this, args) as Socket;
    } as typeof connect;
  }

  /** The number of open sockets. */
  get now(): number {
    for (const socket of this.#open) if (socket.destroyed) this.#open.delete(socket);
    return this.#open.size;
  }

  /** The largest number of sockets that were open at the same time. */
  get most(): number {
    return this.#most;
  }

  /** The number of sockets that have begun to connect. */
  get begun(): number {
    return this.#begun;
  }

  /**
   * Waits until the reader of an open socket has paused it, for `ms` where a time is what is tested, and reads no more. Fails
   * when more than `most` bytes were read: what a sender has sent says nothing, because kernels and proxies store it.
   */
  async heldBack(most: number, ms = 0): Promise<void> {
    const read = () => Math.max(0, ...[...this.#open].map(({ bytesRead }) => bytesRead));
    const isHeld = () => this.now > 0 && [...this.#open].some((socket) => socket.isPaused());
    for (let [turns, before, end] = [0, -1, 0]; turns < 20 || performance.now() < end; ) {
      await new Promise((resolve) => setImmediate(resolve));
      if (read() > most) throw new Error(`${read()} bytes were read, where ${most} at most should be`);
      if (isHeld() && read() === before) turns++;
      else [turns, before, end] = [0, read(), performance.now() + ms];
    }
  }

  #add(socket: Socket): void {
    this.#open.add(socket);
    this.#begun++;
    this.#most = Math.max(this.#most, this.now);
  }
}
