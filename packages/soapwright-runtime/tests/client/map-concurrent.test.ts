/**
 * Tests `client/map-concurrent`, `errors/abort-error` and `errors/configuration-error` by themselves: no entry point
 * shows them whole.
 */
import { inspect } from "node:util";
import { turn } from "soapwright-testing/stage/gate";
import { added } from "soapwright-testing/stage/responses";
import { listenSilently } from "soapwright-testing/stage/silent";
import { slowTest } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { type MapOptions, mapConcurrent, type Outcome } from "../../src/client/map-concurrent";
import { AbortError } from "../../src/errors/abort-error";
import { ConfigurationError } from "../../src/errors/configuration-error";

describe("map concurrent", () => {
  const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function all<I, O>(results: AsyncIterable<Outcome<I, O>>): Promise<Outcome<I, O>[]> {
    const list: Outcome<I, O>[] = [];
    for await (const result of results) list.push(result);
    return list;
  }

  test("shows neither inputs nor outcomes when it is printed, and calls its function without this", async () => {
    let self: unknown = "none";
    const batch = mapConcurrent([{ password: "hunter22" }], function (this: unknown) {
      self = this;
    });
    expect(inspect(batch, { depth: 9, showHidden: true })).not.toContain("hunter22");
    await all(batch);
    expect(self).toBeUndefined();
  });

  test("yields each result with its input as it finishes", async () => {
    const results = await all(mapConcurrent([30, 1, 10], (ms) => later(ms).then(() => ms * 2)));
    expect(results.map((outcome) => [outcome.input, outcome.index, outcome.ok && outcome.result])).toEqual([
      [1, 1, 2],
      [10, 2, 20],
      [30, 0, 60],
    ]);
  });

  test("keeps the order of the inputs when asked to", async () => {
    const results = await all(mapConcurrent([30, 1, 10], (ms) => later(ms).then(() => ms), { ordered: true }));
    expect(results.map(({ input }) => input)).toEqual([30, 1, 10]);
  });

  test("an error of one call is a value, also a rejection without a reason", async () => {
    const results = await all(
      mapConcurrent(
        [1, 2, 3],
        (n) => (n === 2 ? Promise.reject(new Error("two")) : n === 3 ? Promise.reject() : Promise.resolve(n)),
        { ordered: true },
      ),
    );
    expect(results.map((outcome) => (outcome.ok ? outcome.result : [outcome.error]))).toEqual([
      1,
      [new Error("two")],
      [undefined],
    ]);
  });

  test("never has more calls in flight than asked, and takes no more input than it has room for", async () => {
    let inFlight = 0;
    let most = 0;
    let taken = 0;
    async function* source() {
      for (let n = 0; n < 50; n++) {
        taken += 1;
        yield n;
      }
    }
    let finished = 0;
    for await (const _ of mapConcurrent(
      source(),
      async () => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await later(1);
        inFlight -= 1;
      },
      { concurrency: 4 },
    )) {
      finished += 1;
      expect(taken).toBeLessThanOrEqual(finished + 4 + 1);
    }
    expect([most, finished, taken]).toEqual([4, 50, 50]);
  });

  test("reports progress", async () => {
    const seen: unknown[] = [];
    await all(
      mapConcurrent([1, 2], (n) => (n === 1 ? Promise.reject(new Error("no")) : Promise.resolve(n)), {
        concurrency: 1,
        onProgress: (p) => seen.push(p),
      }),
    );
    expect(seen).toEqual([
      { done: 1, failed: 1, running: 0 },
      { done: 2, failed: 1, running: 0 },
    ]);
  });

  test("leaving the loop begins no further call and closes the source", async () => {
    let closed = false;
    let begun = 0;
    function* source() {
      try {
        for (let n = 0; ; n++) yield n;
      } finally {
        closed = true;
      }
    }
    for await (const _ of mapConcurrent(source(), async (n) => begun++ + n, { concurrency: 3 })) break;
    const begunAtLeaving = begun;
    await turn();
    expect([closed, begun]).toEqual([true, begunAtLeaving]);
  });

  test("the signal ends it with an AbortError that has its reason, while calls are in flight too", async () => {
    const controller = new AbortController();
    const results = all(mapConcurrent([1], () => new Promise<never>(() => {}), { signal: controller.signal }));
    setImmediate(() => controller.abort(new Error("enough")));
    const error = await results.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AbortError);
    expect((error as AbortError).cause).toEqual(new Error("enough"));
  });

  test("what the source throws passes through", async () => {
    async function* source() {
      yield 1;
      throw new RangeError("broken source");
    }
    await expect(all(mapConcurrent(source(), async (n) => n))).rejects.toThrow(new RangeError("broken source"));
  });

  test.each([0, 1.5, -1, Number.NaN])("refuses a concurrency of %p", async (concurrency) => {
    expect(() => mapConcurrent([1], async (n) => n, { concurrency })).toThrow(ConfigurationError);
  });

  test("an empty source yields nothing, and a call that throws synchronously is an error of its input", async () => {
    expect(await all(mapConcurrent([], async () => 1))).toEqual([]);
    const thrown = await all(
      mapConcurrent([1], (): Promise<number> => {
        throw new Error("sync");
      }),
    );
    expect(thrown).toEqual([{ input: 1, index: 0, ok: false, error: new Error("sync") }]);
  });

  test("what onProgress throws ends the iteration", async () => {
    const onProgress = () => {
      throw new RangeError("from onProgress");
    };
    await expect(all(mapConcurrent([1], async (n) => n, { onProgress }))).rejects.toThrow(
      new RangeError("from onProgress"),
    );
  });

  test.each([
    ["concurrency", { concurrency: 0 }],
    ["signal", { signal: 5 }],
    ["onProgress", { onProgress: 5 }],
    ["ordered", { ordered: "yes" }],
    ["parallel", { parallel: 2 }],
  ])("a wrong option is refused at once: %s", (option, options) => {
    const map = () => mapConcurrent([1], async (n) => n, options as MapOptions);
    expect(map).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
  });

  test("inputs that cannot be iterated over, and a call that is no function", async () => {
    const wrongInputs = () => mapConcurrent(5 as unknown as number[], async (n) => n);
    expect(wrongInputs).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "inputs" }));
    const wrongCall = () => mapConcurrent([1], 5 as unknown as () => number);
    expect(wrongCall).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "call" }));
    const letters: unknown[] = [];
    for await (const { input } of mapConcurrent("ab", async (letter) => letter)) letters.push(input);
    expect(letters).toEqual(["a", "b"]);
  });

  describe("while the source's next input does not come", () => {
    /** Yields one input and then never another. */
    function silent(kind: string): AsyncIterable<number> & { closed: number } {
      let sent = false;
      const source = {
        closed: 0,
        async *[Symbol.asyncIterator]() {
          try {
            yield 1;
            await new Promise(() => {});
          } finally {
            source.closed++;
          }
        },
      };
      if (kind === "generator") return source;
      const next = (): Promise<IteratorResult<number>> => {
        if (sent) return new Promise(() => {});
        sent = true;
        return Promise.resolve({ done: false, value: 1 });
      };
      const closing = async (): Promise<IteratorResult<number>> => {
        source.closed++;
        return { done: true, value: undefined };
      };
      return Object.assign(source, { [Symbol.asyncIterator]: () => ({ next, return: closing }) }) as never;
    }

    test.each(["generator", "iterator"])("break ends the loop: %s", async (kind) => {
      const source = silent(kind);
      let seen = 0;
      for await (const _ of mapConcurrent(source, async (n) => n, { concurrency: 4 })) {
        seen++;
        await later(1);
        break;
      }
      expect(seen).toBe(1);
      if (kind === "iterator") expect(source.closed).toBe(1);
    });

    test.each(["generator", "iterator"])("the signal ends it: %s", async (kind) => {
      const controller = new AbortController();
      setImmediate(() => controller.abort("enough"));
      const run = all(mapConcurrent(silent(kind), async (n) => n, { signal: controller.signal }));
      await expect(run).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
    });

    test("return, throw and dispose end it although someone waits for an outcome", async () => {
      for (const how of ["return", "throw", "dispose"]) {
        const outcomes = mapConcurrent(silent("iterator"), async (n) => n);
        await outcomes.next();
        const waiting = outcomes.next();
        await turn();
        if (how === "return") await outcomes.return();
        else if (how === "throw") await expect(outcomes.throw(new RangeError("mine"))).rejects.toThrow("mine");
        else await outcomes[Symbol.asyncDispose]();
        expect(await waiting).toEqual({ done: true, value: undefined });
        expect(await outcomes.next()).toEqual({ done: true, value: undefined });
      }
    });

    test("an input that comes after that begins no call", async () => {
      let give: (next: IteratorResult<number>) => void = () => {};
      const next = () => new Promise<IteratorResult<number>>((resolve) => (give = resolve));
      const inputs = { [Symbol.asyncIterator]: () => ({ next }) };
      let begun = 0;
      const outcomes = mapConcurrent(inputs, async () => begun++);
      const waiting = outcomes.next();
      await turn();
      await outcomes.return();
      give({ done: false, value: 1 });
      await waiting;
      await turn();
      expect(begun).toBe(0);
    });
  });

  test("calls in flight do not hold up a reader that leaves", async () => {
    const outcomes = mapConcurrent([1, 2], () => new Promise<never>(() => {}));
    const waiting = outcomes.next();
    await turn();
    await outcomes.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});

