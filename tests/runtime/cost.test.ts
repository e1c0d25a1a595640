/** What a response, a queue and a listener may cost. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import * as door from "../../src/index";
import * as runtime from "../../src/runtime";
import { book, books, envelope, type ShelfClient } from "../client/shelf";
import { answer } from "../transport/raw-server";
import { runChild } from "./child";
import { pause } from "./consume";
import type { CostTask, End, ListenerReport, MemoryReport, QueueReport } from "./cost-process";
import { listenSilently } from "./silent";
import { atEnd, endAfterEach, open, rejection, serve } from "./stage";
import { bookList } from "./stage-bytes";

endAfterEach();

const MINUTE = 60_000;

describe("namespaces in a header block that nobody reads", () => {
  /** Nested elements, each with a declaration of its own, until there are `megabytes` of them. */
  function declared(megabytes: number, write: (n: number) => string): string {
    const nested = 50;
    let text = "";
    for (let n = 0; text.length < megabytes * 2 ** 20; n += nested) {
      const opened = Array.from({ length: nested }, (_, depth) => `<a ${write(n + depth)}>`).join("");
      text += opened + "</a>".repeat(nested);
    }
    return `<Trace xmlns="urn:trace">${text}</Trace>`;
  }
  const hash = (n: number): string => createHash("sha256").update(String(n)).digest("hex");

  test.each<[string, (n: number) => string]>([
    ["of one prefix and ever new names", (n) => `xmlns:p="u${n}"`],
    ["of one prefix and long names", (n) => `xmlns:p="urn:${hash(n).repeat(3)}"`],
    ["of ever new prefixes", (n) => `xmlns:p${n}="u"`],
    ["of the default namespace", (n) => `xmlns="u${n}"`],
    ["of one name", () => `xmlns:p="u"`],
  ])(
    "%s are forgotten with the response",
    async (_what, write) => {
      const bytes = answer(gzipSync(envelope(books(book(1)), "1.1", declared(7, write)), { level: 1 }), "200 OK", [
        "Content-Encoding: gzip",
      ]);
      const server = await serve((socket, { number }) => socket.write(number === 1 ? bookList(book(1)) : bytes));
      const task: CostTask = { job: "memory after a response", url: server.url };
      const { report, end } = await runChild<MemoryReport>("cost-process.ts", task, ["--expose-gc"]);
      expect(end).toBe(0);
      // Read, or refused by one of the limits: both are fine.
      expect(["ok", "RESPONSE limit"]).toContain(report?.end);
      expect(report?.keptMiB).toBeLessThan(6);
    },
    MINUTE,
  );

  test(
    "take no memory by the response while it is read, either",
    async () => {
      const bytes = answer(
        gzipSync(
          envelope(
            books(book(1)),
            "1.1",
            declared(28, (n) => `xmlns:p="u${n}"`),
          ),
          { level: 1 },
        ),
        "200 OK",
        ["Content-Encoding: gzip"],
      );
      const server = await serve((socket, { number }) => socket.write(number === 1 ? bookList(book(1)) : bytes));
      const task: CostTask = { job: "memory after a response", url: server.url };
      // What four times as many namespaces would keep does not fit.
      const flags = ["--expose-gc", "--max-old-space-size=160"];
      const { report, end } = await runChild<MemoryReport>("cost-process.ts", task, flags);
      expect(end).toBe(0);
      expect(["ok", "RESPONSE limit"]).toContain(report?.end);
    },
    2 * MINUTE,
  );
});

test(
  "a listener of responses does not make a stream keep its text",
  async () => {
    const part = Array.from({ length: 1_000 }, (_, id) => book(id, `${"x".repeat(950)} ${id}`)).join("");
    const [opening = "", closing = ""] = envelope(books(book(0))).split(book(0));
    const server = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n${opening}`);
      let parts = 0;
      const more = (): void => {
        while (parts < 64) {
          parts++;
          if (!socket.write(part)) {
            socket.once("drain", more);
            return;
          }
        }
        socket.end(closing);
      };
      more();
    });
    const task: CostTask = { job: "a listener on a stream", url: server.url };
    const { report, end } = await runChild<ListenerReport>("cost-process.ts", task, ["--expose-gc"]);
    expect(end).toBe(0);
    expect(report).toMatchObject({ items: 64_000, heard: [200] });
    expect(report?.mostMiB).toBeLessThan(16);
  },
  2 * MINUTE,
);

describe("calls that wait in the queue", () => {
  test.each<[End, number, string]>([
    ["expire", 60_000, "TIMEOUT"],
    ["one signal", 60_000, "ABORTED"],
    // As many as may wait: one more is one too many.
    ["close", 100_000, "ABORTED"],
  ])(
    "and end together by %s do not block the loop: %d",
    async (how, calls, code) => {
      const silent = await listenSilently();
      atEnd(silent.stop);
      const task: CostTask = { job: "queue", url: `http://127.0.0.1:${silent.port}/`, calls, end: how };
      const { report, end } = await runChild<QueueReport>("cost-process.ts", task, ["--expose-gc"]);
      expect(end).toBe(0);
      expect(report?.ended).toEqual({ [code]: calls });
      expect(report?.oneMore).toBe(calls === 100_000 ? "OVERLOADED" : "waits");
      expect(report?.blockedMs).toBeLessThan(250);
      // Where a busy machine makes all work dearer, what it took to queue them says how much.
      expect(report?.settlingMs).toBeLessThan(Math.max(5_000, report?.queueingMs ?? 0));
      // A quarter of a millisecond for each, where quadratic work takes minutes.
      expect(report?.queueingMs).toBeLessThan(calls / 4);
    },
    5 * MINUTE,
  );
});

