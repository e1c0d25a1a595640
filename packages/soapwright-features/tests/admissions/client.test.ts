/** Tests `admissions/admissions` and `admissions/fairness` by themselves: no entry point shows them whole. */
import type { Socket } from "node:net";
import type { Admission } from "soapwright-runtime";
import { OverloadError } from "soapwright-runtime/errors";
import type { RateLimit, RateQueue } from "soapwright-runtime/extend";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { adaptive, breaker, sharedRate } from "../../src/admissions/admissions";
import { fairness } from "../../src/admissions/fairness";

/** Combinations of two limits: a test for each row of the table in docs/tenants.md. */
describe("admissions", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const well: RawHandler = (socket) => socket.write(answer(envelope(books(book(1)))));
  const busy: RawHandler = (socket) => socket.write(answer("", "503 Busy"));
  const once = { retries: { max: 0, budget: 0 } };

  /** A shared rate that lets `most` requests through, and counts them. */
  function rate(most = Number.POSITIVE_INFINITY) {
    const seen = { taken: 0, asked: [] as number[], queue: undefined as RateQueue | undefined };
    const limit: RateLimit = {
      join(queue) {
        seen.queue = queue;
        return () => {};
      },
      begin() {
        if (seen.taken >= most) return false;
        seen.taken++;
        return true;
      },
      end() {},
    };
    return { seen, limit: sharedRate(limit) };
  }

  test("breaker and adaptive: failures in a row open the breaker, however slowly they come", async () => {
    const server = await serve(busy);
    const quick = breaker({ minimumRequests: 3, windowMs: 2_500, openMs: 60_000 });
    const client = open({ endpoint: server.url, admission: [quick, adaptive({ rate: true })], ...once });
    // After the first, one request begins every two seconds.
    for (let i = 0; i < 3; i++) expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "HTTP" });
    expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "CONNECTION", breaker: expect.anything() });
    expect(server.requests).toHaveLength(3);
  });

  test("breaker and shared rate: an open breaker takes nothing of the rate", async () => {
    const server = await serve(busy);
    const { seen, limit } = rate();
    const client = open({ endpoint: server.url, admission: [limit, breaker({ minimumRequests: 2 })], ...once });
    for (let i = 0; i < 5; i++) await rejection(client.getBooks(ask));
    expect([seen.taken, server.requests.length]).toEqual([2, 2]);
  });

  test("adaptive and shared rate: no more is asked for than the limits let through", async () => {
    const sockets: Parameters<RawHandler>[0][] = [];
    const server = await serve((socket) => void sockets.push(socket));
    const { seen, limit } = rate();
    const one: Admission = { name: "one", open: () => ({ limits: { slots: 1, perSecond: undefined } }) };
    const client = open({ endpoint: server.url, admission: [one, limit], ...once });
    const calls = Array.from({ length: 5 }, () => client.getBooks(ask));
    for (const each of calls) each.catch(() => {});
    await until(() => sockets.length === 1);
    expect([client.stats().origins[0]?.waiting, seen.taken, seen.queue?.waiting]).toEqual([4, 1, 0]);
  });

  /** Each shelf is a tenant. */
  const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
  const byShelf = fairness({ key });

  test("fairness and breaker: failures of one tenant stop that tenant alone, and of several stop all", async () => {
    const handler: RawHandler = (socket, request) => {
      const isWell = request.body.includes("3</") || request.body.includes("4</");
      setTimeout(() => (isWell ? well : busy)(socket, request), 20);
    };
    const server = await serve(handler);
    const one = breaker({ minimumRequests: 1, openMs: 60_000 });
    const client = open({ endpoint: server.url, connections: 1, admission: [byShelf, one], ...once });
    const codesOf = async (shelves: number[]) => {
      const results = await Promise.allSettled(shelves.map((ShelfId) => client.getBooks({ ShelfId })));
      return results.map((each) => (each.status === "fulfilled" ? "well" : Reflect.get(each.reason, "code")));
    };
    // The second call of tenant 1 waits while the first fails, and ends when the breaker opens for the tenant.
    expect(await codesOf([1, 1, 3])).toEqual(["HTTP", "CONNECTION", "well"]);
    expect(await codesOf([1, 4])).toEqual(["CONNECTION", "well"]);
    // A second tenant fails: now it is about the origin, and calls of every tenant that wait end.
    expect(await codesOf([2, 3, 4])).toEqual(["HTTP", "CONNECTION", "CONNECTION"]);
    expect(client.stats().origins[0]?.breaker).toBe("open");
  });

  test.each([
    ["adaptive", adaptive()],
    ["shared rate", rate().limit],
  ])("fairness and %s: tenants have their turns", async (_name, admission) => {
    const order: string[] = [];
    const server = await serve((socket, request) => {
      order.push(/<ShelfId>(\d)/.exec(request.body)?.[1] ?? "");
      well(socket, request);
    });
    const client = open({ endpoint: server.url, connections: 1, admission: [byShelf, admission], ...once });
    await Promise.all([1, 1, 1, 1, 2, 2].map((ShelfId) => client.getBooks({ ShelfId })));
    // The first gets a slot at once; then the tenants take turns.
    expect(order.join("")).toBe("112121");
  });

  test.each([
    ["no list", {}, /admission takes a list/],
    ["no admission", [{}], /admission\[0\] takes an admission/],
    ["two breakers", [breaker(), breaker()], /a second breaker/],
  ])("%s is refused", (_what, admission, words) => {
    expect(() => open({ endpoint: "http://127.0.0.1:9/", admission })).toThrow(words);
  });

  describe("requestsPerSecond", () => {
    const slow = { requestsPerSecond: 10, ...once };

    test("and breaker: calls that the rate holds end when it opens", async () => {
      const server = await serve(busy);
      const client = open({ endpoint: server.url, admission: [breaker({ minimumRequests: 1 })], ...slow });
      const startedAt = performance.now();
      const errors = await Promise.all(Array.from({ length: 50 }, () => rejection(client.getBooks(ask))));
      expect(errors.filter((error) => Reflect.get(error, "code") === "CONNECTION").length).toBeGreaterThan(46);
      expect(performance.now() - startedAt).toBeLessThan(2_500);
    });

    test("and adaptive: the rate never rises above it, and falls below it", async () => {
      let handler = well;
      const server = await serve((socket, request) => handler(socket, request));
      const client = open({
        endpoint: server.url,
        admission: [adaptive({ rate: true })],
        ...slow,
        requestsPerSecond: 50,
      });
      for (let i = 0; i < 3; i++) await client.getBooks(ask);
      expect(client.stats().origins[0]?.requestsPerSecond).toBe(50);
      handler = busy;
      await rejection(client.getBooks(ask));
      expect(client.stats().origins[0]?.requestsPerSecond).toBeLessThan(50);
    });

    test("and shared rate: nothing is taken of the shared one for a call that its own rate holds", async () => {
      const server = await serve(well);
      const { seen, limit } = rate();
      const client = open({ endpoint: server.url, admission: [limit], ...slow, requestsPerSecond: 2 });
      const calls = Promise.all([1, 2, 3].map(() => client.getBooks(ask)));
      await until(() => seen.taken === 1);
      expect([seen.taken, client.stats().origins[0]?.waiting]).toEqual([1, 2]);
      await calls;
      expect(seen.taken).toBe(3);
    });

    test("and fairness: tenants have their turns at the rate", async () => {
      const order: string[] = [];
      const server = await serve((socket, request) => {
        order.push(/>(\d)<\//.exec(request.body)?.[1] ?? "");
        well(socket, request);
      });
      const client = open({ endpoint: server.url, admission: [byShelf], ...slow, requestsPerSecond: 20 });
      await Promise.all([1, 1, 1, 1, 2].map((ShelfId) => client.getBooks({ ShelfId })));
      // The first call of tenant 2 does not wait for all of tenant 1.
      expect(order.indexOf("2")).toBeLessThan(3);
    });
  });

  test("an admission is checked again after the queue, before any other has begun", async () => {
    const sockets: Parameters<RawHandler>[0][] = [];
    const server = await serve((socket) => void sockets.push(socket));
    let isShut = false;
    const log: string[] = [];
    const counting: Admission = {
      name: "counting",
      open: () => ({
        begin() {
          log.push("begun");
          return (outcome) => void log.push(outcome === undefined ? "given back" : "ended");
        },
      }),
    };
    const door: Admission = {
      name: "door",
      open: () => ({
        check() {
          if (isShut) throw new OverloadError("The door is shut.", { queued: 0, maxQueued: 0 });
        },
      }),
    };
    const client = open({ endpoint: server.url, connections: 1, admission: [counting, door], ...once });
    const calls = [client.getBooks(ask), client.getBooks(ask)];
    const second = rejection(calls[1]!);
    while (sockets.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    isShut = true;
    for (let i = 0; i < sockets.length; i++) well(sockets[i]!, {} as never);
    await calls[0];
    expect(await second).toMatchObject({ code: "OVERLOADED" });
    expect(log).toEqual(["begun", "ended"]);
  });

  test("the end of an admission that throws is called once, and the slot is given back", async () => {
    const server = await serve(well);
    let ends = 0;
    const wrong: Admission = {
      name: "wrong",
      open: () => ({
        begin: () => () => {
          ends++;
          throw new Error("The end failed.");
        },
      }),
    };
    const client = open({ endpoint: server.url, connections: 1, admission: [wrong], ...once });
    for (const count of [1, 2]) {
      await rejection(client.getBooks(ask));
      expect(ends).toBe(count);
    }
  });
});

