/** A call's work runs in the async context of its caller, not of an earlier call. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { book, type Headers, type ShelfClient } from "soapwright-testing/client/shelf";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { shelfOf } from "soapwright-testing/stage/shape-server";
import { atEnd, endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { mapConcurrent } from "../../src";

endAfterEach();

const store = new AsyncLocalStorage<number>();
const ids = Array.from({ length: 12 }, (_, id) => id + 1);

/** The stores in which each event was heard, by call. */
class Heard {
  readonly #stores = new Map<string, Set<number | undefined>>();

  /** Records that `event` of call `id` was heard in the current store. */
  note(event: string, id: number): void {
    const key = `${event} of ${id}`;
    const stores = this.#stores.get(key) ?? new Set();
    this.#stores.set(key, stores.add(store.getStore()));
  }

  /** Expects every event of every call in the store of its call alone. */
  check(events: readonly string[]): void {
    const want = ids.flatMap((id) => events.map((event) => [`${event} of ${id}`, [id]]));
    const met = [...this.#stores].map(([key, stores]) => [key, [...stores]]);
    expect(Object.fromEntries(met)).toEqual(Object.fromEntries(want));
  }
}

function listen(channel: string, listener: (message: unknown) => void): void {
  const on = (message: unknown): void => listener(message);
  subscribe(channel, on);
  atEnd(async () => void unsubscribe(channel, on));
}

/** Listens to calls; the event's object identifies the call, since `start` is published within the caller. */
function hearTraces(heard: Heard): void {
  const calls = new WeakMap<object, number>();
  for (const event of ["start", "error", "end", "asyncStart", "asyncEnd"]) {
    listen(`tracing:soapwright:call:${event}`, (trace) => {
      const here = store.getStore();
      if (event === "start" && here !== undefined) calls.set(trace as object, here);
      const id = calls.get(trace as object);
      if (id !== undefined) heard.note(event, id);
    });
  }
}

/** Listens to node-soap's events; the exchange's id, and the envelope that is sent first, identify the call. */
function hearSoap(client: ShelfClient, heard: Heard): void {
  const calls = new Map<string, number>();
  client.soap.on("message", (body, exchange) => {
    calls.set(exchange, shelfOf(body));
    heard.note("message", shelfOf(body));
  });
  client.soap.on("request", (body) => heard.note("request", shelfOf(body)));
  client.soap.on("response", (_body, _response, exchange) => heard.note("response", calls.get(exchange) ?? 0));
  client.soap.on("soapError", (_error, exchange) => heard.note("soapError", calls.get(exchange) ?? 0));
}

/** Listens to the requests of undici, from which HTTP spans are created; the header `x-call` identifies the call. */
function hearUndici(heard: Heard): void {
  listen("undici:request:create", (message) => {
    const { request } = message as { request: { headers: unknown } };
    const id = Number(/x-call[:,\s]*(\d+)/i.exec(String(request.headers))?.[1]);
    if (Number.isInteger(id)) heard.note("undici:request:create", id);
  });
}

/** All calls at once, each in its own store. */
async function callAll<T>(call: (id: number) => PromiseLike<T>): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(ids.map((id) => store.run(id, () => call(id))));
}

const optionsOf = (id: number) => ({ httpHeaders: { "X-Call": String(id) } });
const calm = ["start", "end", "asyncStart", "asyncEnd", "message", "request", "response", "undici:request:create"];

test.each([
  ["one connection that all wait for", { connections: 1 }],
  ["a few connections", { connections: 3 }],
  ["a rate that makes them wait", { requestsPerSecond: 200 }],
])("events of calls over %s are heard in the store of their call", async (_what, options) => {
  const server = await serve((socket, { body }) => socket.write(bookList(book(shelfOf(body)))));
  const client = open({ endpoint: server.url, exposeEnvelopes: true, ...options });
  const heard = new Heard();
  hearTraces(heard);
  hearSoap(client, heard);
  hearUndici(heard);
  const results = await callAll((id) => client.getBooks({ ShelfId: id }, optionsOf(id)));
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => "fulfilled"));
  heard.check(calm);
});

test("events of retried calls are heard in the store of their call, and so is each of their requests", async () => {
  const met = new Set<number>();
  const server = await serve((socket, { body }) => {
    const id = shelfOf(body);
    if (met.has(id)) socket.write(bookList(book(id)));
    else socket.write(answer("", "503 Busy"));
    met.add(id);
  });
  const client = open({
    endpoint: server.url,
    exposeEnvelopes: true,
    connections: 2,
    retries: 1,
    retryBudget: 100,
    retryDelayMs: 3,
  });
  const heard = new Heard();
  hearTraces(heard);
  hearUndici(heard);
  const results = await callAll((id) => client.getBooks({ ShelfId: id }, optionsOf(id)));
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => "fulfilled"));
  expect(server.requests).toHaveLength(ids.length * 2);
  heard.check(["start", "end", "asyncStart", "asyncEnd", "undici:request:create"]);
});

