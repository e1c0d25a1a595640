/** Tests `transport/request-queue` by itself: no entry point shows it whole. */
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { RequestQueue, type RequestQueueOptions, type WaitingCall } from "../../src/transport/request-queue";

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

function makeGate(options: Partial<RequestQueueOptions> = {}): RequestQueue {
  return new RequestQueue({ slots: 1, perSecond: undefined, maxQueued: 1_000_000, ...options });
}

/** Enters, and records when its turn has come. */
function enter(queue: RequestQueue, name: number, came: number[]): WaitingCall | undefined {
  const turn = queue.requestSlot();
  if (turn === undefined) came.push(name);
  else void turn.granted.then(() => came.push(name));
  return turn;
}

test("lets in as many as there are places, and then one for each that leaves, in order", async () => {
  const queue = makeGate({ slots: 3 });
  const came: number[] = [];
  for (let i = 0; i < 10; i++) enter(queue, i, came);
  expect(came).toEqual([0, 1, 2]);
  for (let i = 3; i < 10; i++) {
    queue.releaseSlot();
    await turnOfLoop();
    expect(came.at(-1)).toBe(i);
  }
  expect(came).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("nobody overtakes those who wait", async () => {
  const queue = makeGate();
  const came: number[] = [];
  enter(queue, 0, came);
  enter(queue, 1, came);
  queue.releaseSlot();
  enter(queue, 2, came);
  await turnOfLoop();
  expect(came).toEqual([0, 1]);
});

test("a call that gives up while it waits is passed over", async () => {
  const queue = makeGate();
  const came: number[] = [];
  const turns = Array.from({ length: 6 }, (_, i) => enter(queue, i, came));
  for (const i of [1, 4, 5]) turns[i]?.cancel();
  for (let i = 0; i < 3; i++) {
    queue.releaseSlot();
    await turnOfLoop();
  }
  expect(came).toEqual([0, 2, 3]);
  expect(queue.requestSlot()).toBeUndefined();
});

test("a call that gives up when its slot was granted hands the slot on", async () => {
  const queue = makeGate();
  const came: number[] = [];
  enter(queue, 0, came);
  const second = enter(queue, 1, came);
  enter(queue, 2, came);
  queue.releaseSlot();
  // The second one has its turn but is not notified yet.
  second?.cancel();
  await turnOfLoop();
  expect(came).toEqual([0, 1, 2]);
  queue.releaseSlot();
  expect(queue.requestSlot()).toBeUndefined();
});

test("too many in the queue are an OverloadError, and change nothing", async () => {
  const queue = makeGate({ maxQueued: 2 });
  const came: number[] = [];
  for (let i = 0; i < 3; i++) enter(queue, i, came);
  for (let i = 0; i < 3; i++) {
    expect(() => queue.requestSlot()).toThrow(
      expect.objectContaining({ code: "OVERLOADED", queued: 2, maxQueued: 2 }) as Error,
    );
  }
  queue.releaseSlot();
  await turnOfLoop();
  expect(came).toEqual([0, 1]);
  expect(enter(queue, 3, came)).toBeDefined();
});

test("with a queue of none, a call that finds no slot is rejected", () => {
  const queue = makeGate({ maxQueued: 0 });
  expect(queue.requestSlot()).toBeUndefined();
  expect(() => queue.requestSlot()).toThrow(expect.objectContaining({ code: "OVERLOADED" }) as Error);
  queue.releaseSlot();
  expect(queue.requestSlot()).toBeUndefined();
});

test("agrees with a plain list over thousands of random steps", async () => {
  const queue = makeGate({ slots: 3, maxQueued: 40 });
  const waiting: number[] = [];
  const turns = new Map<number, WaitingCall>();
  const came: number[] = [];
  const expected: number[] = [];
  let inside = 0;
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 8) % below;
  };
  for (let step = 0; step < 20_000; step++) {
    const what = random(10);
    if (what < 5) {
      if (waiting.length >= 40) continue;
      const turn = enter(queue, step, came);
      if (inside < 3) {
        inside++;
        expected.push(step);
        expect(turn).toBeUndefined();
      } else {
        waiting.push(step);
        turns.set(step, turn as WaitingCall);
      }
    } else if (what < 7 && waiting.length > 0) {
      const [name] = waiting.splice(random(waiting.length), 1);
      turns.get(name as number)?.cancel();
    } else if (inside > 0) {
      queue.releaseSlot();
      const next = waiting.shift();
      if (next === undefined) inside--;
      else expected.push(next);
    }
    if (step % 100 === 0) await turnOfLoop();
    else await Promise.resolve();
  }
  await turnOfLoop();
  expect(came).toEqual(expected);
});

