import type { Socket } from "node:net";
import { Duplex, type DuplexOptions } from "node:stream";
import { MAX_HEAD_BYTES } from "./connection-failure";

/** Head and body of a request go out as one piece up to this length, which costs less than to hand over two. */
const LONGEST_JOINED = 65_536;

/**
 * The bytes of one connection, which undici reads and writes in place of the socket. Owns what the socket receives:
 * applies backpressure, and drops interim responses.
 *
 * Pausing undici's own parser does not work as backpressure: when the service ends the connection after its response
 * while the parser is paused, undici 7 fails an assertion (nodejs/undici#5360). While the bytes are held, they and the
 * end of the stream stay in the system's buffers.
 *
 * Interim responses (1xx; RFC 9110, 15.2) may arrive at any time before the response, requested or not. undici treats
 * `100 Continue` as a broken response, so all of them except 101 are dropped here. Only the start of a response is
 * examined, from `expectHead` to the first byte that is not part of an interim response.
 */
export class ConnectionBytes extends Duplex {
  readonly #socket: Socket;
  /** What arrived since `expectHead`. */
  heard: "nothing" | "TLS" | "something" = "nothing";
  #isHeld = false;
  #isAtHead = true;
  #start: Buffer | undefined;

  /** @param socket Is connected, and nothing has read from it. */
  constructor(socket: Socket) {
    // Options have no prototype, so that a property on Object.prototype does not become one.
    super({ __proto__: null, allowHalfOpen: false, decodeStrings: false } as DuplexOptions);
    this.#socket = socket;
    socket
      .on("data", (chunk: Buffer) => this.#receive(chunk))
      .once("end", () => this.push(null))
      .once("error", (error) => this.destroy(error))
      .once("close", () => this.destroy());
  }

  /** Called before a request is written. */
  expectHead(): void {
    this.#isAtHead = true;
    this.heard = "nothing";
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Nothing is read from the socket until `release`. */
  hold(): void {
    this.#isHeld = true;
    this.#socket.pause();
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#socket.resume();
  }

  // undici lets a connection that is idle not keep the process running, and its listeners read these addresses.

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort;
  }

  get localAddress(): string | undefined {
    return this.#socket.localAddress;
  }

  get localPort(): number | undefined {
    return this.#socket.localPort;
  }

  override _read(): void {
    if (!this.#isHeld) this.#socket.resume();
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: { chunk: string | Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const socket = this.#socket;
    const pieces = chunks.map(({ chunk, encoding }) =>
      typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk,
    );
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length <= LONGEST_JOINED) {
      socket.write(Buffer.concat(pieces, length), done);
      return;
    }
    socket.cork();
    pieces.forEach((piece, at) => {
      if (at < pieces.length - 1) socket.write(piece);
      else socket.write(piece, done);
    });
    socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const socket = this.#socket;
    if (socket.closed) {
      done(error);
      return;
    }
    socket.once("close", () => done(error)).destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#isAtHead) {
      if (this.heard === "nothing") {
        // A record begins with its type and the version of the record layer (RFC 8446, 5.1).
        const isTls = (chunk[0] === 0x15 || chunk[0] === 0x16) && (chunk.length === 1 || chunk[1] === 0x03);
        this.heard = isTls ? "TLS" : "something";
      }
      // The first digit of the status decides the common case with one comparison.
      this.#isAtHead = this.#start !== undefined || chunk.length < 10 || chunk[9] === 0x31;
      if (this.#isAtHead) {
        const bytes = this.#withoutInterim(chunk);
        if (bytes !== undefined && !this.push(bytes)) this.#socket.pause();
        return;
      }
    }
    if (!this.push(chunk)) this.#socket.pause();
  }

  #withoutInterim(chunk: Buffer): Buffer | undefined {
    let bytes = this.#start === undefined ? chunk : Buffer.concat([this.#start, chunk]);
    this.#start = undefined;
    while (mayBeInterim(bytes)) {
      const end = bytes.indexOf("\r\n\r\n", 0, "latin1");
      if (end < 0 || end > MAX_HEAD_BYTES) {
        if (bytes.length > MAX_HEAD_BYTES) break;
        this.#start = bytes;
        return undefined;
      }
      bytes = bytes.subarray(end + 4);
      if (bytes.length === 0) return undefined;
    }
    this.#isAtHead = false;
    return bytes;
  }
}

/** Whether `bytes` are, or may become, an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, 13);
  if (head.length === 13) return /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/.test(head);
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((beginning) => beginning.startsWith(head.slice(0, 10)));
}