/** The option `adaptive`, over sockets. */
describe("adaptive", () => {
  endAfterEach();

  test.each([
    ["429 without a fault", answer("", "429 Slow down")],
    ["503 without a fault", answer("", "503 Busy")],
  ])("%s lowers both limits, and good responses do not at once raise them", async (_what, refusal) => {
    const server = await serve((socket, { number }) => socket.write(number <= 3 ? refusal : bookList()));
    const client = open({ endpoint: server.url, admission: [adaptive()], retries: 0, connections: 32 });
    const before = client.stats().origins[0]!;
    expect([before.maxInFlight, before.requestsPerSecond]).toEqual([20, undefined]);
    for (let i = 0; i < 3; i++) await rejection(client.getBooks({ ShelfId: 1 }));
    const after = client.stats().origins[0]!;
    expect(after.maxInFlight).toBeLessThan(20);
    expect(after.requestsPerSecond).toBeGreaterThan(0);
    await client.getBooks({ ShelfId: 1 });
  });

  test("without it, and with neither of its limits, limits are those of the options", async () => {
    const server = await serve((socket) => socket.write(answer("", "429 Slow down")));
    for (const options of [{}, { admission: [adaptive({})] }]) {
      const client = open({ endpoint: server.url, retries: 0, connections: 32, ...options });
      await rejection(client.getBooks({ ShelfId: 1 }));
      expect(client.stats().origins[0]).toMatchObject({ maxInFlight: 32, requestsPerSecond: undefined });
    }
  });

  test.each([
    [{ rate: 1 }, "adaptive.rate"],
    [{ rates: true }, '"rates" is not an option of adaptive. Did you mean rate?'],
    ["yes", "adaptive takes an object, but is a string."],
  ])("%j is no value of it", (options, message) => {
    expect(() => adaptive(options as never)).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", message: expect.stringContaining(message) }),
    );
  });
});