test.each(sampleOf(["first to last", "last to first", "at random"], 3))(
  "many that wait give up in time that grows with them: %s",
  async (order) => {
    await expectLinear(async (count) => {
      const queue = makeGate();
      expect(queue.requestSlot()).toBeUndefined();
      const turns = Array.from({ length: count }, () => queue.requestSlot() as WaitingCall);
      if (order === "last to first") turns.reverse();
      if (order === "at random") turns.sort(() => Math.random() - 0.5);
      const last = turns.pop() as WaitingCall;
      for (const turn of turns) turn.cancel();
      let came = false;
      void last.granted.then(() => {
        came = true;
      });
      queue.releaseSlot();
      await turnOfLoop();
      expect(came).toBe(true);
    }, 100_000);
  },
);

slowTest("many that wait come in time that grows with them", () =>
  expectLinear(async (count) => {
    const queue = makeGate({ slots: 10 });
    const came: number[] = [];
    for (let i = 0; i < count; i++) enter(queue, i, came);
    for (let i = 0; i < count; i++) queue.releaseSlot();
    await turnOfLoop();
    expect(came).toHaveLength(count);
    expect(came.every((name, i) => name === i)).toBe(true);
  }, 100_000),
);

describe("at a rate", () => {
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

  /** Lets `ms` pass; timers are late by `late`. */
  async function pass(ms: number, late = 0): Promise<void> {
    for (let i = 0; i < ms; i++) {
      now++;
      if (now % (late + 1) === 0) await jest.advanceTimersByTimeAsync(late + 1);
    }
  }

  test.each([10, 50, 300, 500, 1_000, 2_000, 5_000])(
    "of %d a second, so many come in each second",
    async (perSecond) => {
      const queue = makeGate({ slots: 100_000, perSecond });
      const at: number[] = [];
      for (let i = 0; i < perSecond * 3; i++) {
        const turn = queue.requestSlot();
        if (turn === undefined) at.push(now);
        else void turn.granted.then(() => at.push(now));
      }
      await pass(2_000, 1);
      expect(Math.abs(at.length - perSecond * 2)).toBeLessThanOrEqual(Math.ceil(perSecond * 2 * 0.02) + 1);
      for (const start of at) {
        const within = at.filter((time) => time >= start && time < start + 1_000).length;
        expect(within).toBeLessThanOrEqual(perSecond * 1.02 + 1);
        if (at.length > 2_000) break;
      }
    },
  );

  test("what a busy event loop has missed is made up for by a short burst alone", async () => {
    const queue = makeGate({ slots: 100_000, perSecond: 1_000 });
    let came = 0;
    for (let i = 0; i < 5_000; i++) {
      const turn = queue.requestSlot();
      if (turn === undefined) came++;
      else void turn.granted.then(() => came++);
    }
    await jest.advanceTimersByTimeAsync(0);
    came = 0;
    now += 1_000;
    await jest.advanceTimersByTimeAsync(2);
    expect(came).toBeGreaterThan(1);
    expect(came).toBeLessThanOrEqual(20);
  });

  test("a quiet time earns no burst", async () => {
    const queue = makeGate({ slots: 100, perSecond: 10 });
    expect(queue.requestSlot()).toBeUndefined();
    await pass(5_000);
    const turns = Array.from({ length: 10 }, () => queue.requestSlot());
    expect(turns.filter((turn) => turn === undefined)).toHaveLength(1);
  });

  test("no timer is left when everybody has given up", () => {
    const queue = makeGate({ slots: 100, perSecond: 1 });
    queue.requestSlot();
    const turns = [queue.requestSlot(), queue.requestSlot()];
    expect(jest.getTimerCount()).toBe(1);
    for (const turn of turns) turn?.cancel();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("a place that is free waits for the rate, and the rate for a place", async () => {
    const queue = makeGate({ slots: 1, perSecond: 10 });
    const came: number[] = [];
    for (let i = 0; i < 3; i++) enter(queue, i, came);
    queue.releaseSlot();
    await pass(50);
    expect(came).toEqual([0]);
    await pass(60);
    expect(came).toEqual([0, 1]);
    await pass(500);
    expect(came).toEqual([0, 1]);
    queue.releaseSlot();
    await pass(1);
    expect(came).toEqual([0, 1, 2]);
  });
});
