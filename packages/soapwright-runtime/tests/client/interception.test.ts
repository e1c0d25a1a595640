/** Interceptors of users around calls and around their requests. */

import type { ShelfClient } from "soapwright-testing/client/shelf";
import { until } from "soapwright-testing/stage/gate";
import { makeClient, saying, send } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import type { AttemptInterceptor, InterceptedCall, Interceptor } from "../../src/client/interceptors";
import { AbortError } from "../../src/errors/abort-error";
import { isServiceError } from "../../src/errors/service-error";

let server: RawServer;
let client: ShelfClient;

async function serve(handler: RawHandler, options: Parameters<typeof makeClient>[1]): Promise<ShelfClient> {
  server = await RawServer.start(handler);
  client = makeClient(server.url, options);
  return client;
}

afterEach(async () => {
  await client.close({ force: true });
  await server.allClosed();
  await server.stop();
});

const well: RawHandler = (socket) => socket.write(saying("well"));
/** Fails once with 503. */
const wellTheSecondTime: RawHandler = (socket, { number }) =>
  socket.write(number === 1 ? answer("", "503 Busy") : saying("well"));

test("the first listed is outermost, those of calls run once and those of attempts for each request", async () => {
  const seen: string[] = [];
  const noting =
    (name: string): Interceptor =>
    (next) =>
    async (call) => {
      seen.push(`${name} before`);
      const response = await next(call);
      seen.push(`${name} after`);
      return response;
    };
  const notingAttempt: AttemptInterceptor = (next) => async (attempt) => {
    seen.push(`attempt ${attempt.attempt} ${attempt.call.operation} ${attempt.requestBytes}`);
    try {
      const { status, responseBytes } = await next(attempt);
      seen.push(`${status} ${responseBytes > 100} ${attempt.requestBytes > 100}`);
      return { status, headers: {}, responseBytes };
    } catch (error) {
      seen.push(`${attempt.status} ${isServiceError(error) && error.code}`);
      throw error;
    }
  };
  const c = await serve(wellTheSecondTime, {
    interceptors: [noting("a"), noting("b")],
    attemptInterceptors: [notingAttempt],
  });
  expect(await send(c)).toEqual({ error: undefined, text: "well", attempts: 2 });
  expect(seen).toEqual([
    "a before",
    "b before",
    "attempt 1 Get_Books 0",
    "503 HTTP",
    "attempt 2 Get_Books 0",
    "200 true true",
    "b after",
    "a after",
  ]);
});

test("a call is seen without envelope and credentials", async () => {
  let seen: InterceptedCall | undefined;
  const c = await serve(well, {
    interceptors: [
      (next) => async (call) => {
        seen = call;
        return next(call);
      },
    ],
    headers: { Credentials: { User: "me", Secret: "hunter22" } },
  });
  await send(c, { shelf: 7 });
  expect(seen).toMatchObject({ operation: "Get_Books", args: { ShelfId: 7 }, soapVersion: "1.1", streaming: false });
  expect(seen?.endpoint).toBe(server.url);
  expect(JSON.stringify(seen)).not.toContain("hunter22");
});

test("HTTP headers may be set, for the call and for one request", async () => {
  const c = await serve(wellTheSecondTime, {
    httpHeaders: { "X-Client": "client" },
    interceptors: [
      (next) => (call) => {
        call.httpHeaders["X-Call"] = "call";
        return next(call);
      },
    ],
    attemptInterceptors: [
      (next) => (attempt) => {
        attempt.httpHeaders["X-Attempt"] = String(attempt.attempt);
        delete attempt.httpHeaders["X-Client"];
        return next(attempt);
      },
    ],
  });
  await send(c);
  const heads = server.requests.map(({ head }) => head);
  expect(heads.map((head) => /x-attempt: (\d)/i.exec(head)?.[1])).toEqual(["1", "2"]);
  for (const head of heads) {
    expect(head).toMatch(/x-call: call/i);
    expect(head).not.toMatch(/x-client/i);
  }
});

test("a header that may not be set is a ConfigurationError, and nothing is sent", async () => {
  for (const name of ["Host", "SOAPAction", "Content-Length", "bad name", "X\r\nY"]) {
    const interceptors: Interceptor[] = [
      (next) => (call) => {
        call.httpHeaders[name] = "x";
        return next(call);
      },
    ];
    const c = await serve(well, { interceptors });
    expect((await send(c)).error).toMatchObject({ code: "CONFIGURATION" });
    expect(server.requests).toHaveLength(0);
    await c.close();
    await server.stop();
  }
});

test("a result may be changed, or come from somewhere else", async () => {
  const changing: Interceptor = (next) => async (call) => ({ ...(await next(call)), result: [{ Title: "changed" }] });
  const c = await serve(well, { interceptors: [changing] });
  expect((await send(c)).text).toBe("changed");
  const http = { status: 200, headers: {}, attempts: 0, elapsedMs: 0 };
  const kept: Interceptor = () => async () => ({ result: [{ Title: "kept" }], http, headers: {} });
  const other = makeClient(server.url, { interceptors: [kept] });
  expect(await send(other)).toEqual({ error: undefined, text: "kept", attempts: 0 });
  expect(server.requests).toHaveLength(1);
});

