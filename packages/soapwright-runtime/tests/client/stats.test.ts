/** `client.stats()`: the current state of a client. */

import type { Socket } from "node:net";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { breaker, fairness } from "../../src";
import { allStats } from "../../src/client/stats";

endAfterEach();

test("counts what waits, what is under way, connections and limits", async () => {
  const sockets: Socket[] = [];
  const server = await serve((socket) => void sockets.push(socket));
  const client = open({ endpoint: server.url, connections: 2, requestsPerSecond: 1_000_000, admission: [breaker()] });
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
        tenants: undefined,
      },
    ],
    connections: { idle: 0, active: 0 },
    retries: 0,
    retryBudget: 10,
    credentials: { fetches: 0, failed: 0, totalMs: 0 },
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
  const admission = [breaker({ minimumRequests: 1, openMs: 60_000 })];
  const client = open({ endpoint: down.url, allowedOrigins: [new URL(fine.url).origin], admission, retries: 0 });
  await rejection(client.getBooks({ ShelfId: 1 }));
  await client.with({ endpoint: fine.url }).getBooks({ ShelfId: 1 });
  expect(client.stats().origins.map(({ origin, breaker: state }) => [origin, state])).toEqual([
    [new URL(down.url).origin, "open"],
    [new URL(fine.url).origin, "closed"],
  ]);
});

test("shows tenants by the labels that the user gives them, and no others", async () => {
  const sockets: Socket[] = [];
  const server = await serve((socket) => void sockets.push(socket));
  const client = open({
    endpoint: server.url,
    connections: 3,
    fairness: fairness({
      key({ args }) {
        const { ShelfId } = args as { ShelfId: number };
        return ShelfId > 8 ? undefined : `key ${ShelfId}`;
      },
      label(key: string) {
        if (key === "key 7") throw new Error("no label");
        return key === "key 3" ? undefined : key.replace("key ", "shelf ").replace("2", "1");
      },
    }),
  });
  expect(client.stats().origins[0]?.tenants).toEqual([]);
  const calls = [1, 1, 1, 2, 3, 4, 7, 9].map((ShelfId) => client.getBooks({ ShelfId }));
  while (sockets.length < 3) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(client.stats().origins[0]?.tenants).toEqual([
    { label: "shelf 1", waiting: 1, inFlight: 3 },
    { label: "shelf 4", waiting: 1, inFlight: 0 },
  ]);
  for (let sent = 0; sent < calls.length; ) {
    for (const socket of sockets.splice(0)) sent += Number(socket.write(bookList()) || true);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(calls);
  expect(client.stats().origins[0]?.tenants).toEqual([]);
});

test("a tenant by its credentials is its domain and user name; at most 100 labels are shown", async () => {
  const sockets: Socket[] = [];
  const server = await serve((socket) => void sockets.push(socket));
  const seen = new Set<string>();
  const shown = fairness({
    label(key) {
      seen.add(key);
      return key;
    },
    weight(key) {
      seen.add(`w ${key}`);
      return 1;
    },
  });
  const client = shelfWith({ secret: "s" }, { endpoint: server.url, connections: 1, fairness: shown });
  const calls = Array.from({ length: 150 }, (_, n) => client.with({ user: `u${n}` } as never).getBooks({ ShelfId: 1 }));
  for (const call of calls) call.catch(() => {});
  while (sockets.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(client.stats().origins[0]?.tenants).toHaveLength(100);
  expect([...seen]).toEqual(expect.arrayContaining(["u0", "u149", "w u149"]));
  expect([...seen].join()).not.toContain("\0");
  await client.close({ force: true });
});

test("counts functions for credentials, and what they take", async () => {
  const server = await serve((socket) => socket.write(bookList()));
  let asked = 0;
  const secret = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (++asked === 2) throw new Error("vault is sealed");
    return { value: "T", expiresAt: Date.now() + 3_600_000 };
  };
  const client = shelfWith({ user: "a", secret }, { endpoint: server.url });
  await Promise.all([client.getBooks({ ShelfId: 1 }), client.getBooks({ ShelfId: 1 })]);
  expect(client.stats().credentials).toMatchObject({ fetches: 1, failed: 0 });
  await rejection(client.with({ user: "b", secret } as never).getBooks({ ShelfId: 1 }));
  const { credentials } = client.stats();
  expect(credentials).toMatchObject({ fetches: 2, failed: 1 });
  expect(credentials.totalMs).toBeGreaterThan(30);
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
