/** Exports with the limits of their client: the rows on exports of the table in docs/tenants.md. */
import { join } from "node:path";
import { exportCalls, FileJournal, ndjsonSink } from "soapwright-export";
import { adaptive, breaker, fairness, sharedRate } from "soapwright-runtime";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { temporaryFolder } from "soapwright-testing/export/staff";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";

endAfterEach();
const folder = temporaryFolder();
afterAll(folder.remove);

const well: RawHandler = (socket) => socket.write(answer(envelope(books(book(1)))));
const busy: RawHandler = (socket) => socket.write(answer("", "503 Busy"));
const once = { retries: 0, retryBudget: 0 };
let exports = 0;

/** Exports `count` shelves with `client`, eight calls at a time. */
function exported(client: ReturnType<typeof open>, count: number) {
  const path = join(folder.path, `limits-${exports++}.ndjson`);
  return exportCalls({
    inputs: Array.from({ length: count }, (_, index) => index),
    call: (ShelfId) => client.getBooks({ ShelfId }),
    sink: ndjsonSink({ path }),
    journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
    firstWaitMs: 1,
    concurrency: 8,
  });
}

test("while the breaker is open the export waits for its next trial, which is a single call", async () => {
  let requests = 0;
  const server = await serve((socket, request) => (++requests > 10 && requests <= 14 ? busy : well)(socket, request));
  const quick = breaker({ minimumRequests: 2, failureRate: 0.01, openMs: 100, windowMs: 10 });
  const client = open({ endpoint: server.url, admission: [quick], ...once });
  expect(await exported(client, 60)).toMatchObject({ state: "complete", failed: 0, done: 60 });
  expect(requests).toBe(64);
});

test("adaptive limits slow an export down, and it does not wait for itself beside them", async () => {
  let until = Number.POSITIVE_INFINITY;
  const server = await serve((socket, request) => {
    if (server.requests.length === 20) until = performance.now() + 200;
    (server.requests.length >= 20 && performance.now() < until ? busy : well)(socket, request);
  });
  const client = open({ endpoint: server.url, admission: [adaptive()], ...once });
  expect(await exported(client, 60)).toMatchObject({ state: "complete", failed: 0, done: 60 });
  expect(client.stats().origins[0]?.requestsPerSecond).toBeDefined();
});

test.each([
  ["the client's rate", () => ({ requestsPerSecond: 4 })],
  ["a shared rate", () => ({ admission: [sharedRate(everyMs(250))] })],
])("a call that %s held until its deadline was not sent, and is called again", async (_what, options) => {
  const server = await serve(well);
  const client = open({ endpoint: server.url, deadlineMs: 1_200, ...options(), ...once });
  expect(await exported(client, 14)).toMatchObject({ state: "complete", failed: 0, done: 14 });
  // A call whose deadline passed while it was sent was sent twice.
  expect(server.requests.length).toBeLessThan(14 + 4);
});

test("an export is a tenant, so that other calls of the client do not wait behind it", async () => {
  const order: string[] = [];
  const server = await serve((socket, request) => {
    order.push(/>(\d+)<\//.exec(request.body)?.[1] ?? "");
    setTimeout(() => well(socket, request), 5);
  });
  const shelfOf = (args: unknown) => (args as { ShelfId: number }).ShelfId;
  const key = ({ args }: { args: unknown }) => (shelfOf(args) < 100 ? "export" : "other");
  const client = open({ endpoint: server.url, connections: 1, fairness: fairness({ key }), ...once });
  const all = exported(client, 40);
  while (order.length < 10) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = order.length;
  await client.getBooks({ ShelfId: 100 });
  expect(order.indexOf("100") - before).toBeLessThan(3);
  await all;
});

/** Returns a shared limit that admits one request per `ms` milliseconds. */
function everyMs(ms: number): Parameters<typeof sharedRate>[0] {
  let nextAt = 0;
  return {
    join(queue) {
      const timer = setInterval(() => queue.wake(), 5);
      return () => clearInterval(timer);
    },
    begin() {
      if (performance.now() < nextAt) return false;
      nextAt = performance.now() + ms;
      return true;
    },
    end() {},
  };
}
