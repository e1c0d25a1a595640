/** Writes each response in the shape whose number its request names. */
import type { Socket } from "node:net";
import { TLSSocket, type TlsOptions } from "node:tls";
import { RawServer } from "../transport/raw-server";
import { bytesOf, type Shape } from "./shapes";

export const shelfOf = (body: string): number => Number(/ShelfId>(\d+)</.exec(body)?.[1]);

/** Writes `bytes`, the response of this shape, and then closes or keeps the connection as the shape says. */
export function writeShaped(socket: Socket, shape: Omit<Shape, "items">, bytes: Buffer): void {
  // Over TLS, the connection is closed without a close_notify alert, which is how TLS shows a truncation.
  if (shape.cut?.by === "reset") {
    socket.write(bytes, () => (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()));
  } else if (shape.cut !== undefined || shape.framing === "close" || shape.ending === "FIN behind") socket.end(bytes);
  else if (shape.ending === "Connection: close" || shape.ending === "HTTP/1.0") socket.end(bytes);
  else socket.write(bytes, () => shape.ending === "FIN after 20 ms" && setTimeout(() => socket.end(), 20));
}

/** Starts a server of `shapes`. The requested shelf is the number of the shape. With `tls`, it speaks TLS. */
export function serveShapes(shapes: readonly Shape[], tls?: TlsOptions): Promise<RawServer> {
  return RawServer.start((socket, { body }) => {
    const shape = shapes[shelfOf(body)];
    if (shape === undefined) socket.destroy();
    else writeShaped(socket, shape, bytesOf(shape));
  }, tls);
}
