/** An abandoned stream releases its slot. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Interceptor, mapConcurrent } from "soapwright-runtime";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { turn } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { slowTest } from "soapwright-testing/stage/slow";
import { atEnd, callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import type { RawServer } from "soapwright-testing/transport/raw-server";
import { compile } from "soapwright-testing/types/compile";
import { contract } from "soapwright-testing/wire/contract-facts";
import type { DroppedReport, DroppedTask } from "./dropped-process";

endAfterEach();

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n";
const [opening = "", closing = ""] = envelope(books(book(0))).split(book(0));
const many = Array.from({ length: 20_000 }, (_, id) => book(id)).join("");

/** A list so long that its stream holds the connection until most of it was consumed. */
function longList(socket: Socket): void {
  socket.write(`${HEAD}${opening}${many}${many}${closing}`, () => socket.end());
}

/** A server whose first response is written by `begin`, and all later ones are a short list. */
function serveFirst(begin: (socket: Socket) => void): Promise<RawServer> {
  return serve((socket, { number }) => {
    if (number === 1) begin(socket);
    else socket.write(bookList(book(7)));
  });
}

const within = <T>(ms: number, promise: Promise<T>): Promise<T | "pending"> =>
  Promise.race([promise, new Promise<"pending">((resolve) => setTimeout(resolve, ms, "pending").unref())]);

/** Consumes the rest of a stream, and returns its error. */
async function drain(stream: AsyncIterator<unknown>): Promise<{ items: number; error: unknown }> {
  let items = 0;
  try {
    while ((await stream.next()).done !== true) items++;
    return { items, error: undefined };
  } catch (error) {
    return { items, error };
  }
}

