/** What is watched while a client stands an attack. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Watched {
  readonly elapsedMs: number;
  /** Growth of resident memory, in MiB. */
  readonly growthMiB: number;
  /** Longest time for which the event loop stood still. */
  readonly blockedMs: number;
}

/** Measures while `run` runs. Memory is sampled, so that a peak of a few milliseconds can be missed. */
export async function watch<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly watched: Watched }> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  try {
    const result = await run();
    const elapsedMs = performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 12));
    peak = Math.max(peak, process.memoryUsage.rss());
    const watched = { elapsedMs, growthMiB: (peak - before) / 2 ** 20, blockedMs: delay.max / 1e6 - 5 };
    return { result, watched };
  } finally {
    delay.disable();
    clearInterval(sampling);
  }
}