test("events of calls that fail are heard in the store of their call", async () => {
  const server = await serve((socket) => socket.destroy());
  const client = open({ endpoint: server.url, exposeEnvelopes: true, connections: 2, retries: 0 });
  const heard = new Heard();
  hearTraces(heard);
  hearSoap(client, heard);
  const results = await callAll((id) => client.getBooks({ ShelfId: id }));
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => "rejected"));
  heard.check(["start", "error", "end", "asyncStart", "asyncEnd", "message", "request", "response", "soapError"]);
});

test("events of calls that expire in the queue are heard in the store of their call", async () => {
  const server = await serve(() => {});
  const client = open({ endpoint: server.url, connections: 1, retries: 0 });
  void client.getBooks({ ShelfId: 99 }).catch(() => {});
  const heard = new Heard();
  hearTraces(heard);
  await callAll((id) => client.getBooks({ ShelfId: id }, { deadlineMs: 60 + id }));
  heard.check(["start", "error", "end", "asyncStart", "asyncEnd"]);
});

test("events of calls that one signal or close ends are heard in the store of their call", async () => {
  const server = await serve(() => {});
  const abort = new AbortController();
  const client = open({ endpoint: server.url, connections: 1, retries: 0 });
  void client.getBooks({ ShelfId: 99 }).catch(() => {});
  const heard = new Heard();
  hearTraces(heard);
  const calls = callAll((id) => client.getBooks({ ShelfId: id }, id % 2 === 0 ? { signal: abort.signal } : {}));
  await pause(20);
  store.run(1_000, () => abort.abort());
  await pause(20);
  store.run(2_000, () => void client.close({ force: true }));
  await calls;
  heard.check(["start", "error", "end", "asyncStart", "asyncEnd"]);
});

test("what a user hands in is called in the store of the call", async () => {
  const met = new Set<number>();
  const server = await serve((socket, { body }) => {
    const id = shelfOf(body);
    socket.write(met.has(id) ? bookList(book(id)) : answer("", "503 Busy"));
    met.add(id);
  });
  const heard = new Heard();
  const here = (what: string): void => {
    const id = store.getStore();
    if (id !== undefined) heard.note(what, id);
  };
  let asked = 0;
  const headers = async (): Promise<Headers> => {
    here("headers");
    await pause(2);
    here("headers, later");
    return {};
  };
  const client = open({ endpoint: server.url, connections: 1, retries: 1, retryBudget: 100, retryDelayMs: 1, headers });
  client.soap.setSecurity({
    addHeaders: (headers) => {
      asked++;
      const id = store.getStore();
      here("security");
      headers["X-Store"] = String(id);
    },
  });
  const results = await callAll((id) => client.getBooks({ ShelfId: id }));
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => "fulfilled"));
  heard.check(["headers", "headers, later", "security"]);
  expect(asked).toBeGreaterThanOrEqual(ids.length);
  // Each request carries the store in which its security object was called.
  for (const { head, body } of server.requests) {
    expect(/^x-store: (.*)$/im.exec(head)?.[1]).toBe(String(shelfOf(body)));
  }
});

test("items of streams come in the store of their reader", async () => {
  const list = bookList(...Array.from({ length: 400 }, (_, id) => book(id)));
  const server = await serve((socket) => socket.write(list));
  const client = open({ endpoint: server.url, connections: 2 });
  const heard = new Heard();
  hearTraces(heard);
  await callAll(async (id) => {
    for await (const _ of client.getBooksStream({ ShelfId: id })) heard.note("item", id);
    heard.note("end of the stream", id);
  });
  heard.check(["start", "item", "end of the stream", "end", "asyncStart", "asyncEnd"]);
});

test("progress of batches is told in the store of their caller, and their calls are made in it", async () => {
  const server = await serve((socket, { body }) => socket.write(bookList(book(shelfOf(body)))));
  const client = open({ endpoint: server.url, connections: 1 });
  const heard = new Heard();
  await callAll(async (id) => {
    const onProgress = (): void => heard.note("progress", id);
    const call = (ShelfId: number) => {
      heard.note("call", id);
      return client.getBooks({ ShelfId });
    };
    for await (const { ok } of mapConcurrent([1, 2, 3, 4, 5], call, { concurrency: 2, onProgress })) {
      expect(ok).toBe(true);
      heard.note("outcome", id);
    }
  });
  heard.check(["call", "progress", "outcome"]);
});
