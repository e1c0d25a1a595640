/**
 * A listener that accepts connections and never sends a byte, or only a greeting after the first byte that it receives.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";

interface Silent {
  readonly port: number;
  /** Returns the number of open sockets. */
  open(): number;
  /** Returns the largest number of sockets that were open at the same time. */
  most(): number;
  stop(): Promise<void>;
}

export async function listenSilently(greeting?: string): Promise<Silent> {
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    if (greeting !== undefined) socket.once("data", () => socket.write(greeting));
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    most: () => most,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
