import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** A received request, with head and body. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
  /** The number of the request, from 1, over all connections. */
  readonly number: number;
}

export type RawHandler = (socket: Socket, request: RawRequest) => void;

/** A server that writes the bytes of a test, and counts requests and connections. */
export class RawServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly requests: RawRequest[] = [];
  /** The number of all connections. */
  connections = 0;

  private constructor(
    handler: RawHandler,
    private readonly tls: TlsOptions | undefined,
  ) {
    const serve = (socket: Socket): void => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      let bytes = Buffer.alloc(0);
      socket.on("data", (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        for (;;) {
          const end = bytes.indexOf("\r\n\r\n");
          if (end < 0) return;
          const head = bytes.toString("latin1", 0, end);
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
          if (bytes.length < end + 4 + length) return;
          const body = bytes.toString("utf8", end + 4, end + 4 + length);
          bytes = bytes.subarray(end + 4 + length);
          const request = { head, body, number: this.requests.length + 1 };
          this.requests.push(request);
          handler(socket, request);
        }
      });
    };
    this.#server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  }

  /** Starts the server. With `tls`, it speaks TLS. */
  static async start(handler: RawHandler, tls?: TlsOptions): Promise<RawServer> {
    const server = new RawServer(handler, tls);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.tls === undefined ? "http" : "https"}://127.0.0.1:${this.port}/service`;
  }

  /** The number of open sockets. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Waits until no socket is open. Fails after twenty seconds. */
  async allClosed(): Promise<void> {
    while (this.open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    if (this.open > 0) throw new Error(`${this.open} sockets are still open`);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Returns a response with status, headers, body and `Content-Length`. */
export function answer(body: string | Buffer, status = "200 OK", headers: readonly string[] = []): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: text/xml; charset=utf-8",
    `Content-Length: ${bytes.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
}
