/** A proxy that tunnels connections. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { atEnd } from "./stage";

/** Starts the proxy, and returns its address. It forwards how each side ends: by a half-close, or by a reset. */
export async function serveTunnels(): Promise<string> {
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    kept(client).once("data", (head) => {
      const [, host = "", port = ""] = /^CONNECT ([^:]+):(\d+) HTTP/.exec(head.toString("latin1")) ?? [];
      const service = kept(connect({ host, port: Number(port), allowHalfOpen: true }));
      service.once("connect", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      service.on("error", () => client.resetAndDestroy());
      client.on("error", () => service.resetAndDestroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
