/** Time limits that hold on every machine: a ratio to the same work there, or far above its usual time. */
import { isSlow } from "./slow";

/** Processor time that only endless work takes: far over ten times the measured maximum, even on a slow machine. */
export const FOR_EVER_MS = 20_000;

/** Processor time that `work` takes, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Fails where the processor time of `work` grows faster than its size: eight times the size takes 64 times as long
 * where it is quadratic. `make slow-test` uses `size`, `make test` a quarter of it.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const whole = isSlow ? size : Math.round(size / 4);
  const small = Math.round(whole / 8);
  // Warms up the compiler.
  await work(small);
  // Shorter times are below the clock's precision, and the smaller of two excludes a garbage collection.
  const least = async (count: number): Promise<number> =>
    Math.max(2, Math.min(await processorMs(() => work(count)), await processorMs(() => work(count))));
  // Other work on the machine makes a ratio worse, never better, so that one of three has to be good.
  let ratio = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && ratio >= 32; turn++)
    ratio = Math.min(ratio, (await least(whole)) / (await least(small)));
  expect(ratio).toBeLessThan(32);
}
