import { CallLife } from "../../src/client/call-life";
import { AbortError } from "../../src/errors/abort-error";

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => {});
const limits = { timeoutMs: 10_000, deadlineMs: 10_000, streamIdleMs: 10_000, signal: undefined };
const ended = new AbortError("ended");

function makeLife(options: Partial<Omit<typeof limits, "signal">> & { signal?: AbortSignal } = {}): CallLife {
  return new CallLife({ ...limits, ...options });
}

test("waits for a step and passes on what it comes to", async () => {
  const life = makeLife();
  expect(await life.until(Promise.resolve(5))).toBe(5);
  await expect(life.until(Promise.reject(new RangeError("step")))).rejects.toThrow(new RangeError("step"));
});

test("what ends the call rejects the step under way and every later one", async () => {
  const life = makeLife();
  const step = life.until(never());
  life.cancel(ended);
  await expect(step).rejects.toBe(ended);
  await expect(life.until(never())).rejects.toBe(ended);
  await expect(life.until(Promise.resolve(5))).rejects.toBe(ended);
  expect(life.isEnding).toBe(true);
});

test("a step that had come before the call was ended counts, the next does not", async () => {
  const life = makeLife();
  const step = life.until(Promise.resolve(5));
  await Promise.resolve();
  life.cancel(ended);
  expect(await step).toBe(5);
  await expect(life.until(never())).rejects.toBe(ended);
});

test("steps that reject behind the end leave no unhandled rejection", async () => {
  const unhandled = jest.fn();
  process.on("unhandledRejection", unhandled);
  const life = makeLife();
  const step = life.until(later(5).then(() => Promise.reject(new Error("late"))));
  life.cancel(ended);
  await expect(step).rejects.toBe(ended);
  await expect(life.until(Promise.reject(new Error("later still")))).rejects.toBe(ended);
  await later(20);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("the first that ends the call counts", async () => {
  const life = makeLife();
  const step = life.until(never());
  life.cancel(ended);
  life.cancel(new AbortError("second"));
  await expect(step).rejects.toBe(ended);
});

test("an attempt's limit that passes between two steps is not forgotten", async () => {
  const life = makeLife({ timeoutMs: 5 });
  life.limitAttempt();
  await later(30);
  await expect(life.until(never())).rejects.toMatchObject({ code: "TIMEOUT", phase: "attempt" });
  expect(life.isEnding).toBe(false);
  life.clearLimit();
  expect(await life.until(Promise.resolve(5))).toBe(5);
  life.end();
});

test("the deadline's passing ends the call, an attempt's does not", async () => {
  const life = makeLife({ timeoutMs: 5, deadlineMs: 60 });
  life.limitAttempt();
  await expect(life.until(never())).rejects.toMatchObject({ phase: "attempt", timeoutMs: 5 });
  life.limitToDeadline();
  await expect(life.until(never())).rejects.toMatchObject({ phase: "deadline", timeoutMs: 60 });
  expect(life.isEnding).toBe(true);
  life.end();
});

test("a signal ends the call, also one that has aborted already", async () => {
  const controller = new AbortController();
  const life = makeLife({ signal: controller.signal });
  life.begin();
  const step = life.until(never());
  controller.abort("enough");
  await expect(step).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
  expect(() => makeLife({ signal: controller.signal }).begin()).toThrow(
    expect.objectContaining({ code: "ABORTED", cause: "enough" }) as Error,
  );
});

test("a call that was ended before it began does not begin", () => {
  const life = makeLife();
  life.cancel(ended);
  expect(() => life.begin()).toThrow(ended);
});

test("its own signal is aborted when it is ended, whether it was read before or after", () => {
  const before = makeLife();
  const { signal } = before;
  before.cancel(ended);
  expect([signal.aborted, signal.reason]).toEqual([true, ended]);
  const after = makeLife();
  after.cancel(ended);
  expect([after.signal.aborted, after.signal.reason]).toEqual([true, ended]);
});

test("after its end nothing is left: no timer, no listener", async () => {
  jest.useFakeTimers();
  const controller = new AbortController();
  const remove = jest.spyOn(controller.signal, "removeEventListener");
  const life = makeLife({ signal: controller.signal });
  life.begin();
  life.limitAttempt();
  life.limitWait(5);
  life.limitConsumer();
  life.pause(1_000).catch(() => {});
  life.limitToDeadline();
  expect(jest.getTimerCount()).toBe(1);
  life.end();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  expect(remove).toHaveBeenCalledTimes(1);
  controller.abort();
  life.cancel(ended);
  expect([life.state, life.isEnding]).toEqual(["done", false]);
});

test("a reader that was active meanwhile has its whole patience again", async () => {
  const life = makeLife({ streamIdleMs: 60 });
  life.consumerActiveAt = performance.now();
  life.limitConsumer();
  const step = life.until(never());
  const outcome = jest.fn();
  step.catch(outcome);
  for (let i = 0; i < 4; i++) {
    await later(25);
    life.consumerActiveAt = performance.now();
  }
  expect(outcome).not.toHaveBeenCalled();
  await expect(step).rejects.toMatchObject({ phase: "consumer", timeoutMs: 60 });
  life.end();
});
