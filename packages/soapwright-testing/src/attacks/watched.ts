import { readFileSync } from "node:fs";

/** The measurements of a client during an attack. */
export interface Watched {
  readonly elapsedMs: number;
  /** The growth of resident memory, in MiB. */
  readonly growthMiB: number;
  /**
   * The longest time between two turns of the event loop, in milliseconds of the main thread's processor time: other
   * processes do not count.
   */
  readonly blockedMs: number;
  readonly processorMs: number;
}

/** Runs `run` and measures it. Memory is sampled, so a peak of a few milliseconds may be missed. */
export async function watch<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly watched: Watched }> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  let blockedMs = 0;
  let sampledAt = mainThreadMs();
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    const now = mainThreadMs();
    blockedMs = Math.max(blockedMs, now - sampledAt);
    sampledAt = now;
  };
  const sampling = setInterval(sample, 5);
  const started = performance.now();
  const whole = process.cpuUsage();
  try {
    const result = await run();
    const elapsedMs = performance.now() - started;
    sample();
    const { user, system } = process.cpuUsage(whole);
    const processorMs = (user + system) / 1000;
    return { result, watched: { elapsedMs, growthMiB: (peak - before) / 2 ** 20, blockedMs, processorMs } };
  } finally {
    clearInterval(sampling);
  }
}

/**
 * Returns the processor time of this process's main thread so far, in milliseconds; of all of its threads where the
 * system does not say it. Linux counts in ticks of up to 10 ms. V8's compiler and collector run on other threads.
 */
function mainThreadMs(): number {
  try {
    // Linux: the time of the main thread in nanoseconds, then its waits.
    return Number(readFileSync("/proc/self/schedstat", "latin1").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
