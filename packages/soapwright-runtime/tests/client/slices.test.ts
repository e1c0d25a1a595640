import { expectLinear } from "soapwright-testing/stage/time";
import { type AbortListener, leave, listenTo } from "../../src/client/shared-signals";
import { runInSlices } from "../../src/client/yield-to-event-loop";

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function untilDone(done: () => boolean): Promise<number> {
  let turns = 0;
  for (; !done() && turns < 10_000; turns++) await turnOfLoop();
  return turns;
}

describe("slices", () => {
  test("few tasks run at once, in order", async () => {
    await turnOfLoop();
    await turnOfLoop();
    const ran: number[] = [];
    for (let i = 0; i < 3; i++) runInSlices(() => ran.push(i));
    expect(ran).toEqual([0, 1, 2]);
  });

  test("long tasks are spread over turns of the loop, in order, all of them", async () => {
    const ran: number[] = [];
    for (let i = 0; i < 30; i++) {
      runInSlices(() => {
        work(4);
        ran.push(i);
      });
    }
    expect(ran.length).toBeLessThan(30);
    const turns = await untilDone(() => ran.length === 30);
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(ran).toEqual([...ran].sort((a, b) => a - b));
  });

  test("what a task sets off counts towards its slice", async () => {
    const ran: number[] = [];
    const task = (): void => {
      work(4);
      ran.push(ran.length);
    };
    for (let i = 0; i < 30; i++) runInSlices(() => void Promise.resolve().then(task));
    const turns = await untilDone(() => ran.length === 30);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  test("tasks added by tasks come after those that wait", async () => {
    const ran: string[] = [];
    for (let i = 0; i < 5; i++) {
      runInSlices(() => {
        work(6);
        ran.push(`outer ${i}`);
        runInSlices(() => ran.push(`inner ${i}`));
      });
    }
    await untilDone(() => ran.length === 10);
    const outer = ran.filter((name) => name.startsWith("outer"));
    expect(outer).toEqual([0, 1, 2, 3, 4].map((i) => `outer ${i}`));
    expect(ran.indexOf("inner 4")).toBe(9);
  });

  test("many tasks cost time that grows with them", () =>
    expectLinear(async (count) => {
      let ran = 0;
      for (let i = 0; i < count; i++) runInSlices(() => ran++);
      await untilDone(() => ran === count);
      expect(ran).toBe(count);
    }, 100_000));
});

describe("shared signals", () => {
  const counting = (): AbortListener & { aborted: number } => ({
    aborted: 0,
    onAbort() {
      this.aborted++;
    },
  });

  test("one listener for each signal, however many calls wait, and none when no call does", () => {
    const { signal } = new AbortController();
    const add = jest.spyOn(signal, "addEventListener");
    const remove = jest.spyOn(signal, "removeEventListener");
    const listeners = Array.from({ length: 1_000 }, counting);
    for (const listener of listeners) listenTo(signal, listener);
    expect(add).toHaveBeenCalledTimes(1);
    for (const listener of listeners) leave(signal, listener);
    expect(remove).toHaveBeenCalledTimes(1);
    listenTo(signal, counting());
    expect(add).toHaveBeenCalledTimes(2);
  });

  test("every listener is notified once, and none after it has left", async () => {
    const controller = new AbortController();
    const [stays, goes, twice] = [counting(), counting(), counting()];
    for (const listener of [stays, goes, twice, twice]) listenTo(controller.signal, listener);
    leave(controller.signal, goes);
    controller.abort();
    await turnOfLoop();
    expect([stays.aborted, goes.aborted, twice.aborted]).toEqual([1, 0, 1]);
    leave(controller.signal, stays);
  });

  test("leaving a signal that was never listened to does nothing", () => {
    expect(() => leave(new AbortController().signal, counting())).not.toThrow();
  });

  test("many listeners of one signal are notified in slices, in time that grows with their number", () =>
    expectLinear(async (count) => {
      const controller = new AbortController();
      const listeners = Array.from({ length: count }, counting);
      for (const listener of listeners) listenTo(controller.signal, listener);
      controller.abort();
      await untilDone(() => listeners.at(-1)?.aborted === 1);
      expect(listeners.every(({ aborted }) => aborted === 1)).toBe(true);
    }, 100_000));
});
