/** Eight pods as processes, a real Redis, and a service on loopback that refuses requests above its rate. */

import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { startRedis } from "soapwright-testing/queue/servers";
import { Random } from "soapwright-verify";
import type { PodReport, PodTask } from "./pod-process";
import { type Service, startService } from "./service";
import { percent, Table } from "./table";

const PODS = 8;
const RATE = 150;
const SECONDS = 20;
/** The number of pods that make nearly all of the calls. */
const BUSY = 2;
const QUIET_CALLS = 20;

interface Plan {
  readonly limit: PodTask["limit"];
  readonly load: "skewed" | "even";
  /** Whether a quiet pod is killed at 5 s and replaced, and a busy and a quiet pod are stopped for 3 s at 10 s. */
  readonly isRestless: boolean;
}

class Pod {
  readonly #child: ChildProcess;
  readonly ready: Promise<unknown>;
  counts: PodReport = { succeeded: 0, refused: 0, failed: 0, requests: 0, requestMs: 0 };

  constructor(task: PodTask) {
    this.#child = fork(join(__dirname, "pod-process.ts"), {
      execArgv: [
        "-C",
        "soapwright-source",
        "--require",
        join(__dirname, "../../packages/soapwright-testing/src/register.cjs"),
      ],
    });
    this.ready = new Promise((resolve) => this.#child.once("message", resolve));
    this.#child.on("message", (message) => {
      if (typeof message === "object") this.counts = message as PodReport;
    });
    this.#child.send(task);
  }

  begin(): void {
    this.#child.send("begin");
  }

  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#child.kill(signal);
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function run(plan: Plan, redisPort: number, seed: number) {
  const random = new Random(seed);
  const accepted: number[] = [];
  let first = 0;
  let sent = 0;
  const service: Service = await startService(() => {
    sent++;
    const now = performance.now();
    while (first < accepted.length && accepted[first]! <= now - 1_000) first++;
    if (accepted.length - first >= RATE) return { status: 429, afterMs: 1 };
    accepted.push(now);
    return { status: 200, afterMs: 50 };
  });
  const all: Pod[] = [];
  // A new name keeps the leases of earlier runs apart.
  const name = JSON.stringify(plan);
  // Slightly more than tokens that are held for 1.05 s admit.
  const most = RATE * SECONDS;
  const drawn = (count: number, untilMs: number) => Array.from({ length: count }, () => random.next() * untilMs);
  const callsOf = (index: number): readonly number[] => {
    if (plan.load === "even") return drawn(most / PODS, SECONDS * 1_000);
    if (index >= BUSY) return drawn(QUIET_CALLS, SECONDS * 1_000);
    return drawn((most - (PODS - BUSY) * QUIET_CALLS) / BUSY, 1_000);
  };
  const make = (calls: readonly number[]) => {
    const pod = new Pod({ url: service.url, redisPort, name, limit: plan.limit, perSecond: RATE, pods: PODS, calls });
    all.push(pod);
    return pod;
  };
  try {
    for (let index = 0; index < PODS; index++) make(callsOf(index));
    const spare = make(drawn(QUIET_CALLS / 2, 10_000));
    await Promise.all(all.map((pod) => pod.ready));
    const began = performance.now();
    for (const pod of all) if (pod !== spare) pod.begin();
    if (plan.isRestless) {
      await wait(5_000);
      all[PODS - 1]!.signal("SIGKILL");
      spare.begin();
      await wait(5_000);
      for (const pod of [all[0]!, all[BUSY]!]) pod.signal("SIGSTOP");
      await wait(3_000);
      for (const pod of [all[0]!, all[BUSY]!]) pod.signal("SIGCONT");
    }
    // A call that has not ended some seconds after the last call was made counts as failed.
    await wait(began + (SECONDS + 8) * 1_000 - performance.now());
    const made = all.filter((pod) => pod !== spare).reduce((sum, _, index) => sum + callsOf(index).length, 0);
    const sum = (count: keyof PodReport) => all.reduce((before, { counts }) => before + counts[count], 0);
    const [from, to] = [began + 3_000, began + (SECONDS - 4) * 1_000];
    const used = accepted.filter((at) => at >= from && at < to).length / ((to - from) / 1_000);
    return {
      succeeded: sum("succeeded") / made,
      refused: sum("refused") / Math.max(1, sent),
      used,
      responseMs: sum("requestMs") / Math.max(1, sum("requests")),
    };
  } finally {
    for (const pod of all) pod.signal("SIGKILL");
    service.close();
  }
}

export async function processesTable(seed: number): Promise<boolean> {
  const server = await startRedis("--appendonly", "no");
  const table = new Table(
    `${PODS} processes, a real Redis, ${RATE} requests a second, responses of 50 ms, seed ${seed}`,
    ["limit", "load", "succeed", "429", "mean response", "requests a second used"],
  );
  const plans: Plan[] = [
    { limit: "none", load: "skewed", isRestless: false },
    { limit: "fixed", load: "skewed", isRestless: false },
    { limit: "shared", load: "skewed", isRestless: false },
    { limit: "shared", load: "even", isRestless: false },
    { limit: "shared", load: "skewed", isRestless: true },
  ];
  let isGood = true;
  let fixed = 0;
  try {
    for (const plan of plans) {
      const { succeeded, refused, used, responseMs } = await run(plan, server.port, seed);
      const load = `${plan.load}${plan.isRestless ? ", pods come, die and pause" : ""}`;
      table.row([
        plan.limit,
        load,
        percent(succeeded),
        percent(refused),
        `${responseMs.toFixed(0)} ms`,
        used.toFixed(1),
      ]);
      if (plan.limit === "shared") isGood &&= succeeded >= 0.95 && refused <= 0.02;
      if (plan.limit === "fixed") fixed = used;
      // Of 150 per second a token admits 150 / (1 + response). A busy machine reduces this.
      if (plan.limit === "shared") isGood &&= used >= 1.5 * fixed;
    }
  } finally {
    await server.remove();
  }
  return isGood;
}
