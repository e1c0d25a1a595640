/** A server in its own process that treats each call as `injection.ts` says. It writes HTTP by hand, to break it. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { writeShaped } from "soapwright-testing/stage/shape-server";
import { encodeBody, frame } from "soapwright-testing/stage/shapes";
import { shapeOf, type Trouble, troubleOf } from "./injection";
import { faultResponse, listResponse, otherElementResponse, page, wrongValueResponse } from "./responses";

/** The ports of the two listeners. */
export interface ServerPorts {
  readonly port: number;
  /** The port that accepts connections and never sends a byte. */
  readonly silentPort: number;
}

/** The counts of the server. */
export interface ServerCount {
  /** The number of requests by injected trouble. */
  readonly met: { readonly [trouble: string]: number };
  readonly requests: number;
  readonly connections: number;
  /** The number of calls that failed once, as planned, and were not repeated. */
  readonly unfinished: number;
}

const met: { [trouble: string]: number } = {};
let requests = 0;
let connections = 0;
/** Calls whose first attempt failed as planned. */
const failedOnce = new Set<number>();

const xml = "text/xml; charset=utf-8";
const reply = (socket: Socket, status: string, type: string, body: string | Buffer, more = "") => {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n${more}\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), bytes]));
};

const acts: { readonly [T in Trouble]: (socket: Socket, employeeId: number) => void } = {
  resetBeforeAnswer: (socket) => socket.resetAndDestroy(),
  closedBeforeAnswer: (socket) => socket.end(),
  resetInHead: (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Ty", () => socket.resetAndDestroy()),
  resetInBody: (socket, id) => cut(socket, id, () => socket.resetAndDestroy()),
  shortBody: (socket, id) => cut(socket, id, () => socket.end()),
  badChunk: (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: ${xml}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<?xml\r\n`),
  resetOnce: (socket, id) => once(id, () => socket.resetAndDestroy(), socket),
  busyOnce: (socket, id) => once(id, () => reply(socket, "503 Service Unavailable", "text/plain", ""), socket),
  tooManyOnce: (socket, id) =>
    once(id, () => reply(socket, "429 Too Many Requests", "text/plain", "", "Retry-After: 0\r\n"), socket),
  busy: (socket) => reply(socket, "503 Service Unavailable", "text/html", page),
  redirect: (socket) => reply(socket, "302 Found", "text/html", "", "Location: https://elsewhere.example/\r\n"),
  emptyBadRequest: (socket) => reply(socket, "400 Bad Request", "text/plain", ""),
  fault: (socket) => reply(socket, "500 Internal Server Error", xml, faultResponse),
  faultWithStatus200: (socket) => reply(socket, "200 OK", xml, faultResponse),
  cutXml: (socket, id) => reply(socket, "200 OK", xml, listResponse(id).slice(0, -20)),
  emptyAnswer: (socket) => reply(socket, "200 OK", xml, ""),
  page: (socket) => reply(socket, "200 OK", "text/html", page),
  otherElement: (socket) => reply(socket, "200 OK", xml, otherElementResponse),
  wrongValue: (socket) => reply(socket, "200 OK", xml, wrongValueResponse),
  brokenGzip: (socket) => reply(socket, "200 OK", xml, "this is not gzip", "Content-Encoding: gzip\r\n"),
  gzip: (socket, id) => reply(socket, "200 OK", xml, gzipSync(listResponse(id)), "Content-Encoding: gzip\r\n"),
  pieces: (socket, id) => inPieces(socket, Buffer.from(listResponse(id))),
  closedAfterAnswer: (socket, id) => {
    reply(socket, "200 OK", xml, listResponse(id), "Connection: close\r\n");
    socket.end();
  },
  silence: () => {},
  abandoned: () => {},
};

function cut(socket: Socket, employeeId: number, after: () => void): void {
  const body = Buffer.from(listResponse(employeeId));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${xml}\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, body.length >> 1)]), after);
}

function once(employeeId: number, fail: () => void, socket: Socket): void {
  if (failedOnce.delete(employeeId)) {
    reply(socket, "200 OK", xml, listResponse(employeeId));
    return;
  }
  failedOnce.add(employeeId);
  fail();
}

/** Writes chunks of seven bytes, which split names, references and characters. */
function inPieces(socket: Socket, body: Buffer): void {
  let answer = `HTTP/1.1 200 OK\r\nContent-Type: ${xml}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  for (let at = 0; at < body.length; at += 7) {
    const piece = body.subarray(at, at + 7);
    answer += `${piece.length.toString(16)}\r\n${piece.toString("latin1")}\r\n`;
  }
  socket.write(`${answer}0\r\n\r\n`, "latin1");
}

function answer(socket: Socket, request: string): void {
  const employeeId = Number(/<EmployeeId>(\d+)</.exec(request)?.[1]);
  requests++;
  const trouble = troubleOf(employeeId);
  if (trouble === undefined) {
    const shape = shapeOf(employeeId);
    writeShaped(socket, shape, frame(shape, encodeBody(shape.coding, listResponse(employeeId))));
    return;
  }
  met[trouble] = (met[trouble] ?? 0) + 1;
  acts[trouble](socket, employeeId);
}

const server = createServer((socket) => {
  connections++;
  let pending = "";
  socket.setNoDelay(true);
  socket.on("close", () => connections--);
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    // Bytes after the end of the response are not a request that was handled.
    if (socket.writableEnded) return;
    pending += bytes.toString("latin1");
    for (;;) {
      const headEnd = pending.indexOf("\r\n\r\n");
      const length = Number(/content-length: *(\d+)/i.exec(pending)?.[1]);
      if (headEnd === -1 || pending.length < headEnd + 4 + length) return;
      const request = pending.slice(0, headEnd + 4 + length);
      pending = pending.slice(request.length);
      answer(socket, request);
    }
  });
});

process.on("message", () => {
  const count: ServerCount = { met, requests, connections, unfinished: failedOnce.size };
  process.send?.(count);
});
process.on("disconnect", () => process.exit(0));
const silent = createServer((socket) => {
  connections++;
  socket.on("close", () => connections--);
  socket.on("error", () => socket.destroy());
  socket.resume();
});
const portOf = (listener: typeof server): number => (listener.address() as AddressInfo).port;
silent.listen(0, "127.0.0.1", () => {
  server.listen(0, "127.0.0.1", () => {
    const ports: ServerPorts = { port: portOf(server), silentPort: portOf(silent) };
    process.send?.(ports);
  });
});
