/** Tests `client/call-life`, `client/trace` and `errors/abort-error` by themselves: no entry point shows them whole. */
import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { nodeSoap } from "soapwright-node-soap";
import { Call, type ClientOptions } from "soapwright-runtime";
import {
  book,
  books,
  ENVELOPE,
  envelope,
  fault11,
  fault12,
  getBooks,
  type Headers,
  NS,
  ShelfClient,
} from "soapwright-testing/client/shelf";
import { pause } from "soapwright-testing/stage/consume";
import { turn } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { ActiveCalls, CallLife, type RosterEntry } from "../../src/client/call-life";
import type { CallTrace } from "../../src/client/trace";
import { AbortError } from "../../src/errors/abort-error";

describe("call", () => {
  let server: RawServer | undefined;
  let client: ShelfClient | undefined;

  async function serve(handler: RawHandler, options: ClientOptions<Headers> = {}): Promise<ShelfClient> {
    server = await RawServer.start(handler);
    client = new ShelfClient({ endpoint: server.url, ...options });
    return client;
  }

  afterEach(async () => {
    await client?.close({ force: true });
    await server?.allClosed();
    await server?.stop();
    client = undefined;
    server = undefined;
  });

  test("sends exactly the envelope of SOAP 1.1", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books()))), {
      headers: { Credentials: { User: "me", Secret: "s<e>&cret" } },
    });
    await c.getBooks({ ShelfId: 7 });
    const [request] = server!.requests;
    expect(request?.body).toBe(
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE["1.1"]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Header><Credentials xmlns="${NS}"><User>me</User><Secret>s&lt;e&gt;&amp;cret</Secret></Credentials></soap:Header><soap:Body><Get_Books xmlns="${NS}"><ShelfId>7</ShelfId></Get_Books></soap:Body></soap:Envelope>`,
    );
    expect(request?.head).toMatch(/^content-type: text\/xml; charset=utf-8$/im);
    expect(request?.head).toMatch(new RegExp(`^soapaction: "${NS}/Get_Books"$`, "im"));
    expect(request?.head).toMatch(/^content-length: \d+$/im);
  });

  test("a call that is aborted at once opens no connection", async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections++;
      socket.on("error", () => {}).destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    client = new ShelfClient({ endpoint: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/` });
    const controller = new AbortController();
    const call = client.getBooks({ ShelfId: 7 }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    // A connection of the test's own comes after any of the call's.
    await once(connect((listener.address() as AddressInfo).port, "127.0.0.1"), "close");
    listener.close();
    expect(connections).toBe(1);
  });

  test("an operation of another service is an error of the call, not of the statement", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books()))));
    const call = Reflect.get(c, "call").call(c, { ...getBooks, name: "Other" }, { ShelfId: 7 });
    await expect(call).rejects.toMatchObject({
      code: "CONFIGURATION",
      reason: "operation-unknown",
      message: expect.stringContaining("Other is not an operation of this service"),
    });
  });

  test("a closed client reads no arguments", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books()))));
    await c.close();
    let reads = 0;
    const args = {
      get ShelfId() {
        return ++reads;
      },
    };
    await expect(c.getBooks(args)).rejects.toMatchObject({ code: "CONFIGURATION", option: "close" });
    expect(reads).toBe(0);
  });

  test("a listener that a client of with() gets during its call hears the response", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books()))), { features: [nodeSoap()] });
    const tenant = c.with({ timeoutMs: 9_000 });
    const call = tenant.getBooks({ ShelfId: 7 });
    let heard = 0;
    tenant.soap.on("response", () => heard++);
    await call;
    expect(heard).toBe(1);
  });

  test("sends exactly the envelope of SOAP 1.2", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books(), "1.2"))), { soapVersion: "1.2" });
    await c.getBooks({ ShelfId: 7 });
    const [request] = server!.requests;
    expect(request?.body).toBe(
      `<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="${ENVELOPE["1.2"]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap12:Body><Get_Books xmlns="${NS}"><ShelfId>7</ShelfId></Get_Books></soap12:Body></soap12:Envelope>`,
    );
    expect(request?.head).toMatch(/^content-type: application\/soap\+xml; charset=utf-8$/im);
    expect(request?.head).not.toMatch(/soapaction/i);
    expect(request?.head).not.toMatch(/action=/i);
  });

  test.each(["1.1", "1.2"] as const)(
    "SOAP %s sends an action as a URI, whatever characters it has",
    async (soapVersion) => {
      const namespaces = (namespace: string): string => namespace.replace(NS, "urn:полка:ü");
      const c = await serve((socket) => socket.write(answer("", "202 Accepted")), {
        soapVersion,
        quirks: { namespaces },
      });
      await c.touch({});
      const name = soapVersion === "1.1" ? "SOAPAction: " : "action=";
      expect(server!.requests[0]?.head).toContain(`${name}"urn:%D0%BF%D0%BE%D0%BB%D0%BA%D0%B0:%C3%BC/Touch"`);
    },
  );

  test("returns the list, one item or many", async () => {
    const c = await serve((socket, { number }) =>
      socket.write(answer(envelope(books(...Array.from({ length: number - 1 }, (_, i) => book(i)))))),
    );
    expect(await c.getBooks({ ShelfId: 1 })).toEqual([]);
    expect(await c.getBooks({ ShelfId: 1 })).toEqual([{ Id: 0, Title: "Title 0", Price: "0.50" }]);
    expect(await c.getBooks({ ShelfId: 1 })).toHaveLength(2);
  });

  test.each([
    ["absent", `<Get_BooksResponse xmlns="${NS}"/>`],
    ["empty", `<Get_BooksResponse xmlns="${NS}"><Get_BooksResult/></Get_BooksResponse>`],
    [
      "nil",
      `<Get_BooksResponse xmlns="${NS}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Get_BooksResult i:nil="true"/></Get_BooksResponse>`,
    ],
  ])("an %s result is an empty list", async (_what, body) => {
    const c = await serve((socket) => socket.write(answer(envelope(body))));
    expect(await c.getBooks({ ShelfId: 1 })).toEqual([]);
  });

  test("withResponse gives status, headers, attempts, duration and header blocks", async () => {
    const header = `<Session xmlns="${NS}"><Number>5</Number></Session>`;
    const c = await serve((socket) => socket.write(answer(envelope(books(), "1.1", header), "200 OK", ["X-A: b"])));
    const { result, http, headers } = await c.getBooks({ ShelfId: 1 }).withResponse();
    expect(result).toEqual([]);
    expect(http).toMatchObject({ status: 200, attempts: 1, headers: { "x-a": "b" } });
    expect(http.elapsedMs).toBeGreaterThan(0);
    expect(headers).toEqual({ Session: { Number: 5 } });
  });

  test("withResponse gives cookies one by one", async () => {
    const lines = ["Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Set-Cookie: b=2"];
    const c = await serve((socket, { number }) =>
      socket.write(answer(envelope(books()), "200 OK", number === 1 ? lines : [])),
    );
    const { http } = await c.getBooks({ ShelfId: 1 }).withResponse();
    expect(http.cookies).toEqual(["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
    expect((await c.getBooks({ ShelfId: 1 }).withResponse()).http).not.toHaveProperty("cookies");
  });

  test("a one-way call takes 202 and 200 without a body", async () => {
    const c = await serve((socket, { number }) => socket.write(answer("", number === 1 ? "202 Accepted" : "200 OK")));
    expect(await c.touch({})).toBeUndefined();
    expect(await c.touch({})).toBeUndefined();
  });

  test.each([
    ["1.1", fault11("s:Client", "No shelf", `<NoShelf xmlns="${NS}"><ShelfId>9</ShelfId></NoShelf>`)],
    ["1.2", fault12("s:Sender", "No shelf", `<NoShelf xmlns="${NS}"><ShelfId>9</ShelfId></NoShelf>`)],
  ] as const)("a fault of SOAP %s has its typed detail", async (version, body) => {
    const c = await serve((socket) => socket.write(answer(envelope(body, version), "500 Error")), {
      soapVersion: version,
      retries: 0,
    });
    const error = await c.getBooks({ ShelfId: 9 }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: "FAULT",
      httpStatus: 500,
      operation: "Get_Books",
      soapVersion: version,
      attempts: 1,
      fault: {
        reason: "No shelf",
        code: { namespace: ENVELOPE[version], local: version === "1.1" ? "Client" : "Sender" },
        subcodes: version === "1.1" ? [] : [{ namespace: "urn:q", local: "Sub" }],
        detail: { $type: "NoShelf", value: { ShelfId: 9 } },
      },
    });
    expect((error as Error).message).toContain("No shelf");
    // The service knows the operation, so the message does not suspect the namespace.
    expect((error as Error).message).not.toContain("namespace");
  });

  test("a wrong argument rejects, and nothing is sent", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(books()))));
    const wrong: number = JSON.parse('"x"');
    await expect(c.getBooks({ ShelfId: wrong })).rejects.toMatchObject({
      code: "ARGUMENT",
      path: "Get_Books.ShelfId",
      attempts: 0,
      operation: "Get_Books",
    });
    expect(server!.requests).toHaveLength(0);
  });
});

