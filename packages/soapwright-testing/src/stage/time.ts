/** Time limits that hold on every machine: a ratio to the same work there, or far above its usual time. */
import { isSlow } from "./slow";

/**
 * A processor time that only endless work reaches: more than ten times the measured maximum, even on a slow machine.
 */
export const FOR_EVER_MS = 20_000;

/**
 * Returns the processor time of `work`, in milliseconds: at most its duration, which the processor time of a process
 * exceeds where V8's other threads compile and collect garbage.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.min((user + system) / 1_000, performance.now() - start);
}

/**
 * Fails if the processor time of `work` grows faster than its size: once is compared with 32 times a thirty-second part
 * of it, where quadratic work takes 32 times as long, and linear work up to four times (larger data leaves the
 * processor's cache). `make slow-test` uses `size`, `make test` a quarter of it.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const whole = isSlow ? size : Math.round(size / 4);
  // Even, because some tests use the half of it.
  const part = 2 * Math.round(whole / 64);
  const inParts = async (): Promise<void> => {
    for (let count = 0; count < 32; count++) await work(part);
  };
  // V8 compiles the work: code that is not optimised yet would lengthen the parts alone, and hide quadratic work.
  await work(whole);
  await inParts();
  // Other work on the machine makes a ratio worse, never better, so one good ratio of five is enough. Times below two
  // milliseconds are below the precision of the clock.
  let ratio = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5 && ratio >= 12; turn++) {
    const parts = Math.max(2, await processorMs(inParts));
    ratio = Math.min(ratio, (await processorMs(() => work(whole))) / parts);
  }
  expect(ratio).toBeLessThan(12);
}
