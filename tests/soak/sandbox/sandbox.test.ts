/**
 * The sandbox under load: 256 connections that call without a pause, for a minute and then for 1,000,000 calls in
 * `make soak`, for some thousands in `make test`.
 */
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { Child } from "../child";
import type { CallerReport, CallerTask } from "./caller-process";
import type { SandboxReport, SandboxTask } from "./sandbox-process";

const isFull = process.env.SOAK !== undefined && process.env.SOAK !== "";
const connections = 256;
const minute = isFull ? 60 : 1;
const manyCalls = isFull ? Number(process.env.SANDBOX_CALLS ?? 1_000_000) : isSlow ? 10_000 : 1_500;

let sandbox: Child;
let caller: Child;
beforeEach(async () => {
  [sandbox, caller] = (await Promise.all(
    ["sandbox/sandbox-process.ts", "sandbox/caller-process.ts"].map(
      async (script) => (await Child.start(script)).child,
    ),
  )) as [Child, Child];
});
afterEach(() => Promise.all([sandbox.stop(), caller.stop()]));

const atSandbox = (task: SandboxTask) => sandbox.ask<SandboxReport>(task);
const atCaller = (task: CallerTask) => caller.ask<CallerReport>(task);

test("small calls over 256 connections for a minute, none of them lost, each some times as dear as for its caller", async () => {
  const { url } = await atSandbox({ start: {} });
  await atCaller({ url, connections, calls: isFull ? 50_000 : isSlow ? 5_000 : 500 });
  const before = await atSandbox({ look: true });
  const { answered, wrong, lost, seconds, cpuMs } = await atCaller({ url, connections, seconds: minute });
  const after = await atSandbox({ look: true });
  const own = ((after.cpuMs - before.cpuMs) * 1000) / answered;
  const both = own + (cpuMs * 1000) / answered;
  console.info(
    `${Math.round(answered / seconds)} calls a second for ${seconds.toFixed(0)} s; of each the sandbox has ${own.toFixed(0)} µs of processor time, and with its caller ${both.toFixed(0)} µs`,
  );
  expect({ wrong, lost, came: after.requestCount - before.requestCount }).toEqual({
    wrong: 0,
    lost: 0,
    came: answered,
  });
  // The sandbox has one thread, so the cost of a call decides how many it can serve. The measure is its caller, which the same
  // machine slows down as much. Before some thousand calls V8 has not compiled the code.
  if (isFull) expect(own).toBeLessThan(8 * (both - own));
  else if (isSlow) expect([own < 4_000, both < 8_000]).toEqual([true, true]);
}, 600_000);

test("memory stays flat over many calls, and what is kept for the page is bounded", async () => {
  const { url } = await atSandbox({ start: {} });
  const tenths: SandboxReport[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const { wrong, lost } = await atCaller({ url, connections, calls: Math.ceil(manyCalls / 10) });
    expect({ wrong, lost }).toEqual({ wrong: 0, lost: 0 });
    tenths.push(await atSandbox({ look: true }));
  }
  const [first, last] = [tenths[1]!, tenths[9]!];
  const shown = (of: (report: SandboxReport) => number) => tenths.map((report) => of(report).toFixed(1)).join(" ");
  console.info(
    `${last.requestCount} calls; in MiB at each tenth: heap ${shown(({ heapMiB }) => heapMiB)}, resident ${shown(({ residentMiB }) => residentMiB)}`,
  );
  expect(last).toMatchObject({ requestCount: manyCalls, keptRequests: 1000, keptExchanges: 200 });
  if (!isFull && !isSlow) return;
  expect(last.heapMiB - first.heapMiB).toBeLessThan(4);
  const most = (some: readonly SandboxReport[]) => Math.max(...some.map(({ residentMiB }) => residentMiB));
  expect(most(tenths.slice(5)) - most(tenths.slice(0, 5))).toBeLessThan(32);
}, 3_600_000);

test.each(sampleOf([300, 0], 2))(
  "a stop under load takes less than a second and loses nothing, responses taking %i ms",
  async (latencyMs) => {
    const callers = isFull ? connections : 32;
    const { url } = await atSandbox({ start: { latencyMs } });
    const calling = atCaller({ url, connections: callers });
    while ((await atSandbox({ look: true })).requestCount < 4 * callers) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { stopMs, requestCount, openConnections } = await atSandbox({ stop: true });
    const { answered, wrong, lost } = await calling;
    expect({ wrong, openConnections }).toEqual({ wrong: 0, openConnections: 0 });
    expect(answered).toBeGreaterThan(callers);
    // A busy machine may need longer than a stop waits.
    if (isFull || stopMs < 850) expect({ lost, answered }).toEqual({ lost: 0, answered: requestCount });
    // This limit holds only on an idle machine.
    if (isFull) expect(stopMs).toBeLessThan(1_000);
  },
  60_000,
);
