/** Forty pods in front of a service that takes 150 requests in any second, over the script in a real Redis. */

import type { Redis } from "ioredis";
import { redisRateLimit } from "soapwright-features";
import { Random } from "soapwright-verify";
import { RequestQueue } from "../../packages/soapwright-runtime/src/transport/request-queue";
import type { Owner, VirtualTime } from "./virtual-time";

/** The limiting of the pods. */
export type Limit = "none" | "fixed" | "shared";

export interface FleetCase {
  readonly limit: Limit;
  readonly load: "skewed" | "even";
  readonly responseMs: number;
  /** Whether a quiet pod is killed every 3 s with its tokens and replaced, and any pod is paused for 2 s every 4 s. */
  readonly isRestless: boolean;
  /** The `timeoutMs` of the calls, which `redisRateLimit` receives. */
  readonly timeoutMs: number;
  readonly seed: number;
}

export interface FleetResult {
  readonly succeeded: number;
  readonly refused: number;
  readonly perSecond: number;
}

const PODS = 40;
const RATE = 150;
const SECONDS = 40;
const DEADLINE_MS = 60_000;

/** A service that counts the requests of the last second, and refuses those above its rate. */
class Service {
  readonly #accepted: number[] = [];
  #first = 0;
  readonly carriedOut: number[] = [];
  sent = 0;
  refused = 0;

  constructor(private readonly time: VirtualTime) {}

  accepts(): boolean {
    this.sent++;
    while (this.#first < this.#accepted.length && this.#accepted[this.#first]! <= this.time.now - 1_000) this.#first++;
    if (this.#accepted.length - this.#first >= RATE) {
      this.refused++;
      return false;
    }
    this.#accepted.push(this.time.now);
    this.carriedOut.push(this.time.now);
    return true;
  }
}

interface Pod extends Owner {
  readonly queue: RequestQueue;
  isDead: boolean;
}

/**
 * Returns a Redis with the clock of the simulation: the script reads the time in one line, which is replaced by two
 * arguments.
 */
function redisOn(
  time: VirtualTime,
  redis: Redis,
  pod: { readonly isDead: boolean },
): { call(command: string, ...words: string[]): Promise<unknown> } {
  return {
    async call(command, ...words) {
      if (pod.isDead) return new Promise(() => {});
      const [script = "", count = "0", ...others] = words;
      const sent =
        command === "EVAL"
          ? [
              script.replace("redis.call('TIME')", `{ ARGV[11], ARGV[12] }`),
              count,
              ...others,
              String(Math.floor(time.now / 1_000)),
              String(Math.floor((time.now % 1_000) * 1_000)),
            ]
          : words;
      time.pending++;
      const response = await redis.call(command, ...sent).finally(() => {
        time.pending--;
      });
      await new Promise((resolve) => setTimeout(resolve, 1));
      return response;
    },
  };
}

export async function runFleet(time: VirtualTime, redis: Redis, plan: FleetCase): Promise<FleetResult> {
  await redis.flushall();
  const random = new Random(plan.seed);
  const draw = () => random.next();
  const service = new Service(time);
  const began = time.now;
  let made = 0;
  let succeeded = 0;
  const all: Pod[] = [];
  const makePod = (): Pod => {
    const state = { isDead: false, pausedUntil: 0 };
    const client = redisOn(time, redis, state);
    const queue = new RequestQueue({
      slots: 64,
      maxQueued: 100_000,
      perSecond: plan.limit === "fixed" ? RATE / PODS : undefined,
      shared:
        plan.limit === "shared"
          ? redisRateLimit({ client, perSecond: RATE, name: "fleet", timeoutMs: plan.timeoutMs, onAway() {} })
          : undefined,
    });
    const pod = Object.assign(state, { queue });
    all.push(pod);
    return pod;
  };
  const call = async (pod: Pod) => {
    const { queue } = pod;
    made++;
    const madeAt = time.now;
    const waitingCall = queue.requestSlot();
    if (waitingCall !== undefined) await waitingCall.granted;
    if (pod.isDead) return;
    const isLate = time.now - madeAt > DEADLINE_MS;
    const isGood = !isLate && service.accepts();
    await new Promise((resolve) => setTimeout(resolve, isLate ? 1 : plan.responseMs * (0.8 + 0.4 * draw())));
    if (isGood) succeeded++;
    queue.releaseSlot();
  };
  const pods = Array.from({ length: PODS }, makePod);
  // Calls come at random, somewhat more of them than the tokens let through; where it is skewed, those of the busy pods within the first second.
  const most = (RATE / (1 + plan.responseMs / 1_000)) * 1.05 * SECONDS;
  const spread = (count: number, from: number, to: number, pod: () => Pod) => {
    for (let i = 0; i < count; i++) {
      time.at(began + from + draw() * (to - from), () => {
        const to = pod();
        time.as(to, () => void call(to));
      });
    }
  };
  const busy = plan.load === "skewed" ? 4 : PODS;
  const quiet = plan.load === "skewed" ? 9 * SECONDS : 0;
  for (let i = 0; i < busy; i++) {
    const until = plan.load === "skewed" ? 1_000 : SECONDS * 1_000;
    spread(Math.floor((most - quiet) / busy), 0, until, () => pods[i]!);
  }
  spread(quiet, 0, SECONDS * 1_000, () => pods[4 + Math.floor(draw() * (PODS - 4))]!);
  if (plan.isRestless) {
    for (let at = 3_000; at < SECONDS * 1_000; at += 3_000) {
      time.at(began + at, () => {
        // A pod disappears with its tokens, as after SIGKILL, and another replaces it. Its tokens return later.
        const index = 4 + Math.floor(draw() * (PODS - 4));
        pods[index]!.isDead = true;
        pods[index] = makePod();
      });
    }
    for (let at = 4_000; at < SECONDS * 1_000; at += 4_000) {
      time.at(began + at, () => {
        pods[Math.floor(draw() * PODS)]!.pausedUntil = time.now + 2_000;
      });
    }
  }
  await time.runUntil(began + SECONDS * 1_000 + DEADLINE_MS + 5_000);
  for (const { queue } of all) queue.close();
  const [from, to] = [began + 3_000, began + (SECONDS - 5) * 1_000];
  const used = service.carriedOut.filter((at) => at >= from && at < to).length;
  return {
    succeeded: succeeded / made,
    refused: service.refused / service.sent,
    perSecond: used / ((to - from) / 1_000),
  };
}
