/** Calls with one fault in ten. `make soak` makes 1,000,000 of them, `make test` 2,000. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEmployeeServiceV3, isServiceError } from "../../src/index";
import { type Ending, endings, entriesOf, type Trouble, troubleOf } from "./injection";
import { ServerProcess } from "./server-process";

const isFull = process.env.SOAK !== undefined && process.env.SOAK !== "";
const calls = isFull ? Number(process.env.SOAK_CALLS ?? 1_000_000) : 2000;
const inFlight = 64;
const hour = 3_600_000;

/** The garbage collector, without a flag on the command line. */
function exposedGc(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

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

/** Counts by text. */
class Tally {
  readonly counts = new Map<string, number>();

  add(text: string): void {
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }
}

const socketsOf = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")).length;

test(
  "every call ends in the right result or the right error, and nothing is left over",
  async () => {
    const gc = exposedGc();
    const server = await ServerProcess.start();
    const before = { sockets: socketsOf(), listeners: process.listenerCount("exit") };
    const client = createEmployeeServiceV3({
      baseUrl: "https://service.example",
      endpoint: `http://127.0.0.1:${server.port}/soap/v3/EmployeeService.asmx`,
      domain: "soak",
      connections: inFlight,
      retries: 1,
      retryDelayMs: 1,
      retryBudget: 1_000_000,
    });
    const wrong = new Tally();
    const made = new Tally();
    const heapMb: number[] = [];
    const started = performance.now();
    let next = 0;
    let settled = 0;
    const lane = async () => {
      while (next < calls) {
        const employeeId = next++;
        const problem = await judge(client, employeeId);
        if (problem !== undefined) wrong.add(problem);
        made.add(troubleOf(employeeId) ?? "none");
        if (++settled % Math.ceil(calls / 10) === 0) {
          gc();
          heapMb.push(process.memoryUsage().heapUsed / 2 ** 20);
        }
      }
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
    const seconds = (performance.now() - started) / 1000;
    await client.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const count = await server.count();
    const after = { sockets: socketsOf(), listeners: process.listenerCount("exit") };
    await server.stop();
    if (isFull) {
      const rate = Math.round(calls / seconds);
      console.log(`${calls} calls in ${seconds.toFixed(0)} s (${rate}/s), ${count.requests} requests`);
      console.log(`heap in MB at each tenth: ${heapMb.map((mb) => mb.toFixed(1)).join(" ")}`);
    }

    expect(Object.fromEntries(wrong.counts)).toEqual({});
    expect(settled).toBe(calls);
    for (const [trouble, times] of made.counts) {
      if (trouble === "none" || trouble === "abandoned") continue;
      const { attempts = 1 }: Ending = endings[trouble as Trouble];
      expect([trouble, count.met[trouble]]).toEqual([trouble, times * attempts]);
    }
    expect(count.unfinished).toBe(0);
    expect(count.connections).toBe(0);
    expect(after).toEqual(before);
    // The first tenth fills caches and pools.
    expect(heapMb.at(-1)! - heapMb[1]!).toBeLessThan(8);
  },
  isFull ? hour : 60_000,
);
