/** Limits of each tenant, and calls of low priority, in the queue in front of a client's calls. */

import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { isOverloadError } from "../../src";
import { type TenantLimitOptions, TenantLimits } from "../../src/admissions/tenant-limits";
import { RequestQueue, type RequestQueueOptions, type SlotRequest } from "../../src/transport/request-queue";

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
    expect(() => enter("a", "batch", "low")).toThrow(/maxQueued/);
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
