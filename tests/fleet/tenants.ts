/** One tenant with many calls and twenty with few, on one client with 200 requests per second. */
import { Random } from "soapwright-verify";
import { RequestQueue } from "../../packages/soapwright-runtime/src/transport/request-queue";
import type { VirtualTime } from "./virtual-time";

export interface TenantsResult {
  /** Times of the quiet tenants' calls from start to response, in milliseconds, the shortest first. */
  readonly quiet: readonly number[];
  readonly timedOut: number;
  readonly perSecond: number;
}

const SECONDS = 20;
const DEADLINE_MS = 6_000;

/** Runs the calls. With `isFair` false, all calls are in one queue in order of arrival. */
export async function runTenants(time: VirtualTime, isFair: boolean, seed: number): Promise<TenantsResult> {
  const random = new Random(seed);
  const queue = new RequestQueue({ slots: 64, perSecond: 200, maxQueued: 100_000 });
  const began = time.now;
  const sent: number[] = [];
  const quiet: number[] = [];
  let timedOut = 0;
  const call = async (tenant: string) => {
    const madeAt = time.now;
    const waitingCall = queue.requestSlot({ tenant: isFair ? tenant : "all" });
    if (waitingCall !== undefined) await waitingCall.granted;
    sent.push(time.now);
    await new Promise((resolve) => setTimeout(resolve, 20));
    queue.releaseSlot();
    if (tenant === "noisy") return;
    quiet.push(time.now - madeAt);
    if (time.now - madeAt > DEADLINE_MS) timedOut++;
  };
  time.at(began + 1, () => {
    for (let i = 0; i < 4_000; i++) void call("noisy");
  });
  for (let i = 0; i < 160; i++)
    time.at(began + 100 + random.next() * (SECONDS - 3) * 1_000, () => void call(`quiet ${i % 20}`));
  await time.runUntil(began + 60_000);
  quiet.sort((one, other) => one - other);
  const used = sent.filter((at) => at >= began + 1_000 && at < began + (SECONDS - 1) * 1_000).length;
  return { quiet, timedOut, perSecond: used / (SECONDS - 2) };
}
