import { setFlagsFromString } from "node:v8";

/**
 * Sets V8 up for a process that lives for a second. By default V8 makes room for new objects as if there were a server
 * behind them, up to 48 MB for a model of 15, collects it on several threads, whose waking costs more than the little that
 * each then does, and spends a fifth of the run on optimised code that it soon throws away.
 */
export function expectShortRun(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--no-parallel-scavenge");
  // Later versions have a compiler between the interpreter and this one, and no such flag.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
}