describe("maxQueued", () => {
  const isOverloadError = (error: unknown): unknown => Reflect.get(runtime, "isOverloadError")(error);

  /** A client whose one connection is taken, until `release`. */
  async function taken(options: object): Promise<{ client: ShelfClient; requests: unknown[]; release: () => void }> {
    const waiting: (() => void)[] = [];
    let isReleased = false;
    const server = await serve((socket) => {
      const reply = (): void => void socket.write(bookList(book(1)));
      if (isReleased) reply();
      else waiting.push(reply);
    });
    const client = open({ endpoint: server.url, connections: 1, retries: 0, ...options });
    const release = (): void => {
      isReleased = true;
      for (const reply of waiting.splice(0)) reply();
    };
    return { client, requests: server.requests, release };
  }

  test("rejects with an OverloadError when as many calls wait, and nothing is sent", async () => {
    const { client, requests, release } = await taken({ maxQueued: 3 });
    const first = Array.from({ length: 4 }, () => client.getBooks({ ShelfId: 1 }));
    await pause(20);
    const error = await rejection(client.getBooks({ ShelfId: 2 }));
    expect(error).toMatchObject({
      name: "OverloadError",
      code: "OVERLOADED",
      queued: 3,
      maxQueued: 3,
      attempts: 0,
      operation: "Get_Books",
    });
    expect(error.message).toMatch(/maxQueued/);
    expect(error.message).toMatch(/\.$/);
    expect(isOverloadError(error)).toBe(true);
    expect(runtime.isServiceError(error)).toBe(true);
    expect(error).toBeInstanceOf(Reflect.get(runtime, "OverloadError"));
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "OVERLOADED", queued: 3, maxQueued: 3 });
    release();
    expect((await Promise.all(first)).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(requests).toHaveLength(4);
    // There is room again.
    expect(await client.getBooks({ ShelfId: 3 })).toHaveLength(1);
  });

  test("counts streams, and calls of other operations", async () => {
    const { client, requests, release } = await taken({ maxQueued: 1 });
    const held = client.getBooks({ ShelfId: 1 });
    await pause(20);
    const queued = client.getBooks({ ShelfId: 1 });
    expect(await rejection(client.getBooksStream({ ShelfId: 1 }).next())).toMatchObject({ code: "OVERLOADED" });
    expect(await rejection(client.addBook({ Book: { Id: 1, Price: "1" } }))).toMatchObject({ code: "OVERLOADED" });
    release();
    await Promise.all([held, queued]);
    expect(requests).toHaveLength(2);
  });

  test("forgets calls that have gone from the queue by themselves", async () => {
    const { client, release } = await taken({ maxQueued: 1 });
    const held = client.getBooks({ ShelfId: 1 });
    await pause(20);
    const abort = new AbortController();
    const queued = client.getBooks({ ShelfId: 1 }, { signal: abort.signal });
    abort.abort();
    await expect(queued).rejects.toMatchObject({ code: "ABORTED" });
    const expiring = client.getBooks({ ShelfId: 1 }, { deadlineMs: 20 });
    await expect(expiring).rejects.toMatchObject({ code: "TIMEOUT" });
    const third = client.getBooks({ ShelfId: 1 });
    release();
    expect((await Promise.all([held, third])).map(({ length }) => length)).toEqual([1, 1]);
  });

  test("of 0 lets nobody wait", async () => {
    const { client, release } = await taken({ maxQueued: 0 });
    const held = client.getBooks({ ShelfId: 1 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({
      code: "OVERLOADED",
      queued: 0,
      maxQueued: 0,
    });
    release();
    expect(await held).toHaveLength(1);
  });

  test.each([-1, 1.5, Number.NaN, "5"])("is no option of %p", (maxQueued) => {
    expect(() => open({ maxQueued })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "maxQueued",
        message: expect.stringContaining("calls"),
      }),
    );
  });

  test("has a guard that knows nothing else, at both entry points", () => {
    for (const module of [runtime, door]) {
      const guard: unknown = Reflect.get(module, "isOverloadError");
      if (typeof guard !== "function") throw new Error("isOverloadError is not exported");
      expect([guard(new Error("no")), guard(undefined), guard({ code: "OVERLOADED" })]).toEqual([false, false, false]);
      expect(typeof Reflect.get(module, "OverloadError")).toBe("function");
    }
  });
});
