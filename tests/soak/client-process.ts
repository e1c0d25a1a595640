/**
 * The client of the soak, in a process of its own: what it takes of memory and handles is its own, and it runs as fast as in
 * a service. Is given the port of the server and the number of calls; answers with a `SoakReport`.
 */
import { createEmployeeServiceV3, isServiceError } from "../../src/index";
import { type Ending, endings, entriesOf, type Trouble, troubleOf } from "./injection";

/** What the client's side of a soak was like. */
export interface SoakReport {
  readonly settled: number;
  readonly seconds: number;
  /** What went wrong, with how often. */
  readonly wrong: { readonly [problem: string]: number };
  /** Calls by the trouble that was asked for. */
  readonly made: { readonly [trouble: string]: number };
  /** Memory in MiB after a collection: at each tenth of the calls. */
  readonly heapMiB: readonly number[];
  readonly residentMiB: readonly number[];
  /** Sockets, timers and listeners of the process, before the first call and after the client was closed. */
  readonly before: Handles;
  readonly after: Handles;
}

/** What a process holds on to. */
export interface Handles {
  readonly resources: { readonly [kind: string]: number };
  readonly listeners: number;
}

const inFlight = 64;

type Client = ReturnType<typeof createEmployeeServiceV3>;

/** Makes one call as its trouble asks for. */
async function makeCall(client: Client, employeeId: number, trouble: Trouble | undefined) {
  const args = { EmployeeId: employeeId, Period: 11, Year: 2026 };
  if (trouble === "silence") return client.addressGetList(args, { timeoutMs: 30 }).withResponse();
  if (trouble !== "abandoned") return client.addressGetList(args).withResponse();
  const controller = new AbortController();
  const call = client.addressGetList(args, { signal: controller.signal }).withResponse();
  setTimeout(() => controller.abort(), employeeId % 5);
  return call;
}

/** What is wrong with how a call ended; undefined when it ended as it must. */
async function judge(client: Client, employeeId: number): Promise<string | undefined> {
  const trouble = troubleOf(employeeId);
  const expected: Ending = trouble === undefined ? { code: "RESULT", attempts: 1 } : endings[trouble];
  try {
    const { result, http } = await makeCall(client, employeeId, trouble);
    if (expected.code !== "RESULT") return `${trouble}: a result instead of ${expected.code}`;
    const wanted = entriesOf(employeeId);
    const isRight =
      result.length === wanted.length &&
      wanted.every(({ Id, Street }, index) => result[index]?.Id === Id && result[index]?.Street === Street);
    if (!isRight) return `${trouble ?? "no trouble"}: the result of another call`;
    return differs(expected.attempts, http.attempts) ? `${trouble}: ${http.attempts} attempts` : undefined;
  } catch (error) {
    if (!isServiceError(error)) return `${trouble}: ${String(error)} is not one of our errors`;
    if (error.code !== expected.code) return `${trouble}: ${error.code} (${error.message})`;
    if (differs(expected.attempts, error.attempts)) return `${trouble}: ${error.attempts} attempts`;
    if (differs(expected.status, Reflect.get(error, "status"))) return `${trouble}: ${error.message}`;
    return differs(expected.reason, Reflect.get(error, "reason")) ? `${trouble}: ${error.message}` : undefined;
  }
}

const differs = (expected: unknown, met: unknown) => expected !== undefined && expected !== met;

function count(counts: { [text: string]: number }, text: string): void {
  counts[text] = (counts[text] ?? 0) + 1;
}

function handles(): Handles {
  const resources: { [kind: string]: number } = {};
  for (const kind of process.getActiveResourcesInfo()) count(resources, kind);
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return { resources, listeners };
}

async function soak(port: number, calls: number): Promise<SoakReport> {
  const before = handles();
  const client = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint: `http://127.0.0.1:${port}/soap/v3/EmployeeService.asmx`,
    domain: "soak",
    connections: inFlight,
    // Only silence may run into a limit of time, however slow the machine is.
    timeoutMs: 600_000,
    deadlineMs: 3_600_000,
    retries: 1,
    retryDelayMs: 1,
    retryBudget: 1_000_000,
  });
  const wrong: { [problem: string]: number } = {};
  const made: { [trouble: string]: number } = {};
  const heapMiB: number[] = [];
  const residentMiB: number[] = [];
  const started = performance.now();
  let next = 0;
  let settled = 0;
  const lane = async () => {
    while (next < calls) {
      const employeeId = next++;
      const problem = await judge(client, employeeId);
      if (problem !== undefined) count(wrong, problem);
      count(made, troubleOf(employeeId) ?? "none");
      if (++settled % Math.ceil(calls / 10) === 0) {
        global.gc?.();
        const { heapUsed, rss } = process.memoryUsage();
        heapMiB.push(heapUsed / 2 ** 20);
        residentMiB.push(rss / 2 ** 20);
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - started) / 1000;
  await client.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { settled, seconds, wrong, made, heapMiB, residentMiB, before, after: handles() };
}

process.on("message", async ({ port, calls }: { port: number; calls: number }) => {
  process.send?.(await soak(port, calls));
});
process.send?.("ready");
