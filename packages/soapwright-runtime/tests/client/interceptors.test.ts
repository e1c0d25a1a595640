/** Interceptors: one shape, around the call and around each of its requests. */

import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { BasicAuthSecurity } from "soap";
import { nodeSoap } from "soapwright-node-soap";
import { isServiceError } from "soapwright-runtime/errors";
import { optionsOver } from "soapwright-testing/client/options-over";
import { type Book, book, books, envelope, fault11 } from "soapwright-testing/client/shelf";
import { turn, until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { shelfOf } from "soapwright-testing/stage/shape-server";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";

endAfterEach();

/** The argument of an interceptor. */
interface Call {
  readonly operation: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly httpHeaders: { [name: string]: string };
}
interface Response {
  readonly result: unknown;
  readonly http: {
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    readonly attempts: number;
  };
  readonly headers: { readonly [name: string]: unknown };
}
interface AttemptResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
}
type Interceptor<R = Response> = (next: (call: Call) => Promise<R>) => (call: Call) => Promise<R>;

const good: RawHandler = (socket, { body }) => socket.write(bookList(book(shelfOf(body))));
const busyTwice: RawHandler = (socket, { number }) =>
  socket.write(number <= 2 ? answer("", "503 Busy") : bookList(book(1)));
const failing = { Credentials: { User: "me", Secret: "hunter22" } };

async function openWith(
  options: {
    readonly interceptors?: readonly Interceptor[];
    readonly attemptInterceptors?: readonly Interceptor<AttemptResponse>[];
    readonly [name: string]: unknown;
  },
  handler: RawHandler = good,
) {
  const server = await serve(handler);
  return { server, client: open(optionsOver({ endpoint: server.url, retries: { delayMs: 1 } }, options)) };
}

/** Records when it is entered and left. */
const noting =
  <R>(order: string[], name: string): Interceptor<R> =>
  (next) =>
  async (call) => {
    order.push(`${name} in`);
    try {
      return await next(call);
    } finally {
      order.push(`${name} out`);
    }
  };

