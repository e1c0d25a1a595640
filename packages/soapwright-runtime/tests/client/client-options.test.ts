/** Tests `client/option-places` by itself: no entry point shows it whole. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { nodeSoap } from "soapwright-node-soap";
import { type ClientOptions, type Feature, mapConcurrent, ServiceClient } from "soapwright-runtime";
import { FaultError, isConfigurationError } from "soapwright-runtime/errors";
import { book, books, envelope, fault11, type Headers, ShelfClient, shelf } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { shelfOf } from "soapwright-testing/stage/shape-server";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { GROUPS } from "../../src/client/option-places";
import type { PollutedReport, PollutedTask } from "./polluted-process";

describe("options", () => {
  /** Returns the error of creating a client with these options. */
  function made(options: object): unknown {
    try {
      new ShelfClient(options as ClientOptions<Headers>);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  test("a client without options takes the address of the WSDL", () => {
    expect(made({})).toBeUndefined();
  });

  test.each([
    ["an empty endpoint", { endpoint: "" }, "endpoint", "address"],
    ["a relative endpoint", { endpoint: "/soap" }, "endpoint", "address"],
    ["javascript:", { endpoint: "javascript:alert(1)" }, "endpoint", "address"],
    ["data:", { endpoint: "data:text/xml,x" }, "endpoint", "address"],
    ["ftp:", { endpoint: "ftp://host/x" }, "endpoint", "address"],
    ["credentials", { endpoint: "https://me:hunter22@host/" }, "endpoint", "address"],
    ["a line break", { endpoint: "https://host/a\r\nb" }, "endpoint", "address"],
    ["a blank", { endpoint: "https://host/a b" }, "endpoint", "address"],
    ["a fragment", { endpoint: "https://host/#x" }, "endpoint", "address"],
    ["no slashes", { endpoint: "https:host/x" }, "endpoint", "address"],
    ["plain http to another machine", { endpoint: "http://service.example/" }, "endpoint", "address-insecure"],
    ["a number as endpoint", { endpoint: 5 }, "endpoint", "address"],
    ["an unknown SOAP version", { soapVersion: "1.3" }, "soapVersion", "option-value"],
    ["an unknown option", { timeOut: 5 }, "timeOut", "option-unknown"],
    ["a time-out below zero", { timeoutMs: -1 }, "timeoutMs", "option-value"],
    ["a time-out of zero", { timeoutMs: 0 }, "timeoutMs", "option-value"],
    ["an absurd time-out", { timeoutMs: 1e12 }, "timeoutMs", "option-value"],
    ["NaN", { deadlineMs: Number.NaN }, "deadlineMs", "option-value"],
    ["a fraction", { retries: 1.5 }, "retries", "option-value"],
    ["text for a number", { retries: "2" }, "retries", "option-value"],
    ["no requests a second", { requestsPerSecond: 0 }, "requestsPerSecond", "option-value"],
    ["no connections", { connections: 0 }, "connections", "option-value"],
    ["text for a flag", { allowInsecure: "yes" }, "allowInsecure", "option-value"],
    ["an unknown validation", { validation: "none" }, "validation", "option-value"],
    [
      "a header value with a line break",
      { httpHeaders: { "X-A": "hunter22\r\nX-B: c" } },
      "httpHeaders.X-A",
      "option-value",
    ],
    ["a header name with a blank", { httpHeaders: { "X A": "b" } }, "httpHeaders", "http-header-name"],
    ["a header that SOAP sets", { httpHeaders: { soapAction: "x" } }, "httpHeaders.soapAction", "http-header-reserved"],
    ["headers that are text", { headers: "hunter22" }, "headers", "option-value"],
    ["namespaces that is no function", { quirks: { namespaces: "urn:x" } }, "quirks.namespaces", "option-value"],
    ["a namespace with a blank", { quirks: { namespaces: () => "urn: x" } }, "quirks.namespaces", "namespace-invalid"],
    [
      "a namespace that is no text",
      { quirks: { namespaces: () => undefined } },
      "quirks.namespaces",
      "namespace-invalid",
    ],
    ["a proxy of another kind", { proxy: "socks5://host:1" }, "proxy", "proxy-address"],
    ["a proxy with a path", { proxy: "http://me:hunter22@host/path" }, "proxy", "proxy-address"],
    ["a proxy without a host", { proxy: "/path" }, "proxy", "proxy-address"],
    ["a certificate that is none", { tls: { cert: "hunter22", key: "hunter22" } }, "tls", "tls-unusable"],
    ["authorities without a certificate", { tls: { ca: "hunter22" } }, "tls.ca", "option-value"],
    [
      "an unknown TLS option",
      { tls: { rejectUnauthorized: false } },
      "rejectUnauthorized",
      "certificates-always-checked",
    ],
  ])("%s is refused when the client is made", (_what, options, option, reason) => {
    const error = made(options);
    expect(isConfigurationError(error)).toBe(true);
    expect(error).toMatchObject({ option, reason });
    expect((error as Error).message).toContain(option);
    expect((error as Error).message).not.toContain("hunter22");
  });

  test.each([
    ["loopback over plain http", { endpoint: "http://localhost:1/" }],
    ["loopback by address", { endpoint: "http://127.0.0.2:1/" }],
    ["loopback over IPv6", { endpoint: "http://[::1]:1/" }],
    ["plain http where it is allowed", { endpoint: "http://service.example/", allowInsecure: true }],
    ["a query in the endpoint", { endpoint: "https://service.example/x?y=z" }],
  ])("%s is taken", (_what, options) => {
    expect(made(options)).toBeUndefined();
  });

  test("a service without an address needs one", () => {
    class Nowhere extends ServiceClient {}
    const make = () => Reflect.construct(Object.getPrototypeOf(ShelfClient), [{ ...shelf, ports: [] }, {}], Nowhere);
    expect(make).toThrow(expect.objectContaining({ reason: "endpoint-needed", option: "endpoint" }));
  });

  test("a wrong option of a call rejects it", async () => {
    const client = new ShelfClient({ endpoint: "http://localhost:1/" });
    await expect(client.getBooks({ ShelfId: 1 }, { timeoutMs: -5 })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "timeoutMs",
    });
    await expect(client.getBooks({ ShelfId: 1 }, { auth: { user: "x" } })).rejects.toMatchObject({
      option: "auth",
      reason: "auth-without-function",
    });
    await client.close();
  });
});

