/** The service of `calls.ts`, which answers by the path of the request, and lets every origin call it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { deflateSync, gzipSync } from "node:zlib";
import { book, books, envelope, fault11 } from "soapwright-testing/client/shelf";

const WORD = "Caf\u00e9";
const list = envelope(books(book(1, WORD), book(2)));
const items = Array.from({ length: 5_000 }, (_, id) => book(id));
const [opening = ""] = envelope(books(book(0))).split(book(0));
const declared = (encoding: string) => list.replace("utf-8", encoding);

type Reply = (response: ServerResponse, request: IncomingMessage, body: string) => unknown;

const typed =
  (
    body: string | Buffer,
    { status = 200, type = "text/xml; charset=utf-8", ...headers }: Record<string, unknown> = {},
  ): Reply =>
  (response) => {
    response.writeHead(Number(status), { "Content-Type": String(type), ...(headers as Record<string, string>) });
    response.end(body);
  };

let busy = 0;

const replies: { readonly [path: string]: Reply } = {
  list: (response, request, body) =>
    body.includes("2003/05/soap-envelope")
      ? typed(envelope(books(book(1, WORD), book(2)), "1.2"), { type: "application/soap+xml; charset=utf-8" })(
          response,
          request,
          body,
        )
      : typed(list)(response, request, body),
  latin1: typed(Buffer.from(declared("iso-8859-1"), "latin1"), { type: "text/xml; charset=iso-8859-1" }),
  "utf-16": typed(Buffer.from(`\ufeff${declared("utf-16")}`, "utf16le"), { type: "text/xml" }),
  "windows-1252": typed(Buffer.from(declared("windows-1252").replace(WORD, "\x80"), "latin1"), { type: "text/xml" }),
  gzip: typed(gzipSync(list), { "Content-Encoding": "gzip" }),
  deflate: typed(deflateSync(list), { "Content-Encoding": "deflate" }),
  header: (response, request, body) =>
    typed(envelope(books(book(1, `${request.headers["x-gateway"]} ${request.headers.soapaction}`))))(
      response,
      request,
      body,
    ),
  stream: (response) => {
    response.writeHead(200, { "Content-Type": "text/xml" });
    for (const part of [opening, ...items]) response.write(part);
    response.end("</Get_BooksResult></Get_BooksResponse></s:Body></s:Envelope>");
  },
  endless: (response) => {
    response.writeHead(200, { "Content-Type": "text/xml" });
    response.write(opening + items.join(""));
  },
  "once-busy": (response, request, body) =>
    typed(list, busy++ % 2 === 0 ? { status: 503 } : {})(response, request, body),
  fault: typed(envelope(fault11("s:Client", "No such shelf.")), { status: 500 }),
  busy: typed("<html>busy</html>", { status: 503, type: "text/html" }),
  redirect: typed("", { status: 302, Location: "https://elsewhere.example/" }),
  "no-xml": typed("not XML"),
  "wrong-value": typed(list.replace("<Id>1</Id>", "<Id>one</Id>")),
  illegal: typed(list.replace(WORD, "\u0001")),
  cut: (response) => {
    response.writeHead(200, { "Content-Type": "text/xml", "Content-Length": list.length + 100 });
    response.write(list.slice(0, 200), () => response.destroy());
  },
  closed: (response) => response.destroy(),
  silent: () => {},
  echo: (response, request, body) => {
    const [content] = /<s?o?a?p?:?Body>(.*)<\//s.exec(body) ?? [];
    const [, octets = ""] = /Octets[^>]*>([^<]*)</.exec(content ?? body) ?? [];
    const echoed = `<Echo xmlns="urn:example:echo"><Octets>${octets}</Octets></Echo>`;
    typed(envelope(echoed))(response, request, body);
  },
};

export interface Service {
  readonly url: string;
  close(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type, soapaction, x-gateway");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const body = await text(request);
    replies[request.url!.slice(1)]!(response, request, body);
  });
  // A slow machine would send a request on a connection that is being closed, and not every fetch sends it again.
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
