import type { IncomingMessage } from "node:http";

/** How long, and how much of it, a body is still taken in after its response. */
const MOST_MS = 5_000;
const MOST_BYTES = 16_777_216;
const LOOK_MS = 10;

/**
 * Whether a request announces a body that is longer than what may be read, or of no length, and that has not been read:
 * Node.js would take it to its end, so that the connection has to close after the response.
 */
export function hasUnreadBody({ headers, complete, httpVersionMajor }: IncomingMessage, maxBodyBytes: number): boolean {
  // A stream of HTTP/2 ends alone, and its window bounds what is sent.
  if (complete || httpVersionMajor > 1) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > maxBodyBytes;
}

/**
 * Lets the connection of a request whose response closes it end its own side first, and takes in what the caller is still
 * sending, within bounds: if it was closed with bytes unread, its reset would discard the response on the way.
 */
export function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  if (request.httpVersionMajor > 1 || Object.hasOwn(socket, "destroySoon")) return;
  const close = socket.destroySoon;
  // Node.js calls it after the last response of a connection.
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return close.call(socket);
    const begunAt = performance.now();
    const mostBytes = socket.bytesRead + MOST_BYTES;
    const timer = setInterval(() => {
      if (socket.bytesRead > mostBytes || performance.now() - begunAt > MOST_MS) socket.destroy();
    }, LOOK_MS);
    socket.once("close", () => clearInterval(timer));
    request.once("end", () => close.call(socket)).resume();
    socket.end();
  };
}
