/**
 * Tests `admissions/adaptive`, `admissions/breaker` and `admissions/tenant-limits` by themselves: no entry point
 * shows them whole.
 */
import { adaptive } from "soapwright-features";
import { HttpError, isConnectionError, isOverloadError } from "soapwright-runtime/errors";
import type { OpenAdmission } from "soapwright-runtime/extend";
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import {
  RequestQueue,
  type RequestQueueOptions,
  type SlotRequest,
} from "../../../soapwright-runtime/src/transport/request-queue";
import { CubicRate, GradientLimit } from "../../src/admissions/adaptive";
import { Breaker, type Verdict } from "../../src/admissions/breaker";
import { type TenantLimitOptions, TenantLimits } from "../../src/admissions/tenant-limits";

describe("adaptive", () => {
  /** Sends `rate` requests per second to a service that accepts `takes` per second. Returns the counts of each second. */
  function run(rate: CubicRate, takes: number, seconds: number, from = 1_000_000) {
    const each: { sent: number; refused: number }[] = [];
    let now = from;
    for (let second = 0; second < seconds; second++) {
      const count = { sent: 0, refused: 0 };
      const until = now + 1_000;
      while (now < until) {
        now += 1_000 / Math.min(rate.perSecond, 1_000);
        const isRefused = ++count.sent > takes;
        if (isRefused) count.refused++;
        rate.ended(isRefused ? "throttled" : "success", now);
      }
      each.push(count);
    }
    return each;
  }

  test("there is no rate until a request is throttled", () => {
    const rate = new CubicRate(Number.POSITIVE_INFINITY);
    run(rate, Number.POSITIVE_INFINITY, 3);
    expect(rate.perSecond).toBe(Number.POSITIVE_INFINITY);
  });

  test("a throttled request takes it to 0.7 of what was measured", () => {
    const rate = new CubicRate(Number.POSITIVE_INFINITY);
    let now = 1_000_000;
    for (let i = 0; i < 400; i++) {
      now += 10;
      rate.ended("success", now);
    }
    rate.ended("throttled", now);
    expect(rate.perSecond / 100).toBeGreaterThan(0.65);
    expect(rate.perSecond / 100).toBeLessThan(0.75);
  });

  test("it finds what the service takes, and few are refused from then on", () => {
    const rate = new CubicRate(Number.POSITIVE_INFINITY);
    const seconds = run(rate, 100, 60).slice(20);
    const sum = (of: "sent" | "refused") => seconds.reduce((total, each) => total + each[of], 0);
    const used = (sum("sent") - sum("refused")) / (100 * seconds.length);
    expect(used).toBeGreaterThan(0.7);
    expect(sum("refused") / sum("sent")).toBeLessThan(0.05);
  });

  test("it grows again when the service takes more", () => {
    const rate = new CubicRate(Number.POSITIVE_INFINITY);
    run(rate, 20, 10);
    expect(run(rate, 200, 40, 2_000_000).at(-1)!.sent).toBeGreaterThan(100);
  });

  test("it never exceeds its ceiling, and a failure that is no refusal does not change it", () => {
    const rate = new CubicRate(50);
    expect(rate.perSecond).toBe(50);
    run(rate, 1_000, 30);
    expect(rate.perSecond).toBeLessThanOrEqual(50);
    const before = rate.perSecond;
    rate.ended("failure", 9_000_000);
    expect(rate.perSecond).toBe(before);
  });

  /** Uses the whole limit; the service needs 10 ms each for up to `takes` concurrent requests, and longer beyond. */
  function load(limit: GradientLimit, takes: number, count: number): void {
    for (let i = 0; i < count; i++) limit.ended("success", 10 * Math.max(1, limit.slots / takes), limit.slots);
  }

  test("the number at a time grows while responses take no longer", () => {
    const limit = new GradientLimit(1_000);
    expect(limit.slots).toBe(20);
    load(limit, 1_000_000, 2_000);
    expect(limit.slots).toBe(1_000);
  });

  test("it falls when responses take longer than they usually do, and returns", () => {
    const limit = new GradientLimit(200);
    load(limit, 1_000, 1_000);
    for (let i = 0; i < 30; i++) limit.ended("success", 100, limit.slots);
    const slow = limit.slots;
    expect(slow).toBeLessThan(50);
    load(limit, 1_000, 2_000);
    expect(limit.slots).toBe(200);
  });

  test("what is not used does not grow, and failures and refusals take a tenth each", () => {
    const limit = new GradientLimit(100);
    for (let i = 0; i < 100; i++) limit.ended("success", 10, 1);
    expect(limit.slots).toBe(20);
    limit.ended("failure", 10, 20);
    limit.ended("throttled", 10, 20);
    expect(limit.slots).toBe(16);
    for (let i = 0; i < 100; i++) limit.ended("failure", 10, 20);
    expect(limit.slots).toBe(1);
  });

  /** Ends five requests that the service throttled, each with as many in flight as there are slots. */
  function throttle({ begin, limits }: OpenAdmission): void {
    const error = new HttpError("Too many requests.", { status: 429 });
    const { slots: inFlight } = limits!;
    for (let i = 0; i < 5; i++) {
      begin!(undefined)({ error, retryAfterMs: undefined, tenant: undefined, streaming: false, ms: 1, inFlight });
    }
  }

  test("each follows on its own, below the ceilings of the options", () => {
    const queue = { origin: "https://service.example", inFlight: 0, refuse() {}, hold() {} };
    const fixed = adaptive({}).open({ ...queue, slots: 7, perSecond: undefined });
    throttle(fixed);
    expect({ ...fixed.limits }).toEqual({ slots: 7, perSecond: undefined });
    const both = adaptive().open({ ...queue, slots: 8, perSecond: 90 });
    expect({ ...both.limits }).toEqual({ slots: 8, perSecond: 90 });
    throttle(both);
    expect(both.limits?.slots).toBeLessThan(8);
    expect(both.limits?.perSecond).toBeLessThan(90);
  });
});

