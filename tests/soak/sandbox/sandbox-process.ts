/** A sandbox in its own process, with the default options. */
import { type Sandbox, startSandbox } from "../../../src/sandbox/index";

/** The tasks of the process. */
export type SandboxTask =
  | { readonly start: { readonly latencyMs?: number } }
  | { readonly look: true }
  | { readonly stop: true };

/** The report of the process. */
export interface SandboxReport {
  readonly url: string;
  readonly requestCount: number;
  readonly openConnections: number;
  readonly keptRequests: number;
  readonly keptExchanges: number;
  /** The used memory after a collection, in MiB. */
  readonly heapMiB: number;
  readonly residentMiB: number;
  /** The processor time since the start. */
  readonly cpuMs: number;
  /** The time of the last stop. */
  readonly stopMs: number;
}

let sandbox: Sandbox | undefined;
let stopMs = 0;

function report(): SandboxReport {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    url: sandbox?.url ?? "",
    requestCount: sandbox?.requestCount ?? 0,
    openConnections: sandbox?.openConnections ?? 0,
    keptRequests: sandbox?.requests.length ?? 0,
    keptExchanges: sandbox?.exchanges.length ?? 0,
    heapMiB: heapUsed / 2 ** 20,
    residentMiB: rss / 2 ** 20,
    cpuMs: (user + system) / 1000,
    stopMs,
  };
}

process.on("message", async (task: SandboxTask) => {
  if ("start" in task) sandbox = await startSandbox(task.start);
  if ("stop" in task) {
    const started = performance.now();
    await sandbox?.close();
    stopMs = performance.now() - started;
  }
  process.send?.(report());
});
process.on("disconnect", () => process.exit());
process.send?.({});
