/** Limits of time that hold on every machine: a ratio to what the same work takes there, or far from what it takes. */
import { isSlow } from "./slow";

/** What only work without an end takes, in processor time: far more than ten times what was seen, on a slow machine too. */
export const FOR_EVER_MS = 20_000;

/** Processor time that `work` takes, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Fails where the processor time of `work` grows faster than its size: eight times the size takes 64 times as long where it is quadratic.
 * `make slow-test` takes `size`, `make test` a quarter of it.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const whole = isSlow ? size : Math.round(size / 4);
  const small = Math.round(whole / 8);
  // Compiles it.
  await work(small);
  // Shorter times are the clock's, and a collection in one of them is nobody's.
  const least = async (count: number): Promise<number> =>
    Math.max(2, Math.min(await processorMs(() => work(count)), await processorMs(() => work(count))));
  expect((await least(whole)) / (await least(small))).toBeLessThan(32);
}
