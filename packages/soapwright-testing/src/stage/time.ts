/** Time limits that hold on every machine: a ratio to the same work there, or far above its usual time. */
import { isSlow } from "./slow";

/**
 * A processor time that only endless work reaches: more than ten times the measured maximum, even on a slow machine.
 */
export const FOR_EVER_MS = 20_000;

/** Returns the processor time of `work`, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Fails if the processor time of `work` grows faster than its size: for eight times the size, quadratic work takes 64
 * times as long. `make slow-test` uses `size`, `make test` a quarter of it.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const whole = isSlow ? size : Math.round(size / 4);
  const small = Math.round(whole / 8);
  // The first run warms up the compiler.
  await work(small);
  // Shorter times are below the precision of the clock. The smaller of two excludes a garbage collection.
  const least = async (count: number): Promise<number> =>
    Math.max(2, Math.min(await processorMs(() => work(count)), await processorMs(() => work(count))));
  // Other work on the machine makes a ratio worse, never better, so one good ratio of three is enough.
  let ratio = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && ratio >= 32; turn++)
    ratio = Math.min(ratio, (await least(whole)) / (await least(small)));
  expect(ratio).toBeLessThan(32);
}
