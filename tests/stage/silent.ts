/** A listener that takes connections and never says a byte. */
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface Silent {
  readonly port: number;
  /** Sockets that are open now. */
  open(): number;
  stop(): Promise<void>;
}

export async function listenSilently(): Promise<Silent> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