describe("breaker", () => {
  const standard = { failureRate: 0.5, minimumRequests: 4, windowMs: 10_000, openMs: 5_000, trials: 1 };
  let now = 0;

  beforeEach(() => {
    now = 1_000;
    jest.spyOn(performance, "now").mockImplementation(() => now);
    jest.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => jest.restoreAllMocks());

  function open(options = {}): { breaker: Breaker; opened: () => number; send: (...outcomes: Verdict[]) => void } {
    let opened = 0;
    const breaker = new Breaker({ ...standard, ...options }, "https://service.example", () => opened++);
    const send = (...outcomes: Verdict[]): void => {
      for (const outcome of outcomes) breaker.end(breaker.begin(), outcome);
    };
    return { breaker, opened: () => opened, send };
  }

  function refusal(breaker: Breaker): unknown {
    try {
      breaker.begin();
    } catch (error) {
      return error;
    }
    throw new Error("a request was let through");
  }

  test("is closed below the share of failures, and below the least number of requests", () => {
    const { breaker, send } = open();
    send("failure", "failure", "failure", undefined, undefined);
    expect(breaker.state).toBe("closed");
    const other = open();
    other.send("success", "success", "success", "failure", "failure");
    expect(other.breaker.state).toBe("closed");
  });

  test("opens at the share of failures, and says since when and when the next trial is", () => {
    const { breaker, send, opened } = open();
    send("success", "success", "failure", "failure");
    expect([breaker.state, opened()]).toEqual(["open", 1]);
    now += 1_000;
    const error = refusal(breaker);
    if (!isConnectionError(error)) throw error;
    expect(error).toMatchObject({
      reason: "breaker-open",
      sent: "no",
      kind: "unreachable",
      advice: [{ action: "repeat" }],
    });
    expect(error.message).toMatch(
      /^No request is sent to https:\/\/service\.example, because too many failed: the breaker has been open since \S+Z\. The next trial is in 4,000 ms, at \S+Z\. Call again later\.$/,
    );
    const { since, nextTrial } = error.breaker!;
    expect(nextTrial.getTime() - since.getTime()).toBe(5_000);
  });

  describe("with tenants", () => {
    function tenants(options = {}) {
      const { breaker, ...rest } = open(options);
      const send = (tenant: string, ...outcomes: Verdict[]): void => {
        for (const outcome of outcomes) breaker.end(breaker.begin(undefined, tenant), outcome);
      };
      const isOpenFor = (tenant: string): boolean => {
        try {
          breaker.check(undefined, tenant);
          return false;
        } catch {
          return true;
        }
      };
      return { ...rest, breaker, send, isOpenFor };
    }

    test("failures of one tenant alone open it for that tenant alone", () => {
      const { breaker, send, isOpenFor } = tenants();
      send("b", "success");
      send("a", "failure", "failure", "failure");
      expect([breaker.state, isOpenFor("a"), isOpenFor("b")]).toEqual(["open", true, false]);
      expect(breaker.refusal().message).toContain("No request of this tenant is sent to");
      send("b", "success", "failure", "success");
      now += 5_000;
      // A trial is of that tenant, and others pass beside it.
      const trial = breaker.begin(undefined, "a");
      expect([isOpenFor("a"), isOpenFor("b")]).toEqual([true, false]);
      breaker.end(trial, "failure");
      expect([isOpenFor("a"), isOpenFor("b")]).toEqual([true, false]);
      now += 5_000;
      send("a", "success");
      expect([breaker.state, isOpenFor("a")]).toEqual(["closed", false]);
    });

    test("failures of several tenants open it for all, at once or one after the other", () => {
      const together = tenants();
      together.send("a", "failure", "failure");
      together.send("b", "failure", "failure");
      expect(together.isOpenFor("c")).toBe(true);
      const apart = tenants();
      apart.send("a", "failure", "failure", "failure", "failure");
      expect(apart.isOpenFor("c")).toBe(false);
      apart.send("b", "failure", "failure", "failure", "failure");
      expect(apart.isOpenFor("c")).toBe(true);
      now += 5_000;
      apart.send("c", "success");
      expect([apart.isOpenFor("a"), apart.breaker.state]).toEqual([false, "closed"]);
    });
  });

  test("what is older than the window does not count", () => {
    const { breaker, send } = open();
    send("failure", "failure", "failure");
    now += 10_000;
    send("failure", "success", "success");
    expect(breaker.state).toBe("closed");
    now += 9_000;
    send("failure");
    expect(breaker.state).toBe("open");
  });

  test("lets one trial through when it is time, and closes when that succeeds", () => {
    const { breaker, send } = open();
    send("failure", "failure", "failure", "failure");
    now += 5_000;
    expect(breaker.state).toBe("half-open");
    const trial = breaker.begin();
    expect(refusal(breaker)).toMatchObject({ message: expect.stringContaining("A trial is under way") });
    breaker.end(trial, "success");
    expect(breaker.state).toBe("closed");
    // Earlier failures no longer count.
    send("failure");
    expect(breaker.state).toBe("closed");
  });

  test("a trial that fails opens it again, for the whole time; since when stays", () => {
    const { breaker, send, opened } = open();
    send("failure", "failure", "failure", "failure");
    now += 5_000;
    send("failure");
    expect([breaker.state, opened()]).toEqual(["open", 2]);
    now += 4_999;
    const { since, nextTrial } = (refusal(breaker) as { breaker: { since: Date; nextTrial: Date } }).breaker;
    expect(nextTrial.getTime() - since.getTime()).toBe(10_000);
    now += 1;
    send("success");
    expect(breaker.state).toBe("closed");
  });

  test("a trial that says nothing leaves its turn to the next", () => {
    const { breaker, send } = open();
    send("failure", "failure", "failure", "failure");
    now += 5_000;
    send(undefined, undefined, "success");
    expect(breaker.state).toBe("closed");
  });

  test("as many trials at a time as its option says, of which all have to succeed", () => {
    const { breaker, send } = open({ trials: 3 });
    send("failure", "failure", "failure", "failure");
    now += 5_000;
    const trials = [breaker.begin(), breaker.begin(), breaker.begin()];
    expect(refusal(breaker)).toBeDefined();
    breaker.end(trials[0]!, "success");
    expect(refusal(breaker)).toBeDefined();
    breaker.end(trials[1]!, "success");
    expect(breaker.state).toBe("half-open");
    breaker.end(trials[2]!, "success");
    expect(breaker.state).toBe("closed");
  });

  test("requests that were begun before do not count after", () => {
    const { breaker, send } = open();
    const before = [breaker.begin(), breaker.begin(), breaker.begin()];
    send("failure", "failure", "failure", "failure");
    now += 5_000;
    const trial = breaker.begin();
    for (const trial of before) breaker.end(trial, "success");
    expect(breaker.state).toBe("half-open");
    breaker.end(trial, "success");
    for (const trial of before) breaker.end(trial, "failure");
    expect(breaker.state).toBe("closed");
  });
});

/** Limits of each tenant, and calls of low priority, in the queue in front of a client's calls. */
describe("tenant limits", () => {
  const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

  interface Visit {
    readonly entrant: SlotRequest;
    giveUp(): void;
  }

  /** A queue that records admitted calls, by tenant and number. */
  function open(options: Partial<RequestQueueOptions> = {}, limits: Partial<TenantLimitOptions> = {}) {
    const tenants = new TenantLimits({ maxInFlight: undefined, perSecond: undefined, ...limits });
    const queue = new RequestQueue({ slots: 100, perSecond: undefined, maxQueued: 1_000, tenants, ...options });
    const came: string[] = [];
    const lost: unknown[] = [];
    const enter = (tenant: string, name: string, priority: "low" | "normal" = "normal"): Visit => {
      const entrant = { tenant, priority };
      const turn = queue.requestSlot(entrant);
      if (turn === undefined) came.push(name);
      else
        turn.granted.then(
          () => came.push(name),
          (error: unknown) => lost.push(error),
        );
      return { entrant, giveUp: () => turn?.cancel() };
    };
    return { queue, tenants, came, lost, enter };
  }

  describe("maxInFlight of a tenant", () => {
    test("holds that tenant back alone, and each that ends lets its next one in", async () => {
      const { queue, came, enter } = open({}, { maxInFlight: 2 });
      const first = enter("a", "a1");
      for (const name of ["a2", "a3", "a4"]) enter("a", name);
      enter("b", "b1");
      expect(came).toEqual(["a1", "a2"]);
      await turnOfLoop();
      expect(came).toEqual(["a1", "a2", "b1"]);
      queue.releaseSlot(first.entrant);
      await turnOfLoop();
      expect(came).toEqual(["a1", "a2", "b1", "a3"]);
      expect([queue.waiting, queue.inFlight]).toEqual([1, 4 - 1]);
    });

    test("one that gives up while it is held leaves nothing behind", async () => {
      const { queue, tenants, came, enter } = open({}, { maxInFlight: 1 });
      const first = enter("a", "a1");
      const second = enter("a", "a2");
      const third = enter("a", "a3");
      second.giveUp();
      queue.releaseSlot(first.entrant);
      await turnOfLoop();
      expect(came).toEqual(["a1", "a3"]);
      queue.releaseSlot(third.entrant);
      expect([queue.waiting, queue.inFlight, tenants.size]).toEqual([0, 0, 0]);
    });

    test("the places of the client hold as well", async () => {
      const { queue, came, enter } = open({ slots: 2 }, { maxInFlight: 2 });
      enter("a", "a1");
      enter("a", "a2");
      const b = enter("b", "b1");
      enter("a", "a3");
      await turnOfLoop();
      expect(came).toEqual(["a1", "a2"]);
      queue.releaseSlot({ tenant: "a" });
      await turnOfLoop();
      expect(came).toEqual(["a1", "a2", "b1"]);
      queue.releaseSlot(b.entrant);
      await turnOfLoop();
      // Tenant a has a limit of two, one of which has ended.
      expect(came).toEqual(["a1", "a2", "b1", "a3"]);
    });
  });

  describe("the rate of a tenant", () => {
    let now = 1_000;
    beforeEach(() => {
      now = 1_000;
      jest.useFakeTimers();
      jest.spyOn(performance, "now").mockImplementation(() => now);
    });
    afterEach(() => {
      jest.useRealTimers();
      jest.restoreAllMocks();
    });

    async function pass(ms: number): Promise<void> {
      for (let i = 0; i < ms; i++) {
        now++;
        await jest.advanceTimersByTimeAsync(1);
      }
    }

    test("spreads its requests, and no other's", async () => {
      const { queue, tenants, came, enter } = open({}, { perSecond: 10 });
      const visits = Array.from({ length: 5 }, (_, i) => enter("a", `a${i}`));
      enter("b", "b0");
      await pass(1);
      expect(came).toEqual(["a0", "b0"]);
      await pass(250);
      expect(came).toEqual(["a0", "b0", "a1", "a2"]);
      await pass(200);
      expect(came).toHaveLength(6);
      for (const { entrant } of visits) queue.releaseSlot(entrant);
      queue.releaseSlot({ tenant: "b" });
      expect([queue.waiting, queue.inFlight]).toEqual([0, 0]);
      await pass(200);
      // Idle tenants are evicted by the next call, or when there are many.
      enter("a", "a9");
      queue.releaseSlot({ tenant: "a" });
      expect(tenants.size).toBeLessThanOrEqual(2);
      expect(jest.getTimerCount()).toBe(0);
    });

    test("no timer is left when those who are held give up", async () => {
      const { enter } = open({}, { perSecond: 1 });
      enter("a", "a0");
      const visits = [enter("a", "a1"), enter("a", "a2")];
      expect(jest.getTimerCount()).toBe(1);
      for (const visit of visits) visit.giveUp();
      expect(jest.getTimerCount()).toBe(0);
    });

    test("a million tenants are forgotten once they use nothing", async () => {
      const { queue, tenants, enter } = open({}, { perSecond: 1_000 });
      for (let i = 0; i < 20_000; i++) {
        queue.releaseSlot(enter(`t${i}`, "").entrant);
        now += 1;
      }
      expect(tenants.size).toBeLessThan(2_500);
    });
  });

  slowTest("at most 100,000 tenants are known, of which those that use nothing for longest are forgotten", () => {
    const tenants = new TenantLimits({ maxInFlight: 1, perSecond: 0.001 });
    tenants.begin("under way");
    for (let i = 0; i < 300_000; i++) {
      tenants.begin(`t${i}`);
      tenants.end(`t${i}`);
    }
    expect(tenants.size).toBeLessThanOrEqual(100_000);
    expect(tenants.waitOf("under way")).toBe(Number.POSITIVE_INFINITY);
    expect(tenants.waitOf("t299999")).toBeGreaterThan(0);
    expect(tenants.waitOf("t0")).toBe(0);
  });

  describe("low priority", () => {
    test("comes when nobody else waits", async () => {
      const { queue, came, enter } = open({ slots: 1 });
      const first = enter("a", "a1");
      enter("a", "batch1", "low");
      enter("b", "b1");
      enter("a", "batch2", "low");
      enter("a", "a2");
      let last = first.entrant;
      for (let i = 0; i < 4; i++) {
        queue.releaseSlot(last);
        last = { tenant: "a" };
        await turnOfLoop();
      }
      expect(came).toEqual(["a1", "b1", "a2", "batch1", "batch2"]);
    });

    test("gets one turn in ten once it has waited for five seconds", async () => {
      const { queue, came, enter } = open({ slots: 1 });
      let now = 1_000;
      const clock = jest.spyOn(performance, "now").mockImplementation(() => now);
      const first = enter("a", "first");
      for (let i = 0; i < 3; i++) enter("a", "batch", "low");
      for (let i = 0; i < 30; i++) enter("a", "other");
      const rest = (turns: number) => {
        for (let i = 0; i < turns; i++) queue.releaseSlot(first.entrant);
      };
      rest(15);
      now += 5_000;
      rest(15);
      clock.mockRestore();
      await turnOfLoop();
      expect(came.slice(0, 16)).not.toContain("batch");
      expect(came.slice(16)).toHaveLength(15);
      expect(came.slice(16).filter((name) => name === "batch")).toHaveLength(2);
    });

    test("is the first to be refused when too many wait", async () => {
      const { queue, lost, enter } = open({ slots: 1, maxQueued: 2 });
      enter("a", "a1");
      enter("a", "batch", "low");
      enter("a", "a2");
      enter("a", "a3");
      await turnOfLoop();
      expect(lost.map(isOverloadError)).toEqual([true]);
      expect(() => enter("a", "batch", "low")).toThrow(/limits\.queued/);
      expect(queue.waiting).toBe(2);
    });
  });

  test("each call is notified when the queue rejects it, a held one too", async () => {
    const { queue, lost, enter } = open({}, { maxInFlight: 1 });
    enter("a", "a1");
    enter("a", "a2");
    enter("a", "batch", "low");
    queue.refuse(() => new Error("closed"));
    await turnOfLoop();
    expect([lost.length, queue.waiting]).toEqual([2, 0]);
  });

  slowTest("holding and releasing takes no longer for many tenants", () =>
    expectLinear((size) => {
      const { queue, enter } = open({ slots: size, maxQueued: size * 2 }, { maxInFlight: 1 });
      for (let i = 0; i < size; i++) enter(`t${i}`, "");
      for (let i = 0; i < size; i++) enter(`t${i}`, "");
      for (let i = 0; i < size; i++) queue.releaseSlot({ tenant: `t${i}` });
      expect([queue.waiting, queue.inFlight]).toEqual([0, size]);
    }, 40_000),
  );

  describe("a hold", () => {
    let now = 1_000;
    beforeEach(() => {
      now = 1_000;
      jest.useFakeTimers();
      jest.spyOn(performance, "now").mockImplementation(() => now);
    });
    afterEach(() => {
      jest.useRealTimers();
      jest.restoreAllMocks();
    });

    async function pass(ms: number): Promise<void> {
      now += ms;
      await jest.advanceTimersByTimeAsync(ms);
    }

    test.each([
      ["with limits of tenants", {}],
      ["without", { tenants: undefined }],
    ])("of one tenant lets the others in, %s", async (_what, options) => {
      const { queue, came, enter } = open(options);
      const before = enter("a", "a1");
      queue.hold(300, "a");
      enter("a", "a2");
      // A later hold holds the calls that wait already, too.
      queue.hold(500, "a");
      enter("b", "b1");
      await pass(499);
      expect(came).toEqual(["a1", "b1"]);
      queue.releaseSlot(before.entrant);
      expect(came).toEqual(["a1", "b1"]);
      await pass(2);
      expect(came).toEqual(["a1", "b1", "a2"]);
      for (const tenant of ["a", "b"]) queue.releaseSlot({ tenant });
      expect([queue.waiting, queue.inFlight, jest.getTimerCount()]).toEqual([0, 0, 0]);
    });

    test("of many tenants ends for each of them", async () => {
      const { queue, came, enter } = open({ tenants: undefined });
      for (let i = 0; i < 20_000; i++) {
        queue.hold(10, `t${i}`);
        now++;
      }
      enter("t1", "past");
      enter("t19999", "held");
      expect(came).toEqual(["past"]);
      await pass(10);
      expect(came).toEqual(["past", "held"]);
    });

    test("of everybody ends by itself, for those who wait and those who come", async () => {
      const { queue, came, enter } = open();
      queue.hold(500);
      enter("a", "a1");
      enter("b", "b1");
      await pass(499);
      expect(came).toEqual([]);
      await pass(1);
      expect(came).toEqual(["a1", "b1"]);
      enter("c", "c1");
      expect(came).toHaveLength(3);
    });
  });
});
