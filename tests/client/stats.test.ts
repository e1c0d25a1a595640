/** `client.stats()`: what a client is doing just now. */
import type { Socket } from "node:net";
import { allStats } from "../../src/client/stats";
import { collectGarbage } from "../collect-garbage";
import { bookList } from "../stage/responses";
import { endAfterEach, open, rejection, serve } from "../stage/stage";
import { answer } from "../transport/raw-server";

endAfterEach();

test("counts what waits, what is under way, connections and limits", async () => {
  const sockets: Socket[] = [];
  const server = await serve((socket) => void sockets.push(socket));
  const client = open({ endpoint: server.url, connections: 2, requestsPerSecond: 1_000_000, breaker: true });
  const { origin } = new URL(server.url);
  expect(client.stats()).toEqual({
    service: "Shelf",
    origins: [
      {
        origin,
        waiting: 0,
        waitingTenants: 0,
        longestQueue: 0,
        inFlight: 0,
        maxInFlight: 2,
        requestsPerSecond: 1_000_000,
        breaker: "closed",
      },
    ],
    connections: { idle: 0, active: 0 },
    retries: 0,
    retryBudget: 10,
  });
  const calls = Array.from({ length: 5 }, () => client.getBooks({ ShelfId: 1 }));
  const other = client.with({}).getBooks({ ShelfId: 1 });
  while (sockets.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(client.stats()).toMatchObject({
    origins: [{ waiting: 4, waitingTenants: 2, longestQueue: 3, inFlight: 2 }],
    connections: { idle: 0, active: 2 },
  });
  for (let sent = 0; sent < 6; ) {
    for (const socket of sockets.splice(0)) {
      socket.write(bookList());
      sent++;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all([...calls, other]);
  const after = client.stats();
  expect(after).toMatchObject({ origins: [{ waiting: 0, inFlight: 0 }], connections: { active: 0 } });
  expect(after.connections?.idle).toBeGreaterThan(0);
});

test("counts retries, and what is left of their budget", async () => {
  const server = await serve((socket, { number }) => socket.write(number < 3 ? answer("", "503 Busy") : bookList()));
  const client = open({ endpoint: server.url, retryDelayMs: 1, retryBudget: 4, safeOperations: ["getBooks"] });
  await client.getBooks({ ShelfId: 1 });
  expect(client.stats()).toMatchObject({ retries: 2, retryBudget: 2 });
});

test("shows the breaker, and every origin that was called", async () => {
  const down = await serve((socket) => socket.write(answer("", "500 Error")));
  const fine = await serve((socket) => socket.write(bookList()));
  const breaker = { minimumRequests: 1, openMs: 60_000 };
  const client = open({ endpoint: down.url, allowedOrigins: [new URL(fine.url).origin], breaker, retries: 0 });
  await rejection(client.getBooks({ ShelfId: 1 }));
  await client.with({ endpoint: fine.url }).getBooks({ ShelfId: 1 });
  expect(client.stats().origins.map(({ origin, breaker: state }) => [origin, state])).toEqual([
    [new URL(down.url).origin, "open"],
    [new URL(fine.url).origin, "closed"],
  ]);
});

test("clients that are closed or dropped are not among those of the process", async () => {
  const before = allStats().length;
  const client = open({ endpoint: "http://127.0.0.1:1/" });
  open({ endpoint: "http://127.0.0.1:1/" });
  client.with({});
  expect(allStats()).toHaveLength(before + 2);
  await client.close();
  expect(allStats()).toHaveLength(before + 1);
  collectGarbage();
});