/** `limits.requestBytes`: a longer request is not sent. */
describe("request limit", () => {
  endAfterEach();

  describe("limits.requestBytes", () => {
    const withTitle = (Title: string) => ({ Book: { Id: 1, Title, Price: "1" } });

    test.each([
      ["letters", "x"],
      ["letters of several bytes", "é"],
      ["what is escaped", "&"],
    ])("is counted in bytes as they are sent, to the byte: %s", async (_what, letter) => {
      const server = await serve((socket) => socket.write(added));
      const args = withTitle(letter.repeat(3_000));
      await open({ endpoint: server.url }).addBook(args);
      const length = Number(/content-length: (\d+)/i.exec(server.requests[0]?.head ?? "")?.[1]);
      expect(length).toBeGreaterThan(3_000);
      expect(await open({ endpoint: server.url, limits: { requestBytes: length } }).addBook(args)).toBe(1);
      const error = await rejection(open({ endpoint: server.url, limits: { requestBytes: length - 1 } }).addBook(args));
      expect(error).toMatchObject({
        code: "ARGUMENT",
        reason: "request-too-large",
        attempts: 0,
        operation: "Add_Book",
      });
      expect(error.message).toMatch(/limits\.requestBytes/);
      expect(server.requests).toHaveLength(2);
    });

    slowTest("refuses an argument of 64 MiB unless it is raised", async () => {
      const silent = await listenSilently();
      atEnd(silent.stop);
      const args = withTitle("x".repeat(2 ** 26));
      const client = open({ endpoint: `http://127.0.0.1:${silent.port}/`, retries: 0, timeoutMs: 3_000 });
      expect(await rejection(client.addBook(args))).toMatchObject({ code: "ARGUMENT", attempts: 0 });
      expect(silent.open()).toBe(0);
    });

    test("is for streams too", async () => {
      const stream = open({ endpoint: "http://127.0.0.1:1/", limits: { requestBytes: 100 } }).getBooksStream({
        ShelfId: 1,
      });
      await expect(stream.next()).rejects.toMatchObject({ code: "ARGUMENT" });
    });

    test.each([0, -1, 1.5, "5"])("is no option of %p", (maxRequestBytes) => {
      expect(() => open({ limits: { requestBytes: maxRequestBytes } })).toThrow(
        expect.objectContaining({
          code: "CONFIGURATION",
          option: "limits.requestBytes",
          message: expect.stringContaining("bytes"),
        }),
      );
    });
  });
});