/** Options are own properties: a property that another package sets on `Object.prototype` is none. */
describe("own options", () => {
  endAfterEach();

  const good: RawHandler = (socket) => socket.write(bookList(book(1)));

  /** Runs `act`, which must be synchronous, while `name` is on `Object.prototype`. */
  function whilePolluted<T>(name: string, value: unknown, act: () => T): T {
    // Enumerable, as a bug sets it.
    Reflect.set(Object.prototype, name, value);
    try {
      return act();
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  }

  const NUMBERS = ["timeoutMs", "deadlineMs", "requestsPerSecond"];
  const GROUPED = ["limits", "retries", "connections", "quirks", "expose"];
  const OTHERS = ["endpoint", "soapVersion", "headers", "httpHeaders", "validation", "proxy", "tls", "allowInsecure"];
  const FUNCTIONS = ["transport", "interceptors", "attemptInterceptors", "admission", "features"];
  const MEMBERS = Object.values(GROUPS).flatMap((members) => Object.keys(members));

  describe("an option on Object.prototype", () => {
    test.each([...NUMBERS, ...GROUPED, ...OTHERS, ...FUNCTIONS])("is not one of the client: %s", async (name) => {
      const { url } = await serve(good);
      // No option accepts this value: a client that read it would refuse it.
      const client = whilePolluted(name, -1.5, () => open(name === "endpoint" ? {} : { endpoint: url }));
      if (name !== "endpoint") expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    });

    test.each(["signal", "headers", "auth", "httpHeaders", "timeoutMs", "deadlineMs", ...GROUPED])(
      "is not one of a call: %s",
      async (name) => {
        const { url } = await serve(good);
        const client = open({ endpoint: url });
        // With an open connection, Node no longer reads its own options from there.
        await client.getBooks({ ShelfId: 1 });
        const calls = whilePolluted(name, -1.5, () => [
          client.getBooks({ ShelfId: 1 }),
          client.getBooks({ ShelfId: 1 }, {}),
        ]);
        for (const call of calls) expect(await call).toHaveLength(1);
      },
    );

    test.each(MEMBERS)("is not a member of a group: %s", (name) => {
      const groups = { limits: {}, retries: {}, connections: {}, quirks: {}, expose: {} };
      expect(() => whilePolluted(name, -1.5, () => open({ endpoint: "http://127.0.0.1:1/", ...groups }))).not.toThrow();
    });

    test.each(["concurrency", "signal", "onProgress", "ordered"])("is not one of mapConcurrent: %s", async (name) => {
      const outcomes = whilePolluted(name, -1.5, () => mapConcurrent([1], async (n) => n, {}));
      expect((await outcomes.next()).value).toMatchObject({ ok: true, result: 1 });
    });

    test("is not one of close", async () => {
      let answerIt: (() => void) | undefined;
      const { url } = await serve((socket) => {
        answerIt = () => socket.write(bookList(book(1)));
      });
      const client = open({ endpoint: url });
      const call = client.getBooks({ ShelfId: 1 });
      while (answerIt === undefined) await pause(1);
      const closed = whilePolluted("force", true, () => client.close({}));
      answerIt();
      expect(await call).toHaveLength(1);
      await closed;
    });

    test.each(["ca", "cert", "key", "pfx", "passphrase", "servername", "minVersion"])(
      "is not one of tls: %s",
      async (name) => {
        expect(() =>
          whilePolluted(name, -1.5, () => open({ endpoint: "https://127.0.0.1:1/", tls: {} })),
        ).not.toThrow();
      },
    );

    const baseUrl = "https://service.example";
    test.each(["namespaceBaseUrl", "endpoint", "namespace", "username", "token", "headers", "quirks"])(
      "is not one of the employee service: %s",
      async (name) => {
        const { url, requests } = await serve((socket) => socket.destroy());
        const make = () => createEmployeeServiceV3({ baseUrl, domain: "mine", endpoint: url, retries: 0 });
        const client = name === "endpoint" ? make() : whilePolluted(name, "urn:polluted", make);
        const call = { EmployeeId: 1, Period: 1, Year: 2026 };
        const first = await rejection(client.addressGetList(call));
        const second = await rejection(
          whilePolluted(name, "urn:polluted", () => client.addressGetList(call, { auth: { domain: "mine" } })),
        );
        const lost = { kind: "unreachable", message: expect.stringContaining("was lost") };
        expect([first, second]).toMatchObject([lost, lost]);
        await client.close();
        expect(requests).toHaveLength(2);
        for (const { head, body } of requests) expect(head + body).not.toContain("polluted");
      },
    );

    test.each(["headers", "with", "blocks", "understands", "repliesElsewhere", "packaging", "writer", "label"])(
      "is no member of a feature: %s",
      async (name) => {
        const { url } = await serve(good);
        const plain: Feature = { name: "plain", version: 1, kind: "headers", open: () => ({ call: () => ({}) }) };
        const make = () => new ShelfClient({ endpoint: url, features: [plain] });
        const client = whilePolluted(name, "urn:polluted", make);
        expect(await whilePolluted(name, "urn:polluted", () => client.getBooks({ ShelfId: 1 }))).toHaveLength(1);
        await client.close();
      },
    );

    test("does not stand in for the one that is required when the client is made: baseUrl", () => {
      const make = () =>
        whilePolluted("baseUrl", "https://polluted.example", () => createEmployeeServiceV3({} as never));
      expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "baseUrl" }));
    });

    test.each(["username", "token", "domain"])("does not stand in for one that a call requires: %s", async (name) => {
      const { [name]: _left, ...given } = { username: "me", token: "t", domain: "d" } as { [option: string]: string };
      const error = await rejection(
        whilePolluted(name, "polluted", () => {
          if (name === "domain") {
            const client = createEmployeeServiceV3({ baseUrl });
            return client.with({}).addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 });
          }
          const { domain: _domain, ...ofV21 } = given;
          return createEmployeeServiceV21({ baseUrl, ...ofV21 } as never)
            .with({})
            .costCenterGetCurrent({ EmployeeId: 1 });
        }),
      );
      expect(error).toMatchObject({ code: "CONFIGURATION", option: name, attempts: 0 });
    });

    const path = join(tmpdir(), `polluted-${process.pid}.sock`);
    const further = {
      soapVersion: "1.2",
      httpHeaders: { "X-Polluted": "1" },
      auth: { polluted: "1" },
      limits: { responseBytes: 1, streamBytes: 1, requestBytes: 1, depth: 1 },
      timeoutMs: 1,
      retries: 0,
      requestsPerSecond: 1,
      validation: "strict",
      expose: { envelopes: true },
    };
    const pollutions: readonly [what: string, pollution: PollutedTask["pollution"]][] = [
      ["socketPath", { socketPath: path }],
      ["texts, which could be taken for HTTP headers", { token: "polluted", username: "polluted", "X-Polluted": "1" }],
      ["an aborted signal", { signal: { aborted: true, reason: "polluted", addEventListener() {} } }],
      ["many others", further],
    ];
    // The last one has every name that node-soap and undici iterate, so that `make test` runs it too.
    test.each(sampleOf(pollutions, pollutions.length - 1))(
      "changes no call, however long it is there: %s",
      async (_what, pollution) => {
        const spied: string[] = [];
        const spy = createServer((socket) => {
          spied.push("a connection");
          socket.on("error", () => {});
          socket.on("data", (data) => socket.end(spied.push(String(data)) > 0 ? bookList(book(2)) : ""));
        });
        await new Promise<void>((resolve) => spy.listen(path, resolve));
        atEnd(() => new Promise((resolve) => spy.close(resolve)));
        const server = await serve(good);
        const task: PollutedTask = { url: server.url, pollution };
        const { report, end } = await runChild<PollutedReport>(join(__dirname, "polluted-process.ts"), task);
        expect(report).toEqual({ ids: [1, 1] });
        expect([end, spied]).toEqual([0, []]);
        for (const { head } of server.requests) {
          expect(head).not.toMatch(/polluted|soap\+xml/i);
          expect(head).toMatch(/accept-encoding: gzip/i);
        }
      },
    );
  });
});