describe("call life", () => {
  const never = () => new Promise<never>(() => {});
  const limits = { timeoutMs: 10_000, deadlineMs: 10_000, streamIdleMs: 10_000, signal: undefined };
  const ended = new AbortError("ended");

  function makeLife(options: Partial<Omit<typeof limits, "signal">> & { signal?: AbortSignal } = {}): CallLife {
    return new CallLife({ ...limits, ...options });
  }

  test("waits for a step and passes on what it comes to", async () => {
    const life = makeLife();
    expect(await life.until(Promise.resolve(5))).toBe(5);
    await expect(life.until(Promise.reject(new RangeError("step")))).rejects.toThrow(new RangeError("step"));
  });

  test("what ends the call rejects the step under way and every later one", async () => {
    const life = makeLife();
    const step = life.until(never());
    life.cancel(ended);
    await expect(step).rejects.toBe(ended);
    await expect(life.until(never())).rejects.toBe(ended);
    await expect(life.until(Promise.resolve(5))).rejects.toBe(ended);
    expect(life.isEnding).toBe(true);
  });

  test("a step that had come before the call was ended counts, the next does not", async () => {
    const life = makeLife();
    const step = life.until(Promise.resolve(5));
    await Promise.resolve();
    life.cancel(ended);
    expect(await step).toBe(5);
    await expect(life.until(never())).rejects.toBe(ended);
  });

  test("steps that reject behind the end leave no unhandled rejection", async () => {
    const unhandled = jest.fn();
    process.on("unhandledRejection", unhandled);
    const life = makeLife();
    let fail: (error: Error) => void = () => {};
    const step = life.until(new Promise((_resolve, reject) => (fail = reject)));
    life.cancel(ended);
    await expect(step).rejects.toBe(ended);
    await expect(life.until(Promise.reject(new Error("later still")))).rejects.toBe(ended);
    fail(new Error("late"));
    await turn();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("the first that ends the call counts", async () => {
    const life = makeLife();
    const step = life.until(never());
    life.cancel(ended);
    life.cancel(new AbortError("second"));
    await expect(step).rejects.toBe(ended);
  });

  test("an attempt's limit that passes between two steps is not forgotten", async () => {
    jest.useFakeTimers({ doNotFake: ["performance", "setImmediate"] });
    const life = makeLife({ timeoutMs: 5 });
    life.beginAttempt();
    jest.advanceTimersByTime(5);
    jest.useRealTimers();
    await expect(life.until(never())).rejects.toMatchObject({ code: "TIMEOUT", phase: "attempt" });
    expect(life.isEnding).toBe(false);
    life.endAttempt();
    expect(await life.until(Promise.resolve(5))).toBe(5);
    life.end();
  });

  test("the deadline's passing ends the call, an attempt's does not", async () => {
    const life = makeLife({ timeoutMs: 5, deadlineMs: 1_000 });
    life.beginAttempt();
    await expect(life.until(never())).rejects.toMatchObject({ phase: "attempt", timeoutMs: 5 });
    life.endAttempt();
    await expect(life.until(never(), "deadline")).rejects.toMatchObject({ phase: "deadline", timeoutMs: 1_000 });
    expect(life.isEnding).toBe(true);
    life.end();
  });

  test("a limit is in force during its wait alone, and the wait around it has its own again", async () => {
    jest.useFakeTimers({ doNotFake: ["performance", "setImmediate"] });
    const life = makeLife({ deadlineMs: 1_000 });
    const outer = life.until(
      (async () => {
        await Promise.resolve();
        await life.until(Promise.resolve(), "consumer");
        await never();
      })(),
      "deadline",
    );
    await turn();
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1_000);
    await expect(outer).rejects.toMatchObject({ phase: "deadline" });
    life.end();
    const other = makeLife();
    const step = other.until(turn(), "deadline");
    expect(jest.getTimerCount()).toBe(1);
    await step;
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  test("an exchange that has entered is stopped after a wait in between, and not after its attempt", async () => {
    const life = makeLife();
    const stopped: unknown[] = [];
    life.beginAttempt();
    life.enter({ stop: (error) => stopped.push(error) });
    await life.until(Promise.resolve(), "consumer");
    life.cancel(ended);
    expect(stopped).toEqual([ended]);
    const other = makeLife();
    other.beginAttempt();
    other.enter({ stop: (error) => stopped.push(error) });
    other.endAttempt();
    other.cancel(ended);
    expect(stopped).toHaveLength(1);
  });

  test("a signal ends the call, also one that has aborted already", async () => {
    const controller = new AbortController();
    const life = makeLife({ signal: controller.signal });
    life.begin();
    const step = life.until(never());
    controller.abort("enough");
    await expect(step).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
    expect(() => makeLife({ signal: controller.signal }).begin()).toThrow(
      expect.objectContaining({ code: "ABORTED", cause: "enough" }) as Error,
    );
  });

  test("a call that was ended before it began does not begin", () => {
    const life = makeLife();
    life.cancel(ended);
    expect(() => life.begin()).toThrow(ended);
  });

  test("its own signal is aborted when it is ended, whether it was read before or after", () => {
    const before = makeLife();
    const { signal } = before;
    before.cancel(ended);
    expect([signal.aborted, signal.reason]).toEqual([true, ended]);
    const after = makeLife();
    after.cancel(ended);
    expect([after.signal.aborted, after.signal.reason]).toEqual([true, ended]);
  });

  test("after its end nothing is left: no timer, no listener", async () => {
    jest.useFakeTimers();
    const controller = new AbortController();
    const remove = jest.spyOn(controller.signal, "removeEventListener");
    const life = makeLife({ signal: controller.signal });
    life.begin();
    life.beginAttempt();
    life.limitWait(5);
    life.until(never(), "consumer").catch(() => {});
    life.pause(1_000).catch(() => {});
    life.until(never(), "deadline").catch(() => {});
    expect(jest.getTimerCount()).toBe(1);
    life.end();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
    expect(remove).toHaveBeenCalledTimes(1);
    controller.abort();
    life.cancel(ended);
    expect([life.state, life.isEnding]).toEqual(["done", false]);
  });

  test("a reader that was active meanwhile has its whole patience again", async () => {
    const life = makeLife({ streamIdleMs: 60 });
    life.consumerActiveAt = performance.now();
    const step = life.until(never(), "consumer");
    // The reader's last activity comes after the timer that was set at first, however late that one is called.
    const activeAt = performance.now() + 200;
    life.consumerActiveAt = activeAt;
    await expect(step).rejects.toMatchObject({ phase: "consumer", timeoutMs: 60 });
    // Timers have a precision of a millisecond.
    expect(performance.now()).toBeGreaterThanOrEqual(activeAt + 60 - 2);
    life.end();
  });
});

/** Tracing channels of calls and of their requests, with real subscribers of Node. */
describe("channels", () => {
  endAfterEach();

  const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;

  type Heard = [channel: string, event: string, trace: CallTrace];

  /** Records every event of `names`, with the trace at that time. */
  function hear(...names: readonly string[]): Heard[] {
    const heard: Heard[] = [];
    for (const name of names) {
      const listener = (event: string) => (trace: CallTrace) => void heard.push([name, event, { ...trace }]);
      const listeners = Object.fromEntries(EVENTS.map((event) => [event, listener(event)]));
      const channel = tracingChannel<unknown, CallTrace>(name);
      channel.subscribe(listeners as never);
      atEnd(async () => void channel.unsubscribe(listeners as never));
    }
    return heard;
  }

  const busyOnce: RawHandler = (socket, { number }) =>
    socket.write(number === 1 ? answer("", "503 Busy") : bookList(book(1)));
  const brief = (heard: readonly Heard[]) => heard.map(([name, event, { attempts }]) => `${name} ${event} ${attempts}`);
  const OF_CALL = ["asyncStart", "end", "asyncEnd"];

  test("a call and each of its requests have channels of their own", async () => {
    const server = await serve(busyOnce);
    const client = open({ endpoint: server.url, retries: { delayMs: 1 } });
    const heard = hear("soapwright:call", "soapwright:attempt");
    const call = client.getBooks({ ShelfId: 1 });
    expect(call).toBeInstanceOf(Call);
    expect((await call.withResponse()).http).toMatchObject({ status: 200, attempts: 2 });
    expect(brief(heard)).toEqual([
      "soapwright:call start 0",
      "soapwright:attempt start 1",
      ...["error", ...OF_CALL].map((event) => `soapwright:attempt ${event} 1`),
      "soapwright:attempt start 2",
      ...OF_CALL.map((event) => `soapwright:attempt ${event} 2`),
      ...OF_CALL.map((event) => `soapwright:call ${event} 2`),
    ]);
    const [first, second] = heard.filter(([name, event]) => name === "soapwright:attempt" && event === "end");
    expect(first?.[2]).toMatchObject({ status: 503, bytes: 0, retries: 0, error: { name: "HttpError", code: "HTTP" } });
    expect(second?.[2]).toMatchObject({ status: 200, retries: 1, error: undefined, operation: "Get_Books" });
    expect(second?.[2].bytes).toBeGreaterThan(100);
    const { requestLength, bytes, durationMs, status, error } = heard.at(-1)![2];
    expect([requestLength > 100, bytes, status, error]).toEqual([true, second?.[2].bytes, 200, undefined]);
    expect(durationMs).toBeGreaterThanOrEqual(second![2].durationMs!);
  });

  test("what is bound to start is active in the call, and in each of its requests", async () => {
    const server = await serve(busyOnce);
    const stores = { call: new AsyncLocalStorage<string>(), attempt: new AsyncLocalStorage<string>() };
    for (const [name, store] of Object.entries(stores)) {
      const { start } = tracingChannel<string, CallTrace>(`soapwright:${name}`);
      start.bindStore(
        store as AsyncLocalStorage<unknown> as never,
        ((trace: CallTrace) => `${name} ${trace.attempts}`) as never,
      );
      atEnd(async () => void start.unbindStore(store as never));
    }
    const met: unknown[] = [];
    const here = (): void => void met.push([stores.call.getStore(), stores.attempt.getStore()]);
    const client = open({
      features: [nodeSoap()],
      endpoint: server.url,
      retries: { delayMs: 1 },
      headers: () => {
        here();
        return {};
      },
    });
    client.soap.setSecurity({ addHeaders: here });
    await client.getBooks({ ShelfId: 1 });
    expect(met).toEqual([
      ["call 0", undefined],
      ["call 0", "attempt 1"],
      ["call 0", "attempt 2"],
    ]);
    expect([stores.call.getStore(), stores.attempt.getStore()]).toEqual([undefined, undefined]);
  });

  describe("a stream", () => {
    const long = bookList(...Array.from({ length: 3_000 }, (_, id) => book(id)));

    test("is over when its reader has left, which is no error", async () => {
      const server = await serve((socket) => socket.write(long));
      const client = open({ endpoint: server.url });
      const heard = hear("soapwright:call", "soapwright:attempt");
      for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) if (Id === 3) break;
      await client.close();
      expect(brief(heard)).toEqual([
        "soapwright:call start 0",
        "soapwright:attempt start 1",
        ...OF_CALL.map((event) => `soapwright:attempt ${event} 1`),
        ...OF_CALL.map((event) => `soapwright:call ${event} 1`),
      ]);
    });

    test("is over when it is no longer read, though it is not left", async () => {
      const server = await serve((socket) => socket.write(long));
      const client = open({ endpoint: server.url, limits: { streamIdleMs: 50 } });
      const heard = hear("soapwright:call");
      const stream = client.getBooksStream({ ShelfId: 1 });
      await stream.next();
      while (heard.length < 5) await pause(5);
      expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
      expect(heard.at(-1)![2].error).toEqual({ name: "TimeoutError", code: "TIMEOUT" });
      await stream.return?.();
    });

    test("that breaks off in the middle ends with its error", async () => {
      const server = await serve((socket) => socket.end(long.subarray(0, long.length / 2)));
      const client = open({ endpoint: server.url });
      const heard = hear("soapwright:call");
      const reading = async (): Promise<void> => {
        for await (const _ of client.getBooksStream({ ShelfId: 1 }));
      };
      const { code } = (await rejection(reading())) as Error & { readonly code: string };
      expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
      expect(heard.at(-1)![2].error?.code).toBe(code);
    });

    test("that fails before its first item ends with its error, once", async () => {
      const server = await serve((socket) => socket.destroy());
      const client = open({ endpoint: server.url, retries: 0 });
      const heard = hear("soapwright:call");
      await rejection(client.getBooksStream({ ShelfId: 1 }).next());
      expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
    });
  });
});

describe("roster", () => {
  class Entry implements RosterEntry {
    place = -1;
  }

  const some = (count: number) => Array.from({ length: count }, () => new Entry());

  test("keeps who was added until that one is deleted, in any order", () => {
    const roster = new ActiveCalls<Entry>();
    const [a, b, c] = some(3) as [Entry, Entry, Entry];
    for (const entry of [a, b, c]) roster.add(entry);
    expect(roster.size).toBe(3);
    roster.delete(a);
    expect(new Set(roster.all())).toEqual(new Set([b, c]));
    roster.delete(c);
    roster.delete(b);
    expect([roster.size, roster.all()]).toEqual([0, []]);
  });

  test("adding or deleting twice is doing it once", () => {
    const roster = new ActiveCalls<Entry>();
    const [a, b] = some(2) as [Entry, Entry];
    roster.add(a);
    roster.add(a);
    expect(roster.size).toBe(1);
    roster.delete(b);
    expect(roster.size).toBe(1);
    roster.delete(a);
    roster.delete(a);
    expect(roster.size).toBe(0);
    roster.add(a);
    expect(roster.all()).toEqual([a]);
  });

  test("agrees with a set over thousands of random steps", () => {
    const roster = new ActiveCalls<Entry>();
    const model = new Set<Entry>();
    const entries = some(40);
    let state = 5;
    for (let step = 0; step < 5_000; step++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const entry = entries[(state >> 8) % entries.length]!;
      if (state % 3 === 0) {
        roster.delete(entry);
        model.delete(entry);
      } else {
        roster.add(entry);
        model.add(entry);
      }
      expect(roster.size).toBe(model.size);
    }
    expect(new Set(roster.all())).toEqual(model);
  });

  test("what all returns stays as it is while entries go", () => {
    const roster = new ActiveCalls<Entry>();
    const entries = some(5);
    for (const entry of entries) roster.add(entry);
    for (const entry of roster.all()) roster.delete(entry);
    expect(roster.size).toBe(0);
    expect(entries.every(({ place }) => place === -1)).toBe(true);
  });
});
