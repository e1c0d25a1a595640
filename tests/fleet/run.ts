/** Many tenants and many pods on virtual time, by seed: the tables of docs/scale.md. `make fleet`. */
import { Redis } from "ioredis";
import { startRedis } from "../queue/servers";
import { type FleetCase, runFleet } from "./shared-rate";
import { runTenants } from "./tenants";
import { runTokens, sharedCache } from "./tokens";
import { VirtualTime } from "./virtual-time";

const seed = Number(process.env.FLEET_SEED ?? 1);

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

async function main(): Promise<void> {
  const server = await startRedis("--appendonly", "no");
  const redis = new Redis(server.port, "127.0.0.1");
  try {
    await redis.ping();
    const time = new VirtualTime();
    const timers = { setTimeout, clearTimeout, now: performance.now };
    time.start();
    let isMissed = false;
    console.log(`One tenant with 4,000 calls and twenty with 8 each, 200 requests a second, seed ${seed}\n`);
    console.log("| queue | quiet median | quiet p99 | over 6 s | requests a second used |\n|---|--:|--:|--:|--:|");
    for (const isFair of [false, true]) {
      const { quiet, timedOut, perSecond } = await runTenants(time, isFair, seed);
      const at = (share: number) => quiet[Math.ceil(quiet.length * share) - 1] ?? 0;
      console.log(
        `| ${isFair ? "one for each tenant" : "one for all"} | ${at(0.5).toFixed(0)} ms | ${at(0.99).toFixed(0)} ms | ${timedOut} | ${perSecond.toFixed(1)} |`,
      );
      if (isFair && !(at(0.99) <= 200 && timedOut === 0 && perSecond >= 199)) isMissed = true;
    }
    console.log(`\n150 requests a second, 40 pods, seed ${seed}\n`);
    console.log("| limit | load | responses | succeed | 429 | requests a second used |\n|---|---|--:|--:|--:|--:|");
    for (const plan of plans()) {
      const { succeeded, refused, perSecond } = await runFleet(time, redis, plan);
      const load = `${plan.load}${plan.isRestless ? ", pods die and come" : ""}`;
      console.log(
        `| ${plan.limit} | ${load} | ${plan.responseMs} ms | ${percent(succeeded)} | ${percent(refused)} | ${perSecond.toFixed(1)} |`,
      );
      const least = plan.responseMs <= 50 ? 140 : 110;
      const isFull = plan.load === "even" || perSecond >= least;
      if (plan.limit === "shared" && !(succeeded >= 0.95 && refused <= 0.02 && isFull)) isMissed = true;
    }
    console.log(`\n40 pods with tokens of one hour from the same 100 ms, four hours, seed ${seed}\n`);
    console.log("| renewal | fetches after the first | most in a second | calls that waited |\n|---|--:|--:|--:|");
    const renewals = [
      ["at the expiry", { refreshAheadMs: 0 }],
      ["in the last tenth", {}],
      ["in the last tenth, with a shared cache", { cache: sharedCache(time) }],
    ] as const;
    for (const [name, options] of renewals) {
      const { fetches, mostInSecond, stalled } = await runTokens(time, { ...options, seed });
      console.log(`| ${name} | ${fetches} | ${mostInSecond} | ${stalled} |`);
      const isShared = "cache" in options;
      // Drawn at random, three of forty meet in some second of the four hours by 4 seeds in 10.
      if (name !== "at the expiry" && !(mostInSecond <= 4 && stalled === 0 && (!isShared || fetches <= 4)))
        isMissed = true;
    }
    Object.assign(globalThis, { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout });
    performance.now = timers.now;
    if (isMissed) process.exitCode = 1;
  } finally {
    redis.disconnect();
    await server.remove();
  }
}

function plans(): FleetCase[] {
  const base = { limit: "shared", load: "skewed", responseMs: 50, isRestless: false, seed } as const;
  return [
    { ...base, limit: "none" },
    { ...base, limit: "fixed" },
    base,
    { ...base, responseMs: 300 },
    { ...base, load: "even" },
    { ...base, load: "even", responseMs: 300 },
    { ...base, isRestless: true },
  ];
}

void main();