/** A call's work runs in the async context of its caller, not of an earlier call. */
describe("context", () => {
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
    const client = open({ endpoint: server.url, features: [nodeSoap()], expose: { envelopes: true }, ...options });
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
      expose: { envelopes: true },
      connections: 2,
      retries: { max: 1, budget: 100, delayMs: 3 },
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
    const client = open({
      endpoint: server.url,
      features: [nodeSoap()],
      expose: { envelopes: true },
      connections: 2,
      retries: 0,
    });
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
    const client = open({
      features: [nodeSoap()],
      endpoint: server.url,
      connections: 1,
      retries: { max: 1, budget: 100, delayMs: 1 },
      headers,
    });
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
});

describe("headers", () => {
  let server: RawServer;
  let client: ShelfClient;

  async function serve(options: ClientOptions<Headers>, handler?: RawHandler): Promise<ShelfClient> {
    server = await RawServer.start(handler ?? ((socket) => socket.write(answer(envelope(books())))));
    client = new ShelfClient({ endpoint: server.url, ...options });
    return client;
  }

  afterEach(async () => {
    await client.close({ force: true });
    await server.stop();
  });

  test("a header function runs once for each call, also when it is retried, and learns operation and auth", async () => {
    const seen: unknown[] = [];
    const c = await serve(
      {
        retries: { delayMs: 1 },
        headers: (call) => {
          seen.push(call);
          return Promise.resolve({ Credentials: { User: String(call.auth?.user ?? "me") } });
        },
      },
      (socket, { number }) => socket.write(number === 1 ? answer("", "503 Busy") : answer(envelope(books()))),
    );
    await c.getBooks({ ShelfId: 1 }, { auth: { user: "other" } });
    expect(seen).toEqual([{ operation: "Get_Books", attempt: 1, auth: { user: "other" } }]);
    expect(server.requests.map(({ body }) => /<User>(.*)<\/User>/.exec(body)?.[1])).toEqual(["other", "other"]);
  });

  test("headers of a call replace those of the client", async () => {
    const c = await serve({ headers: { Credentials: { User: "me" } } });
    await c.getBooks({ ShelfId: 1 }, { headers: { Credentials: { User: "you" } } });
    await c.getBooks({ ShelfId: 1 });
    expect(server.requests.map(({ body }) => /<User>(.*)<\/User>/.exec(body)?.[1])).toEqual(["you", "me"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("vault");
      },
      { message: "vault" },
    ],
    ["rejects", () => Promise.reject(new Error("vault")), { message: "vault" }],
  ])("a header function that %s rejects the call with its error as cause", async (_what, headers, cause) => {
    const c = await serve({ headers });
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toMatchObject({
      code: "CONFIGURATION",
      reason: "credential-function-failed",
      option: "headers",
      cause,
    });
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ["text", "hunter22", "headers"],
    ["a block of the wrong shape", { Credentials: { User: 5 } }, "header-value"],
    ["a block with an unknown property", { Credentials: { User: "me", Pin: "hunter22" } }, "header-value"],
    ["a control character", { Credentials: { User: "hunter22\u0000" } }, "header-value"],
  ])("a header function that yields %s rejects the call", async (_what, value, reason) => {
    const c = await serve({ headers: () => value as Headers });
    const error = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "CONFIGURATION", reason, attempts: 0 });
    expect(JSON.stringify(error) + String(error)).not.toContain("hunter22");
    expect(server.requests).toHaveLength(0);
  });

  test("an unknown property of a header block is named, with the properties that the block takes", async () => {
    const c = await serve({ headers: () => ({ Credentials: { User: "me", Pin: "1" } }) as Headers });
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toThrow(
      /Credentials has the unknown property Pin\. It takes only User, .+\./,
    );
  });

  test("a header function that never ends is ended by the deadline, and by the signal", async () => {
    const c = await serve({ headers: () => new Promise<Headers>(() => {}) });
    await expect(c.getBooks({ ShelfId: 1 }, { deadlineMs: 50 })).rejects.toMatchObject({
      code: "TIMEOUT",
      phase: "deadline",
    });
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    await expect(c.getBooks({ ShelfId: 1 }, { signal: abort.signal })).rejects.toMatchObject({ code: "ABORTED" });
    expect(server.requests).toHaveLength(0);
  });

  test("only the first call's fault carries the hint about the namespace", async () => {
    const c = await serve({ retries: 0 }, (socket, { number }) =>
      socket.write(
        number === 2
          ? answer(envelope(books()))
          : answer(
              envelope(fault11("s:Client", "Server did not recognize the value of HTTP Header SOAPAction")),
              "500 Error",
            ),
      ),
    );
    const first = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
    await c.getBooks({ ShelfId: 1 });
    const third = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
    expect(first).toBeInstanceOf(FaultError);
    expect((first as Error).message).toContain("namespace");
    expect((third as Error).message).not.toContain("namespace");
  });

  test("the action of SOAP 1.2 goes out where the WSDL requires it, moved with the namespace", async () => {
    const c = await serve({ soapVersion: "1.2", quirks: { namespaces: () => "urn:moved\\" } }, (socket) =>
      socket.write(answer("", "202 Accepted")),
    );
    await c.touch({});
    await c.touch({});
    await c.getBooks({ ShelfId: 1 }).catch(() => undefined);
    const plain = "application/soap+xml; charset=utf-8";
    const withAction = `${plain}; action="urn:moved\\\\/Touch"`;
    const types = server.requests.map(({ head }) => /^content-type: (.*)$/im.exec(head)?.[1]?.trim());
    expect(types).toEqual([withAction, withAction, plain]);
    expect(server.requests.some(({ head }) => /^soapaction:/im.test(head))).toBe(false);
  });

  test("arguments are read before the method returns, and once", async () => {
    const c = await serve({});
    let reads = 0;
    const args = {
      get ShelfId() {
        return ++reads;
      },
    };
    const call = c.getBooks(args);
    expect(reads).toBe(1);
    await call;
    expect(reads).toBe(1);
  });

  test("a closed client rejects calls; close waits for those in flight, force ends them", async () => {
    const c = await serve({}, (socket) => setTimeout(() => socket.write(answer(envelope(books()))), 50));
    const call = c.getBooks({ ShelfId: 1 });
    await c.close();
    expect(await call).toEqual([]);
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONFIGURATION", reason: "client-closed" });
    await server.allClosed();
    const other = new ShelfClient({ endpoint: server.url });
    const pending = other.getBooks({ ShelfId: 1 });
    await Promise.all([
      other.close({ force: true }),
      expect(pending).rejects.toMatchObject({ code: "ABORTED", reason: "closed-by-force" }),
    ]);
    await server.allClosed();
  });
});