describe("a stream's type", () => {
  const from = join(__dirname, "../../../../src/index");
  const open = `
    import { type createEmployeeServiceV3, type EmployeeAddress } from ${JSON.stringify(from)};
    declare const client: ReturnType<typeof createEmployeeServiceV3>;
    const stream = client.addressGetListStream({ EmployeeId: 1, Period: 1, Year: 2026 });
    // A WSDL may allow nil items.
    type Item = EmployeeAddress${contract.nilItems ? " | null" : ""};
  `;
  const uses = {
    next: "export const first: Promise<IteratorResult<Item, undefined>> = stream.next();",
    return: "export const left: Promise<IteratorResult<Item, undefined>> = stream.return();",
    "Symbol.asyncDispose": "export const left: PromiseLike<void> = stream[Symbol.asyncDispose]();",
    "await using": "export async function use(): Promise<void> { await using held = stream; void held; }",
    "for await": "export async function use() { for await (const item of stream) item?.Street?.length; }",
    "being iterable": "export const same: AsyncIterableIterator<Item> = stream[Symbol.asyncIterator]();",
    wrong: "export const no: Promise<Item> = stream.next();",
  };

  test(`has ${Object.keys(uses).slice(0, -1).join(", ")}, and is not that of anything`, () => {
    const folder = mkdtempSync(join(tmpdir(), "stream-types-"));
    try {
      const files = Object.entries(uses).map(([name, use]) => {
        const file = join(folder, `${name}.ts`);
        writeFileSync(file, `${open} export type Used = Item; ${use}`);
        return file;
      });
      expect(compile(files)).toEqual([expect.stringContaining("wrong.ts(")]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("leaving a stream", () => {
  test.each([["return"], [Symbol.asyncDispose]])(
    "by %p gives its place back and closes the connection",
    async (how) => {
      const server = await serveFirst(longList);
      const client = open({ endpoint: server.url, connections: 1, retries: 0 });
      const stream = client.getBooksStream({ ShelfId: 1 });
      await stream.next();
      const leave: unknown = Reflect.get(stream, how);
      if (typeof leave !== "function") throw new Error(`a stream has no ${String(how)}`);
      await Reflect.apply(leave, stream, []);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      expect(await stream.next()).toEqual({ done: true, value: undefined });
      await client.close();
      await server.allClosed();
    },
  );

  test("before it was begun sends nothing, now and later", async () => {
    const server = await serve((socket) => socket.write(bookList(book(1))));
    const client = open({ endpoint: server.url });
    const stream = client.getBooksStream({ ShelfId: 1 });
    await stream.return?.();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await client.close();
    expect(server.requests).toHaveLength(0);
  });

  test("ends a next that waits", async () => {
    const server = await serveFirst((socket) => socket.write(`${HEAD}${opening}${book(0)}`));
    let signal: AbortSignal | undefined;
    const watching: Interceptor = (next) => (call) => {
      signal = call.signal as AbortSignal;
      return next(call);
    };
    const stream = open({ endpoint: server.url, interceptors: [watching] }).getBooksStream({ ShelfId: 1 });
    await stream.next();
    const waiting = stream.next();
    await stream.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(signal?.reason).toMatchObject({ code: "ABORTED", reason: "stream-left" });
  });
});

describe("a consumer that asks for nothing for limits.streamIdleMs", () => {
  test("ends the stream with a TimeoutError and gives the place to the next call", async () => {
    const server = await serveFirst(longList);
    const client = open({ endpoint: server.url, connections: 1, limits: { streamIdleMs: 100 }, retries: 0 });
    const stream = client.getBooksStream({ ShelfId: 1 });
    expect(await stream.next()).toMatchObject({ value: { Id: 0 } });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const { error } = await drain(stream);
    expect(error).toMatchObject({
      code: "TIMEOUT",
      reason: "timeout-consumer",
      phase: "consumer",
      timeoutMs: 100,
      operation: "Get_Books",
    });
    expect((error as Error).message).toContain("limits.streamIdleMs");
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("ends two streams that hold all connections", async () => {
    const server = await serve((socket, { number }) => {
      if (number <= 2) longList(socket);
      else socket.write(bookList(book(7)));
    });
    const client = open({ endpoint: server.url, connections: 2, limits: { streamIdleMs: 100 }, retries: 0 });
    const left = [client.getBooksStream({ ShelfId: 1 }), client.getBooksStream({ ShelfId: 1 })];
    for (const stream of left) await stream.next();
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    await client.close();
    await server.allClosed();
    // The second one is ended by its own time limit or by close, whichever comes first.
    const phases: unknown[] = [];
    for (const stream of left) {
      const error = Object((await drain(stream)).error);
      phases.push(Reflect.get(error, "phase") ?? Reflect.get(error, "code"));
    }
    expect(phases).toContain("consumer");
    expect(phases.filter((phase) => phase !== "consumer" && phase !== "ABORTED")).toEqual([]);
  });

  slowTest(
    "ends streams whose service has stopped in the middle, too: they hold connections",
    async () => {
      const server = await serve((socket, { number }) => {
        if (number <= 2) socket.write(`${HEAD}${opening}${book(0)}${book(1)}${book(2)}`);
        else socket.write(bookList(book(7)));
      });
      const client = open({
        endpoint: server.url,
        connections: 2,
        limits: { streamIdleMs: 500 },
        deadlineMs: 25_000,
        retries: 0,
      });
      const left = [client.getBooksStream({ ShelfId: 1 }), client.getBooksStream({ ShelfId: 1 })] as const;
      // One has items left, the other has returned all that arrived; on a busy machine it is abandoned before that.
      await Promise.all([left[0].next(), left[1].next().then(() => left[1].next())]);
      const last = await left[1].next().catch((error: unknown) => error);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      expect((await drain(left[0])).error).toMatchObject({ phase: "consumer", timeoutMs: 500 });
      // Reading the other one now would be in time, if it was abandoned a moment later.
      await pause(1_000);
      const error = last instanceof Error ? last : (await drain(left[1])).error;
      expect(error).toMatchObject({ phase: "consumer", timeoutMs: 500 });
    },
    40_000,
  );

  slowTest(
    "is not one that asks again in time, though the service has stopped",
    async () => {
      const server = await serveFirst((socket) => {
        socket.write(`${HEAD}${opening}${book(0)}${book(1)}${book(2)}`);
        setTimeout(() => socket.end(`${book(3)}${closing}`), 4_000);
      });
      const stream = open({ endpoint: server.url, limits: { streamIdleMs: 3_000 } }).getBooksStream({ ShelfId: 1 });
      for (let n = 0; n < 3; n++) {
        expect(await stream.next()).toMatchObject({ value: { Id: n } });
        await pause(600);
      }
      expect(await drain(stream)).toEqual({ items: 1, error: undefined });
    },
    30_000,
  );

  test("fails no stream whose response is all there: it holds no connection", async () => {
    const server = await serve((socket) => socket.write(bookList(...Array.from({ length: 20 }, (_, id) => book(id)))));
    const stream = open({ endpoint: server.url, limits: { streamIdleMs: 50 } }).getBooksStream({ ShelfId: 1 });
    await stream.next();
    await pause(400);
    expect(await drain(stream)).toEqual({ items: 19, error: undefined });
  });

  slowTest("is not one that is slow", async () => {
    const server = await serveFirst(longList);
    const stream = open({ endpoint: server.url, limits: { streamIdleMs: 3_000 } }).getBooksStream({ ShelfId: 1 });
    for (let n = 0; n < 25; n++) {
      expect(await stream.next()).toMatchObject({ value: { Id: n } });
      await pause(200);
    }
    expect((await drain(stream)).error).toBeUndefined();
  });

  test("is not one that waits for the server", async () => {
    const server = await serveFirst((socket) => {
      socket.write(`${HEAD}${opening}${book(0)}`);
      setTimeout(() => socket.end(`${book(1)}${closing}`), 400);
    });
    const stream = open({ endpoint: server.url, limits: { streamIdleMs: 50 }, timeoutMs: 20_000 }).getBooksStream({
      ShelfId: 1,
    });
    expect(await drain(stream)).toEqual({ items: 2, error: undefined });
  });

  test.each([0, -1, 1.5, Number.NaN, "60"])("is no option of %p", (streamIdleMs) => {
    expect(() => open({ limits: { streamIdleMs } })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "limits.streamIdleMs",
        message: expect.stringMatching(/milliseconds|\bms\b/),
      }),
    );
  });
});

test("a stream that was dropped is collected, and its place with it", async () => {
  const server = await serve((socket) => longList(socket));
  const task: DroppedTask = { url: server.url, streams: 6 };
  const { report, end } = await runChild<DroppedReport>(join(__dirname, "dropped-process.ts"), task, ["--expose-gc"]);
  // With two connections, the third stream begins only when the first has ended.
  expect(report).toEqual({ begun: 6, notBegunCollected: true, socketsLeft: 0 });
  expect(end).toBe(0);
}, 60_000);

describe("close", () => {
  test("ends though a stream was left, and ends the stream", async () => {
    const server = await serveFirst(longList);
    const client = open({ endpoint: server.url, retries: 0 });
    const stream = client.getBooksStream({ ShelfId: 1 });
    await stream.next();
    // Two seconds, and a margin for a busy machine; `limits.streamIdleMs` would be a minute.
    expect(await within(10_000, client.close())).toBeUndefined();
    await server.allClosed();
    const { error } = await drain(stream);
    expect(["closed-while-idle", "timeout-consumer"]).toContain(Reflect.get(Object(error), "reason"));
  }, 20_000);

  slowTest(
    "ends though a stream was left whose service has stopped in the middle",
    async () => {
      const server = await serveFirst((socket) => socket.write(`${HEAD}${opening}${book(0)}${book(1)}`));
      const client = open({ endpoint: server.url, retries: 0 });
      const stream = client.getBooksStream({ ShelfId: 1 });
      await stream.next();
      expect(await within(10_000, client.close())).toBeUndefined();
      await server.allClosed();
      expect((await drain(stream)).error).toMatchObject({ code: "ABORTED" });
    },
    20_000,
  );

  slowTest("waits for a stream that is read", async () => {
    const server = await serveFirst(longList);
    const client = open({ endpoint: server.url });
    let items = 0;
    let closing: Promise<void> | undefined;
    for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) {
      expect(Id).toBe(items++ % 20_000);
      closing ??= client.close();
      // Longer in all than the limit of an unread stream.
      if (items % 1_000 === 0) await pause(80);
    }
    expect(items).toBe(40_000);
    await closing;
  });

  test("ends at once with a stream that was never begun", async () => {
    const client = open({ endpoint: "http://127.0.0.1:1/" });
    const stream = client.getBooksStream({ ShelfId: 1 });
    expect(await within(10_000, client.close())).toBeUndefined();
    expect((await drain(stream)).error).toMatchObject({ code: "CONFIGURATION" });
  });
});

describe("a response that goes on without an item", () => {
  test.each([
    ["blanks", " "],
    ["comments", "<!-- . -->"],
    ["the text of one item", "x"],
  ])(
    "is ended at deadlineMs: %s",
    async (what, drip) => {
      const server = await serveFirst((socket) => {
        socket.write(`${HEAD}${opening}${book(0)}`);
        if (what === "the text of one item") socket.write("<Book><Id>1</Id><Title>");
        const timer = setInterval(() => socket.write(drip), 10);
        socket.on("close", () => clearInterval(timer));
      });
      const client = open({ endpoint: server.url, timeoutMs: 20_000, deadlineMs: 300, retries: 0 });
      // On a busy machine, the deadline may pass before the first item.
      const { error } = await drain(client.getBooksStream({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "TIMEOUT", phase: "deadline", timeoutMs: 300 });
      await server.allClosed();
    },
    20_000,
  );

  slowTest("does not count the time that the consumer takes", async () => {
    const server = await serveFirst(longList);
    const client = open({ endpoint: server.url, deadlineMs: 3_000, retries: 0 });
    const stream = client.getBooksStream({ ShelfId: 1 });
    await stream.next();
    await pause(3_500);
    expect(await drain(stream)).toEqual({ items: 39_999, error: undefined });
  });

  test("ends by itself when the consumer waits and the options are those of the call", async () => {
    const server = await serveFirst((socket) => {
      socket.write(`${HEAD}${opening}${book(0)}`);
      const timer = setInterval(() => socket.write("\n"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const stream = open({ endpoint: server.url, retries: 0 }).getBooksStream(
      { ShelfId: 1 },
      callOptions({ deadlineMs: 200 }),
    );
    expect((await drain(stream)).error).toMatchObject({ phase: "deadline", timeoutMs: 200 });
  }, 20_000);
});

describe("mapConcurrent, while its source has nothing to give", () => {
  /** Yields one input and then blocks; counts how often it is left. */
  function stuck(): AsyncIterable<number> & { left: number } {
    const source = {
      left: 0,
      [Symbol.asyncIterator]: () => {
        let given = 0;
        return {
          next: () =>
            given++ === 0 ? Promise.resolve({ done: false as const, value: 1 }) : new Promise<never>(() => {}),
          return: () => {
            source.left++;
            return new Promise<never>(() => {});
          },
        };
      },
    };
    return source;
  }
  async function* stuckGenerator(): AsyncGenerator<number> {
    yield 1;
    await new Promise<never>(() => {});
  }

  test.each<[string, () => AsyncIterable<number>]>([
    ["an iterator", stuck],
    ["a generator", stuckGenerator],
  ])(
    "ends by break, with %s",
    async (_what, make) => {
      const source = make();
      const loop = async (): Promise<string> => {
        for await (const outcome of mapConcurrent(source, async (n) => n * 2)) {
          expect(outcome).toMatchObject({ ok: true, result: 2 });
          break;
        }
        return "left";
      };
      expect(await within(5_000, loop())).toBe("left");
      if ("left" in source) expect(source.left).toBe(1);
    },
    20_000,
  );

  test.each<[string, () => AsyncIterable<number>]>([
    ["an iterator", stuck],
    ["a generator", stuckGenerator],
  ])(
    "ends by its signal, with %s",
    async (_what, make) => {
      const source = make();
      const abort = new AbortController();
      const reason = new Error("enough");
      const loop = async (): Promise<void> => {
        for await (const _ of mapConcurrent(source, async (n) => n, { signal: abort.signal })) {
          setTimeout(() => abort.abort(reason), 10);
        }
      };
      expect(await within(5_000, rejection(loop()))).toMatchObject({ code: "ABORTED", cause: reason });
      if ("left" in source) expect(source.left).toBe(1);
    },
    20_000,
  );

  test("ends by break though its source fails later, which is not reported", async () => {
    let fail: (error: Error) => void = () => {};
    async function* source(): AsyncGenerator<number> {
      yield 1;
      await new Promise((_resolve, reject) => {
        fail = reject;
      });
    }
    const rejections: unknown[] = [];
    const note = (error: unknown): void => void rejections.push(error);
    process.on("unhandledRejection", note);
    atEnd(async () => void process.off("unhandledRejection", note));
    const loop = async (): Promise<string> => {
      for await (const _ of mapConcurrent(source(), async (n) => n)) break;
      return "left";
    };
    expect(await within(5_000, loop())).toBe("left");
    fail(new Error("later"));
    await turn();
    expect(rejections).toEqual([]);
  }, 20_000);
});
