/** A release of node-soap that requests HTTP a tick later than the current one, or not in the order of the calls. */
import { Client } from "soap/lib/client";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

type Invoke = (this: unknown, ...args: unknown[]) => unknown;

test("breaks nothing: each call has its own envelope", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(books(book(1))))));
  const client = open({ endpoint: server.url });
  client.soap.addSoapHeader(() => "<x:Mark xmlns:x='urn:x'/>");
  const prototype = Client.prototype as unknown as { _invoke: Invoke };
  const { _invoke: now } = prototype;
  let waiting = 8;
  prototype._invoke = function (...args) {
    setTimeout(() => now.apply(this, args), waiting--);
  };
  try {
    await Promise.all([1, 2, 3].map((ShelfId) => client.getBooks({ ShelfId })));
  } finally {
    prototype._invoke = now;
  }
  const ids = server.requests.map(({ body }) => /<ShelfId>(\d)/.exec(body)?.[1]);
  expect([...ids].sort()).toEqual(["1", "2", "3"]);
  for (const { body } of server.requests) expect(body).toContain("Mark");
});
