/**
 * The client of the soak, in its own process, so that its memory and handles can be measured and it is as fast as in a
 * service. It receives the ports of the server and the number of calls, and responds with a `SoakReport`.
 */

import { SocketCount } from "soapwright-testing/stage/sockets";
import { createEmployeeServiceV3, isServiceError } from "../../src/index";
import type { ServerPorts } from "./fault-server";
import { consumerOf, type Ending, endings, entriesOf, goesToSilence, type Trouble, troubleOf } from "./injection";

/** The task of the client. */
export interface SoakTask extends ServerPorts {
  readonly calls: number;
}

/** The report of the client. */
export interface SoakReport {
  readonly settled: number;
  readonly seconds: number;
  /** The problems, with their numbers. */
  readonly wrong: { readonly [problem: string]: number };
  /** The number of calls by injected trouble. */
  readonly made: { readonly [trouble: string]: number };
  /** The memory in MiB after a collection, with nothing in flight, at each tenth of the calls. */
  readonly heapMiB: readonly number[];
  readonly residentMiB: readonly number[];
  /** The largest number of sockets at a time, including those that are connecting. */
  readonly mostSockets: number;
  /** Sockets, timers and listeners of the process, before the first call and after the client was closed. */
  readonly before: Handles;
  readonly after: Handles;
}

/** The resources that a process holds. */
export interface Handles {
  readonly resources: { readonly [kind: string]: number };
  readonly listeners: number;
}

const inFlight = 64;
/** Connections to the silent listener. */
const silentConnections = 8;

type Client = ReturnType<typeof createEmployeeServiceV3>;

