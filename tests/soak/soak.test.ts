/** Calls with one fault in ten. `make soak` makes 1,000,000 of them, `make test` 2,000. */
import { Child } from "./child";
import type { SoakReport } from "./client-process";
import type { ServerCount } from "./fault-server";
import { type Ending, endings, type Trouble } from "./injection";

const isFull = process.env.SOAK !== undefined && process.env.SOAK !== "";
const calls = isFull ? Number(process.env.SOAK_CALLS ?? 1_000_000) : 2000;
const hour = 3_600_000;
/** The caller gives up by the clock, which on a slow machine is before the request was written. */
const mayNotArrive = new Set(["abandoned", "silence"]);

const children: Child[] = [];
afterEach(async () => {
  for (const child of children) await child.stop();
});

const tenths = (list: readonly number[]) => list.map((mib) => mib.toFixed(1)).join(" ");

test(
  "every call ends in the right result or the right error, and nothing is left over",
  async () => {
    const server = await Child.start<{ port: number }>("fault-server.ts");
    children.push(server.child);
    const client = await Child.start<string>("client-process.ts");
    children.push(client.child);
    const report = await client.child.ask<SoakReport>({ port: server.first.port, calls });
    const count = await server.child.ask<ServerCount>({});
    const { settled, seconds, wrong, made, heapMiB, residentMiB, before, after } = report;
    if (isFull) {
      const rate = Math.round(calls / seconds);
      console.log(`${calls} calls in ${seconds.toFixed(0)} s (${rate}/s), ${count.requests} requests`);
      console.log(`heap in MiB at each tenth: ${tenths(heapMiB)}\nresident: ${tenths(residentMiB)}`);
      console.log(`handles before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
    }

    expect(wrong).toEqual({});
    expect(settled).toBe(calls);
    for (const [trouble, times] of Object.entries(made)) {
      if (trouble === "none" || mayNotArrive.has(trouble)) continue;
      const { attempts = 1 }: Ending = endings[trouble as Trouble];
      expect([trouble, count.met[trouble]]).toEqual([trouble, times * attempts]);
    }
    expect(count.unfinished).toBe(0);
    expect(count.connections).toBe(0);
    expect(after).toEqual(before);
    // The first tenth fills caches and pools.
    expect(heapMiB.at(-1)! - heapMiB[1]!).toBeLessThan(8);
  },
  isFull ? hour : 60_000,
);
