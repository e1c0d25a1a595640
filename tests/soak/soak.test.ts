/**
 * Calls with one fault in ten. The other responses are written and closed in every way that servers do, and consumed in
 * every way that callers do. `make soak` makes 200,000 calls, `make test` 1,000.
 */

import { pause } from "soapwright-testing/stage/consume";
import { isSlow } from "soapwright-testing/stage/slow";
import { Child } from "./child";
import type { SoakReport, SoakTask } from "./client-process";
import type { ServerCount, ServerPorts } from "./fault-server";
import { type Ending, endings, type Trouble } from "./injection";

const isFull = process.env.SOAK !== undefined && process.env.SOAK !== "";
const calls = isFull ? Number(process.env.SOAK_CALLS ?? 200_000) : isSlow ? 10_000 : 400;
const hour = 3_600_000;
/** Calls that the caller ends by the clock. On a slow machine the request may not be written yet. */
const mayNotArrive = new Set(["abandoned", "silence"]);

const children: Child[] = [];
afterEach(async () => {
  for (const child of children) await child.stop();
});

const tenths = (list: readonly number[]) => list.map((mib) => mib.toFixed(1)).join(" ");

test(
  "every call ends in the right result or the right error, and nothing is left over",
  async () => {
    const server = await Child.start<ServerPorts>("fault-server.ts");
    children.push(server.child);
    const client = await Child.start<string>("client-process.ts");
    children.push(client.child);
    const task: SoakTask = { ...server.first, calls };
    const report = await client.child.ask<SoakReport>(task);
    let count = await server.child.ask<ServerCount>({});
    // The server notices a closed connection in a later turn of its event loop.
    for (let asked = 0; count.connections > 0 && asked < 300; asked++) {
      await pause(100);
      count = await server.child.ask<ServerCount>({});
    }
    const { settled, seconds, wrong, made, heapMiB, residentMiB, mostSockets, before, after } = report;
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
      const { attempts = 1, isConfirmed }: Ending = endings[trouble as Trouble];
      const met = count.met[trouble] ?? 0;
      // A request that the service has received without sending a byte is sent once more.
      const isRight =
        isConfirmed === false ? met >= times * attempts && met <= times * attempts * 4 : met === times * attempts;
      expect({ trouble, times, met, isRight }).toEqual({ trouble, times, met, isRight: true });
    }
    // 64 sockets go to the service, 8 to the silent listener.
    expect(mostSockets).toBeLessThanOrEqual(72);
    expect(count.unfinished).toBe(0);
    expect(count.connections).toBe(0);
    expect(after).toEqual(before);
    // The first tenth fills caches and pools.
    if (isFull || isSlow) expect(heapMiB.at(-1)! - heapMiB[1]!).toBeLessThan(8);
  },
  isFull ? hour : 600_000,
);