/** The outcome of a call, made in any way. */
interface Taken {
  readonly isRight: boolean;
  /** Undefined for streams, which do not report it. */
  readonly attempts: number | undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Compares entry by entry, so that a stream is checked while it arrives. */
function judging(employeeId: number) {
  const wanted = entriesOf(employeeId);
  let at = 0;
  let isRight = true;
  return {
    // A WSDL may allow nil items. The service of these tests sends none.
    look(item: { Id: number; Street?: string } | null): number {
      isRight &&= item !== null && wanted[at]?.Id === item.Id && wanted[at]?.Street === item.Street;
      return ++at;
    },
    verdict: (): boolean => isRight && at === wanted.length,
  };
}

async function takeStream(client: Client, employeeId: number, isSlow: boolean): Promise<Taken> {
  const { look, verdict } = judging(employeeId);
  for await (const address of client.addressGetListStream({ EmployeeId: employeeId, Period: 11, Year: 2026 })) {
    const taken = look(address);
    if (isSlow && (taken % 50 === 0 || taken < 3)) await pause(taken % 7);
  }
  return { isRight: verdict(), attempts: undefined };
}

/** Makes one call in the way that its trouble needs. */
async function makeCall(client: Client, employeeId: number, trouble: Trouble | undefined): Promise<Taken> {
  const args = { EmployeeId: employeeId, Period: 11, Year: 2026 };
  const consumer = consumerOf(employeeId);
  if (trouble === undefined && consumer !== "call") return takeStream(client, employeeId, consumer === "slow stream");
  const controller = new AbortController();
  const options =
    trouble === "silence" ? { timeoutMs: 30 } : trouble === "abandoned" ? { signal: controller.signal } : {};
  const call = client.addressGetList(args, options).withResponse();
  if (trouble === "abandoned") setTimeout(() => controller.abort(), employeeId % 5);
  const { result, http } = await call;
  const { look, verdict } = judging(employeeId);
  result.forEach(look);
  return { isRight: verdict(), attempts: http.attempts };
}

/** Returns the problem with the end of a call; undefined if it ended as it must. */
async function judge(client: Client, employeeId: number): Promise<string | undefined> {
  const trouble = troubleOf(employeeId);
  const expected: Ending = trouble === undefined ? { code: "RESULT", attempts: 1 } : endings[trouble];
  try {
    const { isRight, attempts } = await makeCall(client, employeeId, trouble);
    if (expected.code !== "RESULT") return `${trouble}: a result instead of ${expected.code}`;
    if (!isRight) return `${trouble ?? "no trouble"}: the result of another call`;
    return isTooOften(expected.attempts, attempts) ? `${trouble}: ${attempts} attempts` : undefined;
  } catch (error) {
    if (!isServiceError(error)) return `${trouble}: ${String(error)} is not one of our errors`;
    if (error.code !== expected.code) return `${trouble}: ${error.code} (${error.message})`;
    if (isTooOften(expected.attempts, error.attempts)) return `${trouble}: ${error.attempts} attempts`;
    if (differs(expected.status, Reflect.get(error, "status"))) return `${trouble}: ${error.message}`;
    return differs(expected.reason, Reflect.get(error, "reason")) ? `${trouble}: ${error.message}` : undefined;
  }
}

/** Whether there were too many attempts. Each request may find its connection closed, and be sent once more. */
function isTooOften(expected: number | undefined, met: number | undefined): boolean {
  if (expected === undefined || met === undefined) return false;
  return met < expected || met > expected * 2;
}

/** Calls the silent listener. Alternately the caller and connections.connectTimeoutMs end the call. */
async function judgeSilence(client: Client, employeeId: number): Promise<string | undefined> {
  const isAborted = employeeId % 1_000 === 250;
  const controller = new AbortController();
  if (isAborted) setTimeout(() => controller.abort(), employeeId % 20);
  try {
    await client.addressGetList({ EmployeeId: employeeId, Period: 11, Year: 2026 }, { signal: controller.signal });
    return "silence: a result";
  } catch (error) {
    const code: unknown = isServiceError(error) ? error.code : error;
    // On a slow machine either limit may pass first.
    return code === "TIMEOUT" || (isAborted && code === "ABORTED") ? undefined : `silence: ${String(error)}`;
  }
}

/** Blocks the event loop for longer than the server keeps some of its connections. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
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

async function soak({ port, silentPort, calls }: SoakTask): Promise<SoakReport> {
  const before = handles();
  const sockets = new SocketCount();
  const client = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint: `http://127.0.0.1:${port}/soap/v3/EmployeeService.asmx`,
    domain: "soak",
    connections: inFlight,
    // Only silence may reach a time limit, however slow the machine is.
    timeoutMs: 600_000,
    deadlineMs: 3_600_000,
    retries: { max: 1, delayMs: 1, budget: 1_000_000 },
  });
  const toSilence = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint: `https://127.0.0.1:${silentPort}/`,
    domain: "soak",
    connections: { max: silentConnections, connectTimeoutMs: 40 },
    deadlineMs: 3_600_000,
    retries: 0,
  });
  const wrong: { [problem: string]: number } = {};
  const made: { [trouble: string]: number } = {};
  const heapMiB: number[] = [];
  const residentMiB: number[] = [];
  const started = performance.now();
  let next = 0;
  let settled = 0;
  const lane = async (end: number) => {
    while (next < end) {
      const employeeId = next++;
      if (employeeId % 2_000 === 1_999) block();
      const isSilent = goesToSilence(employeeId);
      const problem = await (isSilent ? judgeSilence(toSilence, employeeId) : judge(client, employeeId));
      if (problem !== undefined) count(wrong, problem);
      count(made, isSilent ? "none" : (troubleOf(employeeId) ?? "none"));
      settled++;
    }
  };
  for (let tenth = 1; tenth <= 10; tenth++) {
    const end = Math.ceil((calls * tenth) / 10);
    await Promise.all(Array.from({ length: inFlight }, () => lane(end)));
    // Nothing is in flight, so the client holds what is left. Weak references of Node.js go with the second collection.
    global.gc?.();
    await pause(100);
    global.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    heapMiB.push(heapUsed / 2 ** 20);
    residentMiB.push(rss / 2 ** 20);
  }
  const seconds = (performance.now() - started) / 1000;
  await Promise.all([client.close(), toSilence.close()]);
  const isBack = (): boolean => JSON.stringify(handles()) === JSON.stringify(before);
  for (let n = 0; n < 100 && !isBack(); n++) await pause(20);
  const mostSockets = sockets.most;
  return { settled, seconds, wrong, made, heapMiB, residentMiB, mostSockets, before, after: handles() };
}

process.on("message", async (task: SoakTask) => {
  process.send?.(await soak(task));
});
process.send?.("ready");
