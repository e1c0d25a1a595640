/** Tests `errors/overload-error` and `transport/request-queue` by themselves: no entry point shows them whole. */
import * as door from "employee-service-client";
import * as errors from "soapwright-runtime/errors";
import { book, type ShelfClient } from "soapwright-testing/client/shelf";
import { until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { listenSilently } from "soapwright-testing/stage/silent";
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { expectLinear } from "soapwright-testing/stage/time";
import { Random } from "soapwright-verify";
import { OverloadError } from "../../src/errors/overload-error";
import { RequestQueue, type RequestQueueOptions, type WaitingCall } from "../../src/transport/request-queue";

describe("fair queue", () => {
  const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

  function makeGate(options: Partial<RequestQueueOptions> = {}): RequestQueue {
    const queue = new RequestQueue({ slots: 1, perSecond: undefined, maxQueued: 1_000_000, ...options });
    queue.requestSlot();
    return queue;
  }

  /** Waits, and records its name when its turn has come. */
  function wait(queue: RequestQueue, tenant: string, came: string[], name = tenant): WaitingCall {
    const turn = queue.requestSlot({ tenant });
    if (turn === undefined) throw new Error("it did not wait");
    turn.granted.then(
      () => came.push(name),
      (error: unknown) => came.push(error instanceof OverloadError ? `${name} refused` : String(error)),
    );
    return turn;
  }

  async function serve(queue: RequestQueue, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      queue.releaseSlot();
      await turnOfLoop();
    }
  }

  test("tenants have their turns one after the other, and each one's calls are in order", async () => {
    const queue = makeGate();
    const came: string[] = [];
    for (let i = 1; i <= 4; i++) wait(queue, "noisy", came, `noisy ${i}`);
    for (let i = 1; i <= 2; i++) wait(queue, "a", came, `a ${i}`);
    wait(queue, "b", came, "b 1");
    await serve(queue, 7);
    expect(came).toEqual(["noisy 1", "a 1", "b 1", "noisy 2", "a 2", "noisy 3", "noisy 4"]);
  });

  test("a tenant of weight 3 has three calls in a row while others wait", async () => {
    const queue = makeGate({ weight: (tenant) => (tenant === "large" ? 3 : 1) });
    const came: string[] = [];
    for (let i = 0; i < 6; i++) wait(queue, "large", came);
    for (let i = 0; i < 3; i++) wait(queue, "small", came);
    await serve(queue, 9);
    expect(came.join(" ")).toBe("large large large small large large large small small");
  });

  test("a tenant that comes again has saved up nothing", async () => {
    const queue = makeGate({ weight: () => 5 });
    const came: string[] = [];
    wait(queue, "a", came);
    for (let i = 0; i < 12; i++) wait(queue, "b", came);
    await serve(queue, 1);
    for (let i = 0; i < 9; i++) wait(queue, "a", came);
    await serve(queue, 16);
    expect(came.join("")).toBe("abbbbbaaaaabbbbba");
  });

  test("the call that is too many is the newest of the longest queue, which may already wait", async () => {
    const queue = makeGate({ maxQueued: 4 });
    const came: string[] = [];
    for (let i = 1; i <= 4; i++) wait(queue, "noisy", came, `noisy ${i}`);
    wait(queue, "a", came);
    expect(() => queue.requestSlot({ tenant: "noisy" })).toThrow(OverloadError);
    wait(queue, "b", came);
    await turnOfLoop();
    expect(came).toEqual(["noisy 4 refused", "noisy 3 refused"]);
    // The queues are equally long, so the new call is refused.
    expect(() => queue.requestSlot({ tenant: "a" })).toThrow(OverloadError);
    await serve(queue, 4);
    expect(came.slice(2)).toEqual(["noisy 1", "a", "b", "noisy 2"]);
  });

  test("a call that was rejected while it waited gives nothing back", async () => {
    const queue = makeGate({ maxQueued: 2 });
    const came: string[] = [];
    wait(queue, "noisy", came);
    const refused = wait(queue, "noisy", came);
    wait(queue, "a", came);
    refused.cancel();
    await serve(queue, 3);
    expect(came).toEqual(["noisy refused", "noisy", "a"]);
    expect(queue.waiting).toBe(0);
    expect(queue.requestSlot()).toBeUndefined();
  });

  test("whatever comes, leaves and gives up, no one is lost, doubled or out of its tenant's order", async () => {
    const random = new Random("queue");
    const queue = makeGate({ maxQueued: 40, slots: 3, weight: (tenant) => Number(tenant) + 1 });
    const came: string[] = [];
    const given = new Set<string>();
    const turns: (readonly [name: string, turn: WaitingCall])[] = [];
    let left = 0;
    for (let number = 0; number < 3_000; number++) {
      const tenant = String(random.integer(0, 5));
      const name = `${tenant}:${number}`;
      if (random.chance(0.6)) {
        try {
          const turn = queue.requestSlot({ tenant });
          if (turn === undefined) came.push(name);
          else turns.push([name, turn]);
          turn?.granted.then(
            () => came.push(name),
            () => given.add(name),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(OverloadError);
          given.add(name);
        }
      } else if (turns.length > 0 && random.chance(0.3)) {
        const at = random.integer(0, turns.length - 1);
        const [who, turn] = turns[at]!;
        turns.splice(at, 1);
        if (came.includes(who) || given.has(who)) continue;
        given.add(who);
        turn.cancel();
      } else if (left < came.length) {
        left++;
        queue.releaseSlot();
      }
      await turnOfLoop();
    }
    expect(left).toBeGreaterThan(100);
    while (queue.waiting > 0) {
      queue.releaseSlot();
      await turnOfLoop();
    }
    await turnOfLoop();
    expect(new Set(came).size).toBe(came.length);
    expect(new Set([...came, ...given]).size).toBe(came.length + given.size);
    for (const tenant of ["0", "1", "2", "3", "4", "5"]) {
      const own = came.filter((name) => name.startsWith(`${tenant}:`)).map((name) => Number(name.slice(2)));
      expect(own).toEqual([...own].sort((one, other) => one - other));
    }
  });

  test("picking the next takes no longer for many tenants", async () => {
    await expectLinear(async (size) => {
      const queue = makeGate();
      const turns = Array.from({ length: size }, (_, i) => queue.requestSlot({ tenant: i }));
      for (const turn of turns.slice(size / 2)) turn?.cancel();
      for (let i = 0; i < size / 2; i++) queue.releaseSlot();
      expect(queue.waiting).toBe(0);
    }, 80_000);
  });

  slowTest("refusing takes no longer for many tenants", async () => {
    await expectLinear((size) => {
      const queue = makeGate({ maxQueued: size });
      for (let i = 0; i < size; i++) queue.requestSlot({ tenant: i % (size / 2) })?.granted.catch(() => {});
      for (let i = 0; i < size / 2; i++) queue.requestSlot({ tenant: `new ${i}` })?.granted.catch(() => {});
      expect(queue.waiting).toBe(size);
    }, 40_000);
  });

  test("a weight that throws ends nobody else's call, though the queue is full", async () => {
    const queue = makeGate({
      maxQueued: 2,
      slots: 1,
      weight: (tenant) => {
        if (tenant === "wrong") throw new Error("weight");
        return 1;
      },
    });
    const came: string[] = [];
    for (const name of ["a 1", "a 2"]) wait(queue, "a", came, name);
    expect(() => queue.requestSlot({ tenant: "wrong" })).toThrow("weight");
    await serve(queue, 2);
    expect(came).toEqual(["a 1", "a 2"]);
  });
});

/** `limits.queued`: a call beyond the limit rejects with an OverloadError, at once. */
describe("max queued", () => {
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

  describe("limits.queued", () => {
    const isOverloadError = (error: unknown): unknown => Reflect.get(errors, "isOverloadError")(error);

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
      const { client, requests, release } = await taken({ limits: { queued: 3 } });
      const first = Array.from({ length: 4 }, () => client.getBooks({ ShelfId: 1 }));
      await until(() => client.stats().origins[0]?.waiting === 3);
      const error = await rejection(client.getBooks({ ShelfId: 2 }));
      expect(error).toMatchObject({
        name: "OverloadError",
        code: "OVERLOADED",
        queued: 3,
        maxQueued: 3,
        attempts: 0,
        operation: "Get_Books",
      });
      expect(error.message).toMatch(/limits\.queued/);
      expect(error.message).toMatch(/\.$/);
      expect(isOverloadError(error)).toBe(true);
      expect(errors.isServiceError(error)).toBe(true);
      expect(error).toBeInstanceOf(Reflect.get(errors, "OverloadError"));
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "OVERLOADED", queued: 3, maxQueued: 3 });
      release();
      expect((await Promise.all(first)).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
      expect(requests).toHaveLength(4);
      // The queue has room again.
      expect(await client.getBooks({ ShelfId: 3 })).toHaveLength(1);
    });

    test("counts streams, and calls of other operations", async () => {
      const { client, requests, release } = await taken({ limits: { queued: 1 } });
      const held = client.getBooks({ ShelfId: 1 });
      await until(() => requests.length === 1);
      const queued = client.getBooks({ ShelfId: 1 });
      expect(await rejection(client.getBooksStream({ ShelfId: 1 }).next())).toMatchObject({ code: "OVERLOADED" });
      expect(await rejection(client.addBook({ Book: { Id: 1, Price: "1" } }))).toMatchObject({ code: "OVERLOADED" });
      release();
      await Promise.all([held, queued]);
      expect(requests).toHaveLength(2);
    });

    test("forgets calls that have gone from the queue by themselves", async () => {
      const { client, requests, release } = await taken({ limits: { queued: 1 } });
      const held = client.getBooks({ ShelfId: 1 });
      await until(() => requests.length === 1);
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
      const { client, release } = await taken({ limits: { queued: 0 } });
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
      expect(() => open({ limits: { queued: maxQueued } })).toThrow(
        expect.objectContaining({
          code: "CONFIGURATION",
          option: "limits.queued",
          message: expect.stringContaining("calls"),
        }),
      );
    });

    test("has a guard that knows nothing else, at both entry points", () => {
      for (const module of [errors, door]) {
        const guard: unknown = Reflect.get(module, "isOverloadError");
        if (typeof guard !== "function") throw new Error("isOverloadError is not exported");
        expect([guard(new Error("no")), guard(undefined), guard({ code: "OVERLOADED" })]).toEqual([
          false,
          false,
          false,
        ]);
        expect(typeof Reflect.get(module, "OverloadError")).toBe("function");
      }
    });
  });
});
