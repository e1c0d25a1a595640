import { AdaptiveLimits, CubicRate, GradientLimit } from "../../src/admissions/adaptive";

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

test("each follows on its own, below the ceilings of the options", () => {
  const fixed = new AdaptiveLimits({}, { slots: 7, perSecond: undefined });
  for (let i = 0; i < 5; i++) fixed.ended("throttled", 1, 1);
  expect([fixed.slots, fixed.perSecond]).toEqual([7, undefined]);
  const both = new AdaptiveLimits({ rate: true, concurrency: true }, { slots: 8, perSecond: 90 });
  expect([both.slots, both.perSecond]).toEqual([8, 90]);
  for (let i = 0; i < 5; i++) both.ended("throttled", 1, 8);
  expect(both.slots).toBeLessThan(8);
  expect(both.perSecond).toBeLessThan(90);
});
