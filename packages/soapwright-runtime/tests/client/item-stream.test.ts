/** The life and end of a stream: its memory, its connection, and when a caller may leave it. */

import { type Book, book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { slowTest } from "soapwright-testing/stage/slow";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import type { Interceptor } from "../../src/client/interceptors";

let server: RawServer;
let client: ShelfClient;

async function serve(handler: RawHandler, options: ConstructorParameters<typeof ShelfClient>[0] = {}) {
  server = await RawServer.start(handler);
  client = new ShelfClient({ endpoint: server.url, retryDelayMs: 1, ...options });
  return client;
}

afterEach(async () => {
  await client.close({ force: true });
  await server.allClosed();
  await server.stop();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
const many = (count: number): string => envelope(books(...Array.from({ length: count }, (_, i) => book(i))));
const [opening = "", closing = ""] = many(1).split(book(0));
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n";
/** A response that begins with two items and then stalls. */
const silentAfterTwo: RawHandler = (socket) => socket.write(`${HEAD}${opening}${book(1)}${book(2)}`);

/** Collects garbage until `done` returns true, a few times at most. */
async function collectUntil(done: () => boolean): Promise<void> {
  for (let i = 0; i < 50 && !done(); i++) {
    // A target that `done` has dereferenced stays until the end of the turn.
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
    await turn();
  }
}

slowTest("items that were taken are not kept, though the reader never catches up", async () => {
  const total = 6_000;
  let sent = 0;
  const c = await serve((socket) => {
    socket.write(`${HEAD}${opening}`);
    const more = (): void => {
      for (; sent < total; sent++) if (!socket.write(book(sent))) return void socket.once("drain", more);
      socket.end(closing);
    };
    more();
  });
  const taken: WeakRef<Book>[] = [];
  let waiting = 0;
  for await (const item of c.getBooksStream({ ShelfId: 1 })) {
    taken.push(new WeakRef(item));
    // Slower than the server, so that items always wait.
    if (taken.length % 50 === 0) await turn();
    if (taken.length === 5_000) {
      await collectUntil(() => taken.filter((ref) => ref.deref() !== undefined).length < 1_000);
      waiting = taken.filter((ref) => ref.deref() !== undefined).length;
    }
  }
  expect(taken).toHaveLength(total);
  expect(waiting).toBeLessThan(1_000);
});

slowTest.each(["plain", "with interceptors"])("a stream that someone waits for is not dropped: %s", async (how) => {
  const interceptors = how === "plain" ? [] : [(next: Parameters<Interceptor>[0]) => next];
  let finish = (): void => {};
  const c = await serve(
    (socket) => {
      finish = () => socket.write(answer(many(1)));
    },
    { interceptors },
  );
  const first = c.getBooksStream({ ShelfId: 1 }).next();
  for (let i = 0; i < 10; i++) {
    collectGarbage();
    await turn();
  }
  finish();
  expect(await first).toMatchObject({ done: false, value: { Id: 0 } });
});

test.each(["plain", "with interceptors"])("a stream that is dropped gives its place back: %s", async (how) => {
  const interceptors = how === "plain" ? [] : [(next: Parameters<Interceptor>[0]) => next];
  const c = await serve(
    (socket, { number }) =>
      number === 1 ? silentAfterTwo(socket, { head: "", body: "", number }) : socket.write(answer(many(1))),
    {
      connections: 1,
      interceptors,
    },
  );
  await (async () => {
    const stream = c.getBooksStream({ ShelfId: 1 });
    await stream.next();
  })();
  const next = c.getBooks({ ShelfId: 2 });
  let done = false;
  void next.then(() => {
    done = true;
  });
  await collectUntil(() => done);
  expect(await next).toHaveLength(1);
});

describe.each(["plain", "with interceptors"])("a stream that was left early is collected, %s:", (how) => {
  const interceptors = how === "plain" ? [] : [(next: Parameters<Interceptor>[0]) => next];
  type Stream = ReturnType<ShelfClient["getBooksStream"]>;
  const ways: { readonly [way: string]: (stream: Stream) => Promise<unknown> } = {
    break: async (stream) => {
      for await (const _ of stream) break;
    },
    "a throw in the loop": async (stream) => {
      for await (const _ of stream) throw new Error("the reader's own");
    },
    "return()": async (stream) => {
      await stream.next();
      await stream.return?.();
    },
    "return() before its first item": async (stream) => {
      const first = stream.next();
      await stream.return?.();
      await first;
    },
    "close of its client": async (stream) => {
      await stream.next();
      await client.close({ force: true });
      await stream.next();
    },
    "its end": async (stream) => {
      for await (const _ of stream);
    },
  };

  const responses: { readonly [response: string]: RawHandler } = {
    "is under way": silentAfterTwo,
    "has come as a whole": (socket) => socket.write(answer(many(3))),
  };
  const cases = Object.keys(ways).flatMap((way) => Object.keys(responses).map((response) => [way, response] as const));

  test.each(cases.filter(([way, response]) => way !== "its end" || response !== "is under way"))(
    "%s, whose response %s",
    async (way, response) => {
      const streams: WeakRef<Stream>[] = [];
      const items: WeakRef<object>[] = [];
      const handler = responses[response] as RawHandler;
      for (let n = 0; n < 3; n++) {
        if (n > 0) await client.close({ force: true });
        if (n > 0) await server.stop();
        const c = await serve(handler, { interceptors });
        await (async () => {
          const stream = c.getBooksStream({ ShelfId: 1 });
          streams.push(new WeakRef(stream));
          const { next } = stream;
          stream.next = async () => {
            const item = await next.call(stream);
            if (item.value !== undefined) items.push(new WeakRef(item.value));
            return item;
          };
          await ways[way]?.(stream).catch(() => {});
        })();
      }
      await collectUntil(() => [...streams, ...items].every((ref) => ref.deref() === undefined));
      expect([streams, items].map((refs) => refs.filter((ref) => ref.deref() !== undefined).length)).toEqual([0, 0]);
    },
  );
});

describe.each(["plain", "with interceptors"])("return, %s", (how) => {
  const interceptors = how === "plain" ? [] : [(next: Parameters<Interceptor>[0]) => next];

  test("before the first item sends nothing and ends the stream", async () => {
    const c = await serve(silentAfterTwo, { interceptors });
    const stream = c.getBooksStream({ ShelfId: 1 });
    expect(await stream.return?.()).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(server.requests).toHaveLength(0);
  });

  test("ends items that are waited for, without an error", async () => {
    const c = await serve(() => {}, { interceptors });
    const stream = c.getBooksStream({ ShelfId: 1 });
    const pending = [stream.next(), stream.next()];
    await turn();
    await stream.return?.();
    expect(await Promise.all(pending)).toEqual(Array(2).fill({ done: true, value: undefined }));
    await server.allClosed();
  });

  test("in the same turn as the first item is asked for sends nothing", async () => {
    const c = await serve(() => {}, { interceptors });
    const stream = c.getBooksStream({ ShelfId: 1 });
    const first = stream.next();
    await stream.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
    await client.close();
    expect(server.requests).toHaveLength(0);
  });

  test("a second time, and after the end, does nothing", async () => {
    const c = await serve((socket) => socket.write(answer(many(1))), { interceptors });
    const stream = c.getBooksStream({ ShelfId: 1 });
    for await (const _ of stream);
    await stream.return?.();
    await stream.return?.();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});

test("await using leaves it", async () => {
  const c = await serve(silentAfterTwo);
  const stream = c.getBooksStream({ ShelfId: 1 });
  await stream.next();
  await (stream as unknown as AsyncDisposable)[Symbol.asyncDispose]();
  await server.allClosed();
});

test("throw leaves it and passes the error on", async () => {
  const c = await serve(silentAfterTwo);
  const stream = c.getBooksStream({ ShelfId: 1 });
  await stream.next();
  await expect(stream.throw?.(new RangeError("mine"))).rejects.toThrow(new RangeError("mine"));
  await server.allClosed();
});

test.each([
  ["to its end", (socket) => socket.write(answer(many(3))), ["response"]],
  [
    "into a fault",
    (socket) => socket.write(answer(envelope(fault11("s:Client", "No")), "500 No")),
    ["response", "soapError"],
  ],
  [
    "into a lost connection",
    (socket) => socket.end(`${HEAD.replace("\r\n\r\n", "\r\nContent-Length: 99999\r\n\r\n")}${opening}${book(1)}`),
    ["response", "soapError"],
  ],
  ["without a response", (socket) => socket.destroy(), ["response", "soapError"]],
] as [string, RawHandler, string[]][])(
  "listeners of client.soap are notified once of a stream read %s",
  async (_how, handler, told) => {
    const c = await serve(handler, { retries: 0 });
    const events: string[] = [];
    c.soap.on("response", () => events.push("response"));
    c.soap.on("soapError", () => events.push("soapError"));
    try {
      for await (const _ of c.getBooksStream({ ShelfId: 1 }));
    } catch {
      // Listeners are notified too.
    }
    expect(events).toEqual(told);
  },
);

test("a stream that drips blanks after its first item ends", async () => {
  const c = await serve((socket) => {
    socket.write(`${HEAD}${opening}${book(1)}`);
    const timer = setInterval(() => socket.write(" "), 10);
    socket.on("close", () => clearInterval(timer));
  });
  const stream = c.getBooksStream({ ShelfId: 1 }, { timeoutMs: 1_000, deadlineMs: 200 });
  await stream.next();
  await expect(stream.next()).rejects.toMatchObject({ code: "TIMEOUT", phase: "deadline" });
});

test("a stream left alone is ended after streamIdleMs, and says so", async () => {
  const c = await serve((socket) => {
    const part = Array.from({ length: 500 }, (_, i) => book(i)).join("");
    socket.write(`${HEAD}${opening}`);
    for (let i = 0; i < 40; i++) socket.write(part);
  });
  const stream = c.getBooksStream({ ShelfId: 1 }, { streamIdleMs: 60 });
  await stream.next();
  await server.allClosed();
  const last = async (): Promise<void> => {
    for await (const _ of stream);
  };
  await expect(last()).rejects.toMatchObject({ code: "TIMEOUT", phase: "consumer", timeoutMs: 60 });
});