describe("interceptors", () => {
  test("stand around the call in the order of the list, and attemptInterceptors around each request", async () => {
    const order: string[] = [];
    const { client } = await openWith(
      {
        interceptors: [noting(order, "a"), noting(order, "b")],
        attemptInterceptors: [noting(order, "x"), noting(order, "y")],
      },
      busyTwice,
    );
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const request = ["x in", "y in", "y out", "x out"];
    expect(order).toEqual(["a in", "b in", ...request, ...request, ...request, "b out", "a out"]);
  });

  test("are made once, and called for each call", async () => {
    let made = 0;
    let called = 0;
    const counting: Interceptor = (next) => {
      made++;
      return async (call) => {
        called++;
        return next(call);
      };
    };
    const { client } = await openWith({ interceptors: [counting] });
    for (let n = 0; n < 3; n++) await client.getBooks({ ShelfId: 1 });
    expect(called).toBe(3);
    expect(made).toBeLessThanOrEqual(3);
  });

  test("get operation, arguments and signal, and give result, status and headers", async () => {
    const calls: Call[] = [];
    const responses: Response[] = [];
    const watch: Interceptor = (next) => async (call) => {
      calls.push(call);
      const response = await next(call);
      responses.push(response);
      return response;
    };
    const { client } = await openWith({ interceptors: [watch] });
    const { result, http } = await client.getBooks({ ShelfId: 5 }).withResponse();
    expect(calls).toMatchObject([{ operation: "Get_Books", args: { ShelfId: 5 } }]);
    expect(calls[0]?.signal).toMatchObject({ aborted: false });
    expect(responses[0]?.result).toEqual(result);
    expect(responses[0]?.http).toMatchObject({ status: 200, attempts: 1 });
    expect(responses[0]?.http.headers).toEqual(http.headers);
    expect(responses[0]?.headers).toEqual({});
  });

  test("of attempts get the number of the attempt and its outcome", async () => {
    const met: unknown[] = [];
    const watch: Interceptor<AttemptResponse> = (next) => async (call) => {
      try {
        const response = await next(call);
        met.push([call.operation, call.attempt, response.status]);
        return response;
      } catch (error) {
        met.push([call.operation, call.attempt, Reflect.get(Object(error), "status")]);
        throw error;
      }
    };
    const { client } = await openWith({ attemptInterceptors: [watch] }, busyTwice);
    await client.getBooks({ ShelfId: 1 });
    expect(met).toEqual([
      ["Get_Books", 1, 503],
      ["Get_Books", 2, 503],
      ["Get_Books", 3, 200],
    ]);
  });

  test("of attempts see the headers of their response, and a lost connection as its error", async () => {
    const met: unknown[] = [];
    const watch: Interceptor<AttemptResponse> = (next) => async (call) => {
      const response = await next(call).catch((error: unknown) => {
        met.push(Reflect.get(Object(error), "code"));
        throw error;
      });
      met.push(response.headers["content-type"]);
      return response;
    };
    const { client } = await openWith({ attemptInterceptors: [watch] }, (socket, { number }) =>
      number === 1 ? socket.destroy() : socket.write(bookList(book(1))),
    );
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(met).toEqual(["CONNECTION", "text/xml; charset=utf-8"]);
  });

  test("see nothing of envelope and credentials", async () => {
    const seen: string[] = [];
    const look = (what: object): void => {
      seen.push(inspect(what, { depth: 10, showHidden: true, getters: true }));
    };
    const watch: Interceptor = (next) => async (call) => {
      look(call);
      const response = await next(call);
      look(response);
      return response;
    };
    const watchAttempt: Interceptor<AttemptResponse> = (next) => async (call) => {
      look(call);
      return next(call);
    };
    const options = { interceptors: [watch], attemptInterceptors: [watchAttempt], headers: failing };
    const { client, server } = await openWith({ ...options, features: [nodeSoap()] });
    client.soap.setSecurity(new BasicAuthSecurity("someone", "hunter33"));
    client.soap.addSoapHeader("<x xmlns='urn:x'>hunter44</x>");
    await client.getBooks({ ShelfId: 1 }, { auth: undefined } as never);
    expect(server.requests[0]?.body).toContain("hunter22");
    expect(seen).toHaveLength(3);
    expect(seen.join("\n")).not.toMatch(/hunter\d\d|Envelope|c29tZW9uZTpodW50ZXIzMw/);
  });

  test("may set HTTP headers: for the call, or for one request", async () => {
    const perCall: Interceptor = (next) => async (call) => {
      call.httpHeaders["X-Trace"] = `call of ${call.operation}`;
      return next(call);
    };
    const perRequest: Interceptor<AttemptResponse> = (next) => async (call) => {
      call.httpHeaders["X-Attempt"] = String(call.attempt);
      if (call.attempt === 2) call.httpHeaders["X-Second"] = "yes";
      return next(call);
    };
    const options = { interceptors: [perCall], attemptInterceptors: [perRequest], httpHeaders: { "X-Of": "client" } };
    const { client, server } = await openWith(options, busyTwice);
    await client.getBooks({ ShelfId: 1 }, { httpHeaders: { "X-Of": "call" } });
    const read = (name: string) =>
      server.requests.map(({ head }) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]);
    expect(read("x-trace")).toEqual(Array.from({ length: 3 }, () => "call of Get_Books"));
    expect(read("x-attempt")).toEqual(["1", "2", "3"]);
    expect(read("x-second")).toEqual([undefined, "yes", undefined]);
    expect(read("x-of")).toEqual(["call", "call", "call"]);
  });

  test("may change the caller's own headers, and those of one call are not those of the next", async () => {
    const add: Interceptor = (next) => async (call) => {
      expect(call.httpHeaders["X-Mine"]).toBe("1");
      expect(call.httpHeaders["X-Theirs"]).toBeUndefined();
      call.httpHeaders["X-Mine"] = "2";
      call.httpHeaders["X-Theirs"] = "3";
      return next(call);
    };
    const mine = Object.freeze({ "X-Mine": "1" });
    const { client, server } = await openWith({ interceptors: [add] });
    for (let n = 0; n < 2; n++) await client.getBooks({ ShelfId: 1 }, { httpHeaders: mine });
    expect(mine).toEqual({ "X-Mine": "1" });
    for (const { head } of server.requests) expect(head).toMatch(/x-mine: 2[\s\S]*x-theirs: 3/i);
  });

  test.each(["Content-Length", "SOAPAction", "Content-Type", "Transfer-Encoding", "Host", "X Y"])(
    "may not set %s",
    async (name) => {
      const set: Interceptor = (next) => async (call) => {
        call.httpHeaders[name] = "1";
        return next(call);
      };
      const { client, server } = await openWith({ interceptors: [set] });
      expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONFIGURATION" });
      expect(server.requests).toHaveLength(0);
    },
  );

  test("change no argument", async () => {
    const change: Interceptor = (next) => async (call) => {
      try {
        Object.assign(call.args as object, { ShelfId: 666 });
      } catch {
        // Frozen, which callers are allowed to do.
      }
      return next(call);
    };
    const { client, server } = await openWith({ interceptors: [change] });
    const args = { ShelfId: 5 };
    await client.getBooks(args);
    expect(server.requests[0]?.body).toContain("ShelfId>5<");
    expect(Object.isFrozen(args)).toBe(false);
  });

  test("may give another result", async () => {
    const other: Interceptor = (next) => async (call) => {
      const response = await next(call);
      return { ...response, result: (response.result as Book[]).map(({ Id }) => ({ Id: Id * 10, Price: "0" })) };
    };
    const { client } = await openWith({ interceptors: [other] });
    expect(await client.getBooks({ ShelfId: 4 })).toEqual([{ Id: 40, Price: "0" }]);
    expect((await client.getBooks({ ShelfId: 4 }).withResponse()).result).toEqual([{ Id: 40, Price: "0" }]);
  });

  test("may do without the service", async () => {
    const kept = new Map<string, Response>();
    const cache: Interceptor = (next) => async (call) => {
      const key = JSON.stringify([call.operation, call.args]);
      const response = kept.get(key) ?? (await next(call));
      kept.set(key, response);
      return response;
    };
    const { client, server } = await openWith({ interceptors: [cache] });
    const results: unknown[] = [];
    for (let n = 0; n < 4; n++) results.push(await client.getBooks({ ShelfId: n % 2 }));
    expect(results).toMatchObject([[{ Id: 0 }], [{ Id: 1 }], [{ Id: 0 }], [{ Id: 1 }]]);
    expect(server.requests).toHaveLength(2);
    expect((await client.getBooks({ ShelfId: 0 }).withResponse()).http.status).toBe(200);
  });

  test("may mend an error", async () => {
    const mend: Interceptor = (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        if (Reflect.get(Object(error), "code") !== "FAULT") throw error;
        return { result: [], http: { status: 500, headers: {}, attempts: 1 }, headers: {} };
      }
    };
    const { client } = await openWith({ interceptors: [mend] }, (socket, { body }) =>
      socket.write(
        shelfOf(body) === 1 ? answer(envelope(fault11("s:Client", "No such shelf.")), "500 X") : answer("no XML"),
      ),
    );
    expect(await client.getBooks({ ShelfId: 1 })).toEqual([]);
    expect(await rejection(client.getBooks({ ShelfId: 2 }))).toMatchObject({ code: "RESPONSE" });
  });
});

