/** `maxConnectionAgeMs`: a connection is replaced, however busy it is. */

import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import type { RawHandler } from "soapwright-testing/transport/raw-server";

endAfterEach();

const good: RawHandler = (socket) => socket.write(bookList(book(1)));

describe("maxConnectionAgeMs", () => {
  test("replaces a connection that is never idle, and fails no call", async () => {
    const server = await serve(good);
    const client = open({ endpoint: server.url, connections: 1, retries: 0, maxConnectionAgeMs: 100 });
    const until = performance.now() + 600;
    let calls = 0;
    while (performance.now() < until || calls < 20) {
      const { http } = await client.getBooks({ ShelfId: 1 }).withResponse();
      expect(http.attempts).toBe(1);
      calls++;
    }
    expect(server.connections).toBeGreaterThanOrEqual(3);
    expect(server.connections).toBeLessThan(calls);
  });

  test("lets a response come to its end", async () => {
    const server = await serve((socket) => setTimeout(() => socket.write(bookList(book(1))), 300));
    const client = open({ endpoint: server.url, connections: 1, retries: 0, maxConnectionAgeMs: 50 });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(server.connections).toBe(2);
  });

  test("keeps a connection that is younger", async () => {
    const server = await serve(good);
    const client = open({ endpoint: server.url, connections: 1, maxConnectionAgeMs: 600_000 });
    for (let n = 0; n < 30; n++) await client.getBooks({ ShelfId: 1 });
    expect(server.connections).toBe(1);
  });

  test.each([0, -1, 1.5, "5"])("is no option of %p", (maxConnectionAgeMs) => {
    expect(() => open({ maxConnectionAgeMs })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "maxConnectionAgeMs",
        message: expect.stringMatching(/milliseconds|\bms\b/),
      }),
    );
  });
});
