/** A server that responds with prepared bytes, and records the bytes of each request. */

import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

/** A request as received on the socket. */
export interface RawRequest {
  readonly startLine: string;
  /** The headers in order, with names as written. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Returns the value of one header, by its name in any case. */
export function headerOf({ headers }: RawRequest, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

/** A server that needs the bytes of a response, including the head. Each connection gets one response and is closed. */
export class ReplayServer {
  readonly requests: RawRequest[] = [];
  answer: Uint8Array = Buffer.alloc(0);
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets a response with this status, content type and body, and with its length. */
  answerWith(status: number, contentType: string, body: Uint8Array): void {
    const head = `HTTP/1.1 ${status} Answer\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    this.answer = Buffer.concat([Buffer.from(head, "latin1"), body]);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const request = parseRequest(received);
      if (!request) return;
      this.requests.push(request);
      socket.end(this.answer);
    });
  }
}

/** Parses the request; undefined until it is complete. */
function parseRequest(bytes: Buffer): RawRequest | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [startLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const body = bytes.subarray(end + 4);
  const request = { startLine, headers, body };
  return body.length < Number(headerOf(request, "content-length") ?? 0) ? undefined : request;
}
