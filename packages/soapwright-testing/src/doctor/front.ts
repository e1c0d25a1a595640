/** A reverse proxy that changes the responses of the server behind it, or responds itself. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** Returns the front's own response; undefined to forward the request to the server behind it. */
export type Answer = (request: IncomingMessage) => Partial<FrontAnswer> | undefined;

interface FrontAnswer {
  readonly status: number;
  readonly headers: Readonly<{ [name: string]: string }>;
  readonly body: string | Buffer;
}

export interface Front {
  readonly url: string;
  readonly port: number;
  /** The method and path of each request, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a front on loopback. With `certificate`, it speaks TLS. */
export async function startFront(
  upstream: string,
  answer: Answer,
  certificate?: { readonly key: Buffer | string; readonly cert: Buffer | string },
): Promise<Front> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.method} ${request.url}`);
    void serve(upstream, answer, request, response);
  };
  const server = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  upstream: string,
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ownAnswer = answer(request);
  if (ownAnswer !== undefined) {
    response.writeHead(ownAnswer.status ?? 200, ownAnswer.headers ?? {});
    response.end(ownAnswer.body ?? "");
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers: { [name: string]: string } = {};
  for (const name of ["content-type", "soapaction"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const body = request.method === "GET" ? null : Buffer.concat(chunks);
  const passed = await fetch(upstream + request.url, { method: request.method ?? "GET", headers, body });
  response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "text/xml" });
  response.end(Buffer.from(await passed.arrayBuffer()));
}

export async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}
