/** The measurements of a client during an attack. */
export interface Watched {
  readonly elapsedMs: number;
  /** The growth of resident memory, in MiB. */
  readonly growthMiB: number;
  /**
   * The longest time between two turns of the event loop, in milliseconds, during which it was blocked: the lesser of
   * wall time and processor time. Wall time includes other processes, and processor time includes V8's compiler and
   * collector on other threads.
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
  let usage = process.cpuUsage();
  let sampledAt = performance.now();
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    const { user, system } = process.cpuUsage(usage);
    const now = performance.now();
    blockedMs = Math.max(blockedMs, Math.min(now - sampledAt, (user + system) / 1000));
    usage = process.cpuUsage();
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
