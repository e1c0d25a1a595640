/** Limits of time that hold on every machine: a ratio to what the same work takes there, or far from what it takes. */

/** What only work without an end takes, in processor time: far more than ten times what was seen, on a slow machine too. */
export const FOR_EVER_MS = 20_000;

/** Processor time that `work` takes, in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Fails where the processor time of `work` grows faster than `size`: eight times the size takes 64 times as long where it is quadratic. */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const small = Math.round(size / 8);
  // Compiles it.
  await work(small);
  // Shorter times are the clock's, and a collection in one of them is nobody's.
  const least = async (count: number): Promise<number> =>
    Math.max(2, Math.min(await processorMs(() => work(count)), await processorMs(() => work(count))));
  expect((await least(size)) / (await least(small))).toBeLessThan(32);
}