describe("what an interceptor throws", () => {
  type Kind = "interceptors" | "attemptInterceptors";
  const kinds: readonly Kind[] = ["interceptors", "attemptInterceptors"];

  test.each(kinds)("reaches the caller unchanged when it is a ServiceError: %s", async (kind) => {
    const errors: unknown[] = [];
    const rethrow: Interceptor = (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    };
    const { client } = await openWith({ [kind]: [rethrow], retries: 0 }, (socket) => socket.destroy());
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(errors).toHaveLength(1);
    expect(error).toBe(errors[0]);
    expect(error).toMatchObject({ code: "CONNECTION", operation: "Get_Books" });
  });

  test.each(kinds)("is what the caller gets when it is anything else: %s", async (kind) => {
    for (const thrown of [new RangeError("from the interceptor"), "a text", undefined]) {
      const before: Interceptor = () => async () => {
        throw thrown;
      };
      const behind: Interceptor = (next) => async (call) => {
        await next(call);
        throw thrown;
      };
      for (const [interceptor, requests] of [
        [before, 0],
        [behind, 1],
      ] as const) {
        const { client, server } = await openWith({ [kind]: [interceptor], retries: 2 });
        const got = await client.getBooks({ ShelfId: 1 }).then(
          () => "a result",
          (error: unknown) => ({ error }),
        );
        expect(got).toEqual({ error: thrown });
        expect(server.requests).toHaveLength(requests);
      }
    }
  });

  test.each(kinds)("by another's fault, as by returning nothing, is a ConfigurationError: %s", async (kind) => {
    const nothing = (() => async () => undefined) as unknown as Interceptor;
    const { client } = await openWith({ [kind]: [nothing], retries: 0 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONFIGURATION" });
  });

  test.each(kinds)("at once, and not as a rejection, is the same: %s", async (kind) => {
    const atOnce: Interceptor = () => () => {
      throw new RangeError("at once");
    };
    const { client } = await openWith({ [kind]: [atOnce], retries: 0 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toEqual(new RangeError("at once"));
  });
});

describe("the time of an interceptor", () => {
  const waits: Interceptor = (next) => async (call) => {
    await new Promise(() => {});
    return next(call);
  };

  test("ends at the deadline of the call", async () => {
    const { client, server } = await openWith({ interceptors: [waits], deadlineMs: 50, retries: 0 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "TIMEOUT", phase: "deadline" });
    expect(server.requests).toHaveLength(0);
  });

  test("ends with the caller's signal, which it sees, too", async () => {
    const signals: AbortSignal[] = [];
    const watch: Interceptor = (next) => async (call) => {
      signals.push(call.signal);
      return next(call);
    };
    const { client } = await openWith({ interceptors: [watch, waits], retries: 0 });
    const abort = new AbortController();
    const call = client.getBooks({ ShelfId: 1 }, { signal: abort.signal });
    await until(() => signals.length === 1);
    abort.abort(new Error("enough"));
    expect(await rejection(call)).toMatchObject({ code: "ABORTED", cause: { message: "enough" } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("ends with a client that is closed by force", async () => {
    const { client } = await openWith({ interceptors: [waits] });
    const call = rejection(client.getBooks({ ShelfId: 1 }));
    await turn();
    await client.close({ force: true });
    expect(await call).toMatchObject({ code: "ABORTED" });
  });

  test("holds no slot of the queue before the first interceptor calls next", async () => {
    let free: () => void = () => {};
    const first: Interceptor = (next) => async (call) => {
      if (shelfOf(`ShelfId>${(call.args as { ShelfId: number }).ShelfId}<`) === 1)
        await new Promise<void>((resolve) => {
          free = resolve;
        });
      return next(call);
    };
    const { client } = await openWith({ interceptors: [first], connections: 1 });
    const held = client.getBooks({ ShelfId: 1 });
    expect(await client.getBooks({ ShelfId: 2 })).toHaveLength(1);
    free();
    expect(await held).toHaveLength(1);
  });

  test("is spent in the async context of its caller", async () => {
    const store = new AsyncLocalStorage<number>();
    const met: unknown[] = [];
    const watch: Interceptor = (next) => async (call) => {
      met.push(store.getStore());
      const response = await next(call);
      met.push(store.getStore());
      return response;
    };
    const { client } = await openWith({
      interceptors: [watch],
      attemptInterceptors: [watch as unknown as Interceptor<AttemptResponse>],
      connections: 1,
    });
    await Promise.all([1, 2, 3].map((id) => store.run(id, () => client.getBooks({ ShelfId: id }))));
    expect(met.sort()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });
});

describe("an interceptor of streams", () => {
  const list = answer(envelope(books(...Array.from({ length: 500 }, (_, id) => book(id)))));

  test("gets the async iterable as result, and may hand on another", async () => {
    const calls: Call[] = [];
    let isEnded = false;
    const tens: Interceptor = (next) => async (call) => {
      calls.push(call);
      const response = await next(call);
      const items = response.result as AsyncIterable<Book>;
      async function* mapped(): AsyncGenerator<Book> {
        try {
          for await (const item of items) yield { ...item, Id: item.Id * 10 };
        } finally {
          isEnded = true;
        }
      }
      return { ...response, result: mapped() };
    };
    const { client, server } = await openWith({ interceptors: [tens] }, (socket) => socket.write(list));
    const stream = client.getBooksStream({ ShelfId: 3 });
    expect(calls).toHaveLength(0);
    const ids: number[] = [];
    for await (const { Id } of stream) ids.push(Id);
    expect(ids).toEqual(Array.from({ length: 500 }, (_, id) => id * 10));
    expect(calls).toMatchObject([{ operation: "Get_Books", args: { ShelfId: 3 } }]);
    expect(isEnded).toBe(true);
    isEnded = false;
    for await (const { Id } of client.getBooksStream({ ShelfId: 3 })) if (Id === 20) break;
    expect(isEnded).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  test("leaves the items alone when it hands them on", async () => {
    const order: string[] = [];
    const { client } = await openWith(
      { interceptors: [noting(order, "a")], attemptInterceptors: [noting(order, "x")] },
      (socket) => socket.write(list),
    );
    let items = 0;
    for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) expect(Id).toBe(items++);
    expect(items).toBe(500);
    expect(order.slice(0, 2)).toEqual(["a in", "x in"]);
    expect([...order].sort()).toEqual(["a in", "a out", "x in", "x out"]);
  });

  test("ends the stream with what it throws", async () => {
    const thrower: Interceptor = () => async () => {
      throw new RangeError("no streams");
    };
    const { client } = await openWith({ interceptors: [thrower] });
    const stream = client.getBooksStream({ ShelfId: 1 });
    expect(await rejection(stream.next())).toEqual(new RangeError("no streams"));
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("sees the error that a stream begins with", async () => {
    const codes: unknown[] = [];
    const watch: Interceptor = (next) => async (call) => {
      try {
        const response = await next(call);
        const items = response.result as AsyncIterable<Book>;
        async function* watched(): AsyncGenerator<Book> {
          try {
            yield* items;
          } catch (error) {
            codes.push(Reflect.get(Object(error), "code"));
            throw error;
          }
        }
        return { ...response, result: watched() };
      } catch (error) {
        codes.push(Reflect.get(Object(error), "code"));
        throw error;
      }
    };
    const { client } = await openWith({ interceptors: [watch], retries: 0 }, (socket) =>
      socket.write(answer(envelope(fault11("s:Client", "No")), "500 X")),
    );
    expect(await rejection(client.getBooksStream({ ShelfId: 1 }).next())).toMatchObject({ code: "FAULT" });
    expect(codes).toEqual(["FAULT"]);
  });
});

test.each([
  ["a function", () => {}],
  ["a number", 5],
  ["a list of numbers", [5]],
  ["a list with a gap", [undefined]],
])("%s is not a list of interceptors", (_what, value) => {
  for (const option of ["interceptors", "attemptInterceptors"]) {
    let error: unknown;
    try {
      open({ endpoint: "http://127.0.0.1:1/", [option]: value });
    } catch (thrown) {
      error = thrown;
    }
    expect(isServiceError(error)).toBe(true);
    expect(error).toMatchObject({ code: "CONFIGURATION", option: expect.stringMatching(new RegExp(`^${option}`)) });
    // The message names the accepted types instead of an unknown option.
    expect((error as Error).message).toMatch(/function|list|array/);
  }
});