describe.each(["interceptors", "attemptInterceptors"] as const)("one of %s", (option) => {
  const cause = new RangeError("mine");
  const fails = (): never => {
    throw cause;
  };
  const wrong: [string, unknown][] = [
    ["throws", () => fails],
    ["rejects", () => () => Promise.reject(cause)],
    ["throws when it is put together", fails],
    [
      "throws when next has returned",
      (next: (call: unknown) => Promise<unknown>) => (call: unknown) => next(call).then(fails),
    ],
  ];

  test.each(wrong)("that %s gives the caller its own error", async (_how, interceptor) => {
    const c = await serve(well, { [option]: [interceptor] });
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toBe(cause);
  });

  test.each([
    ["returns nothing", () => undefined],
    ["returns no promise", () => () => 5],
    ["returns no response", () => async () => undefined],
    [
      "calls next twice",
      (next: (call: unknown) => Promise<unknown>) => (call: unknown) => next(call).then(() => next(call)),
    ],
    ["calls next without the call", (next: () => Promise<unknown>) => () => next()],
  ])("that %s is a ConfigurationError", async (_how, interceptor) => {
    const c = await serve(well, { [option]: [interceptor as never] });
    const { error } = await send(c);
    expect(error).toMatchObject({ code: "CONFIGURATION", option, operation: "Get_Books" });
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  test("that throws a ServiceError is not touched", async () => {
    const own = Object.freeze(new AbortError("mine", { operation: "Theirs" }));
    const c = await serve(well, { [option]: [() => () => Promise.reject(own)] });
    expect((await send(c)).error).toBe(own);
  });

  test("may take an error for itself and let the call go on", async () => {
    if (option === "attemptInterceptors") return;
    const http = { status: 0, headers: {}, attempts: 0, elapsedMs: 0 };
    const calm: Interceptor = (next) => (call) => next(call).catch(() => ({ result: [], http, headers: {} }));
    const c = await serve((socket) => socket.destroy(), { interceptors: [calm], retries: 0 });
    expect(await c.getBooks({ ShelfId: 1 })).toEqual([]);
  });
});

test("an attempt interceptor that never ends is ended by the deadline, the signal and close", async () => {
  let begun = 0;
  const stuck: AttemptInterceptor = () => () => {
    begun++;
    return new Promise(() => {});
  };
  const c = await serve(well, { attemptInterceptors: [stuck] });
  expect((await send(c, { deadlineMs: 50 })).error).toMatchObject({ code: "TIMEOUT", phase: "deadline" });
  const controller = new AbortController();
  const aborted = send(c, { signal: controller.signal });
  await until(() => begun === 2);
  controller.abort();
  expect((await aborted).error).toMatchObject({ code: "ABORTED" });
  const last = send(c);
  await until(() => begun === 3);
  void c.close({ force: true });
  expect((await last).error).toMatchObject({ code: "ABORTED" });
});

test("one that never ends behind its request is ended too, and the connection is free", async () => {
  let controller = new AbortController();
  const stuck: AttemptInterceptor = (next) => async (attempt) => {
    await next(attempt);
    controller.abort();
    return new Promise(() => {});
  };
  const c = await serve(well, { attemptInterceptors: [stuck], connections: 1 });
  for (let i = 0; i < 3; i++) {
    controller = new AbortController();
    expect((await send(c, { signal: controller.signal })).error).toMatchObject({ code: "ABORTED" });
  }
  expect(server.connections).toBe(1);
});

test("the signal that interceptors get is aborted when the call is given up", async () => {
  let aborted: unknown;
  const watching: Interceptor = (next) => (call) => {
    (call.signal as AbortSignal).addEventListener("abort", () => {
      aborted = (call.signal as AbortSignal).reason;
    });
    return next(call);
  };
  const c = await serve(() => {}, { interceptors: [watching] });
  expect((await send(c, { timeoutMs: 500, deadlineMs: 50 })).error).toMatchObject({ phase: "deadline" });
  expect(aborted).toMatchObject({ phase: "deadline" });
});

describe("a stream", () => {
  test("may be changed on its way", async () => {
    const seen: unknown[] = [];
    const watching: Interceptor = (next) => async (call) => {
      const response = await next(call);
      async function* items(): AsyncGenerator<unknown> {
        for await (const item of response.result as AsyncIterable<object>) {
          seen.push(item);
          yield { ...item, Title: "seen" };
        }
      }
      return { ...response, result: items() };
    };
    const c = await serve(well, { interceptors: [watching] });
    const titles: unknown[] = [];
    for await (const { Title } of c.getBooksStream({ ShelfId: 1 })) titles.push(Title);
    expect([titles, seen.length]).toEqual([["seen"], 1]);
  });

  test.each([
    ["no iterable", async () => [], { reason: "interceptor-failed", option: "interceptors" }],
    ["a generator that fails", async () => failing(), { message: "mine" }],
  ])("whose interceptor makes it %s ends in that", async (_what, make, error) => {
    const interceptors: Interceptor[] = [(next) => async (call) => ({ ...(await next(call)), result: await make() })];
    const c = await serve(well, { interceptors });
    const stream = c.getBooksStream({ ShelfId: 1 });
    await expect(stream.next()).rejects.toMatchObject(error);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  async function* failing(): AsyncGenerator<unknown> {
    yield* [];
    throw new RangeError("mine");
  }
});

test("Accept-Encoding of httpHeaders takes the place of the client's own", async () => {
  const c = await serve(well, {});
  await send(c, { httpHeaders: { "accept-encoding": "identity" } });
  await send(c);
  const sent = server.requests.map(({ head }) => head.match(/accept-encoding: [^\r]*/gi));
  expect(sent).toEqual([["accept-encoding: identity"], ["Accept-Encoding: gzip, deflate, br"]]);
});
