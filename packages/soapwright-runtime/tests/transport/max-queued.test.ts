/** `maxQueued`: a call beyond the limit rejects with an OverloadError, at once. */

import * as door from "employee-service-client";
import { book, type ShelfClient } from "soapwright-testing/client/shelf";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { listenSilently } from "soapwright-testing/stage/silent";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import * as runtime from "../../src";

endAfterEach();

test.each(
  sampleOf(
    [
      ["expire", "TIMEOUT"],
      ["one signal", "ABORTED"],
      ["close", "ABORTED"],
    ],
    2,
  ),
)("2,000 calls that wait end together by %s, each with an error of its own", async (how, code) => {
  const silent = await listenSilently();
  atEnd(silent.stop);
  const client = open({ endpoint: `http://127.0.0.1:${silent.port}/`, connections: 1, retries: 0 });
  const holder = client.getBooks({ ShelfId: 0 }).catch(() => {});
  const abort = new AbortController();
  const options = { signal: abort.signal, ...(how === "expire" ? { deadlineMs: 50 } : {}) };
  const calls = Array.from({ length: 2_000 }, (_, ShelfId) => rejection(client.getBooks({ ShelfId }, options)));
  if (how === "one signal") abort.abort();
  if (how === "close") await client.close({ force: true });
  const errors = await Promise.all(calls);
  expect(new Set(errors).size).toBe(2_000);
  expect(new Set(errors.map((error) => Reflect.get(error, "code")))).toEqual(new Set([code]));
  await client.close({ force: true });
  await holder;
});

describe("maxQueued", () => {
  const isOverloadError = (error: unknown): unknown => Reflect.get(runtime, "isOverloadError")(error);

  /** A client whose one connection is busy until `release`. */
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
    // The queue has room again.
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

  test("of 0 lets no call wait", async () => {
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
