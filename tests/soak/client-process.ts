/**
 * The client of the soak, in a process of its own: what it takes of memory and handles is its own, and it runs as fast as in
 * a service. Is given the ports of the server and the number of calls; answers with a `SoakReport`.
 */

import { SocketCount } from "soapwright-testing/stage/sockets";
import { createEmployeeServiceV3, isServiceError } from "../../src/index";
import type { ServerPorts } from "./fault-server";
import { consumerOf, type Ending, endings, entriesOf, goesToSilence, type Trouble, troubleOf } from "./injection";

/** What the client's side is asked to do. */
export interface SoakTask extends ServerPorts {
  readonly calls: number;
}

/** What the client's side of a soak was like. */
export interface SoakReport {
  readonly settled: number;
  readonly seconds: number;
  /** What went wrong, with how often. */
  readonly wrong: { readonly [problem: string]: number };
  /** Calls by the trouble that was asked for. */
  readonly made: { readonly [trouble: string]: number };
  /** Memory in MiB after a collection, with nothing in flight: at each tenth of the calls. */
  readonly heapMiB: readonly number[];
  readonly residentMiB: readonly number[];
  /** Most sockets at a time, those that are being connected included. */
  readonly mostSockets: number;
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
/** Connections to the listener that says nothing. */
const silentConnections = 8;

type Client = ReturnType<typeof createEmployeeServiceV3>;

/** What came of a call, whatever way it was made. */
interface Taken {
  readonly isRight: boolean;
  /** Undefined for streams, which do not tell. */
  readonly attempts: number | undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Compares entry by entry, so that a stream is judged as it comes. */
function judging(employeeId: number) {
  const wanted = entriesOf(employeeId);
  let at = 0;
  let isRight = true;
  return {
    // A WSDL may allow nil items; the service of these tests sends none.
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

/** Makes one call as its trouble asks for. */
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

/** What is wrong with how a call ended; undefined when it ended as it must. */
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

/** Every request may find its connection closed, and go out once more. */
function isTooOften(expected: number | undefined, met: number | undefined): boolean {
  if (expected === undefined || met === undefined) return false;
  return met < expected || met > expected * 2;
}

/** Gives up on a listener that says nothing: in turns by the caller and by connectTimeoutMs. */
async function judgeSilence(client: Client, employeeId: number): Promise<string | undefined> {
  const isAborted = employeeId % 1_000 === 250;
  const controller = new AbortController();
  if (isAborted) setTimeout(() => controller.abort(), employeeId % 20);
  try {
    await client.addressGetList({ EmployeeId: employeeId, Period: 11, Year: 2026 }, { signal: controller.signal });
    return "silence: a result";
  } catch (error) {
    const code: unknown = isServiceError(error) ? error.code : error;
    // What comes first, on a slow machine.
    return code === "TIMEOUT" || (isAborted && code === "ABORTED") ? undefined : `silence: ${String(error)}`;
  }
}

/** Stands still for longer than the server keeps some of its connections. */
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
    // Only silence may run into a limit of time, however slow the machine is.
    timeoutMs: 600_000,
    deadlineMs: 3_600_000,
    retries: 1,
    retryDelayMs: 1,
    retryBudget: 1_000_000,
  });
  const toSilence = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    endpoint: `https://127.0.0.1:${silentPort}/`,
    domain: "soak",
    connections: silentConnections,
    connectTimeoutMs: 40,
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
    // Nothing is in flight now: what is left is what the client keeps. What Node holds weakly goes with the second collection.
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
