/** Measurements while a client is attacked. */
export interface Watched {
  readonly elapsedMs: number;
  /** Growth of resident memory, in MiB. */
  readonly growthMiB: number;
  /** Most processor time between two turns of the event loop: how long it was blocked, as nothing else runs. */
  readonly blockedMs: number;
  readonly processorMs: number;
}

/** Measures the run of `run`. Memory is sampled, so a peak of a few milliseconds can be missed. */
export async function watch<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly watched: Watched }> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  let blockedMs = 0;
  let usage = process.cpuUsage();
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    blockedMs = Math.max(blockedMs, (user + system) / 1000);
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
