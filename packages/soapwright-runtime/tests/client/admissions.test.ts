/** Combinations of two limits: a test for each row of the table in docs/tenants.md. */

import { book, books, envelope } from "soapwright-testing/client/shelf";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import type { Admission } from "../../src";
import { adaptive, breaker, sharedRate } from "../../src/admissions/admissions";
import type { RateLimit, RateQueue } from "../../src/runtime-extend";

endAfterEach();

const ask = { ShelfId: 1 };
const well: RawHandler = (socket) => socket.write(answer(envelope(books(book(1)))));
const busy: RawHandler = (socket) => socket.write(answer("", "503 Busy"));
const once = { retries: 0, retryBudget: 0 };

/** A shared rate that lets `most` requests through, and counts them. */
function rate(most = Number.POSITIVE_INFINITY) {
  const seen = { taken: 0, asked: [] as number[], queue: undefined as RateQueue | undefined };
  const limit: RateLimit = {
    join(queue) {
      seen.queue = queue;
      return () => {};
    },
    begin() {
      if (seen.taken >= most) return false;
      seen.taken++;
      return true;
    },
    end() {},
  };
  return { seen, limit: sharedRate(limit) };
}

test("breaker and adaptive: failures in a row open the breaker, however slowly they come", async () => {
  const server = await serve(busy);
  const quick = breaker({ minimumRequests: 3, windowMs: 2_500, openMs: 60_000 });
  const client = open({ endpoint: server.url, admission: [quick, adaptive({ rate: true })], ...once });
  // After the first, one request begins every two seconds.
  for (let i = 0; i < 3; i++) expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "HTTP" });
  expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "CONNECTION", breaker: expect.anything() });
  expect(server.requests).toHaveLength(3);
});

test("breaker and shared rate: an open breaker takes nothing of the rate", async () => {
  const server = await serve(busy);
  const { seen, limit } = rate();
  const client = open({ endpoint: server.url, admission: [limit, breaker({ minimumRequests: 2 })], ...once });
  for (let i = 0; i < 5; i++) await rejection(client.getBooks(ask));
  expect([seen.taken, server.requests.length]).toEqual([2, 2]);
});

test("adaptive and shared rate: no more is asked for than the limits let through", async () => {
  const sockets: Parameters<RawHandler>[0][] = [];
  const server = await serve((socket) => void sockets.push(socket));
  const { seen, limit } = rate();
  const one: Admission = { name: "one", open: () => ({ limits: { places: 1, perSecond: undefined } }) };
  const client = open({ endpoint: server.url, admission: [one, limit], ...once });
  const calls = Array.from({ length: 5 }, () => client.getBooks(ask));
  for (const each of calls) each.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([client.stats().origins[0]?.waiting, seen.taken, seen.queue?.waiting]).toEqual([4, 1, 0]);
});

test("fairness and breaker: calls of every tenant that wait end when it opens", async () => {
  const server = await serve((socket) => void setTimeout(() => busy(socket, undefined as never), 20));
  const client = open({
    endpoint: server.url,
    connections: 1,
    fairness: { key: ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId) },
    admission: [breaker({ minimumRequests: 1 })],
    ...once,
  });
  const errors = await Promise.all([1, 2, 3].map((ShelfId) => rejection(client.getBooks({ ShelfId }))));
  expect(errors.map((error) => Reflect.get(error, "code"))).toEqual(["HTTP", "CONNECTION", "CONNECTION"]);
});

test.each([
  ["adaptive", adaptive()],
  ["shared rate", rate().limit],
])("fairness and %s: tenants have their turns", async (_name, admission) => {
  const order: string[] = [];
  const server = await serve((socket, request) => {
    order.push(/<ShelfId>(\d)/.exec(request.body)?.[1] ?? "");
    well(socket, request);
  });
  const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
  const client = open({ endpoint: server.url, connections: 1, fairness: { key }, admission: [admission], ...once });
  await Promise.all([1, 1, 1, 1, 2, 2].map((ShelfId) => client.getBooks({ ShelfId })));
  // The first gets a slot at once; then the tenants take turns.
  expect(order.join("")).toBe("112121");
});

test.each([
  ["no list", {}, /admission takes a list/],
  ["no admission", [{}], /admission\[0\] takes an admission/],
  ["two breakers", [breaker(), breaker()], /a second breaker/],
])("%s is refused", (_what, admission, words) => {
  expect(() => open({ endpoint: "http://127.0.0.1:9/", admission })).toThrow(words);
});