/** The limits of each tenant by `fairness`, over sockets. */
describe("tenant fairness", () => {
  endAfterEach();

  test("a tenant has no more requests under way than its limit, whatever others have", async () => {
    const underWay: { socket: Socket; tenant: string }[] = [];
    let most = 0;
    const server = await serve((socket, { body }) => {
      underWay.push({ socket, tenant: /<ShelfId>(\d)/.exec(body)?.[1] ?? "" });
      most = Math.max(most, underWay.filter(({ tenant }) => tenant === "1").length);
      // No response is sent before two requests of the noisy tenant are here. One more would come in the time after that.
      if (underWay.filter((each) => each.tenant === "1").length < 2) return;
      setTimeout(() => {
        for (const each of underWay.splice(0)) each.socket.write(bookList());
      }, 5);
    });
    const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
    const client = open({ endpoint: server.url, admission: [fairness({ key, maxInFlight: 2 })] });
    const noisy = Array.from({ length: 12 }, () => client.getBooks({ ShelfId: 1 }));
    const order: string[] = [];
    await Promise.all([
      ...noisy,
      client.getBooks({ ShelfId: 2 }).then(() => order.push("quiet")),
      noisy.at(-1)?.then(() => order.push("noisy")),
    ]);
    expect([most, order]).toEqual([2, ["quiet", "noisy"]]);
  });

  test.each([
    [
      { connections: 4, admission: [fairness({ maxInFlight: 5 })] },
      "tenant-limit",
      "fairness.maxInFlight (5) is more than connections (4), the limit of all tenants.",
    ],
    [
      { requestsPerSecond: 1, admission: [fairness({ requestsPerSecond: 2 })] },
      "tenant-limit",
      "fairness.requestsPerSecond (2) is more than requestsPerSecond (1), the limit of all tenants.",
    ],
    [{ priority: "high" }, "option-value", expect.stringContaining("priority takes")],
  ])("%j contradicts itself", (options, reason, message) => {
    expect(() => open(options)).toThrow(expect.objectContaining({ code: "CONFIGURATION", reason, message }));
  });
});
