/** A service of shelves on loopback whose responses the test decides. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { book, books, envelope } from "soapwright-testing/client/shelf";

export interface Reply {
  readonly status: 200 | 429 | 503;
  readonly afterMs: number;
}

export interface Service {
  readonly url: string;
  close(): void;
}

const wellBody = envelope(books(book(1)));

/** Starts the service. It calls `reply` when it has the head of a request. */
export async function startService(reply: () => Reply): Promise<Service> {
  const server = createServer((request, response) => {
    const { status, afterMs } = reply();
    request.resume();
    setTimeout(() => {
      response.writeHead(status, { "content-type": status === 200 ? "text/xml; charset=utf-8" : "text/plain" });
      response.end(status === 200 ? wellBody : "Later");
    }, afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/shelf`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
