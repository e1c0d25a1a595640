import { readFileSync } from "node:fs";

/**
 * Returns the processor time of this process's main thread so far, in milliseconds; of all of its threads where the
 * system does not say it. V8's compiler and collector run on other threads.
 */
export function mainThreadMs(): number {
  try {
    // Linux: the time of the main thread in nanoseconds, then its waits.
    return Number(readFileSync("/proc/self/schedstat", "latin1").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
