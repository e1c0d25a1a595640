/**
 * Many tenants and many pods, by seed: the tables of docs/decisions/figures.md. `make fleet`, or `FLEET=outage make fleet` for one of the parts.
 * `tenants`, `rate` and `tokens` are on virtual time; `processes` and `outage` are real ones and take a few minutes.
 */
import { Redis } from "ioredis";
import { startRedis } from "soapwright-testing/queue/servers";
import { outageTable } from "./outage";
import { processesTable } from "./processes";
import { type FleetCase, runFleet } from "./shared-rate";
import { percent, Table } from "./table";
import { runTenants } from "./tenants";
import { runTokens, sharedCache } from "./tokens";
import { VirtualTime } from "./virtual-time";

const seed = Number(process.env.FLEET_SEED ?? 1);

/** Each part returns whether its measurements are as expected. */
const parts: { readonly [name: string]: () => Promise<boolean> } = {
  tenants: () => onVirtualTime(tenantsTable),
  rate: () => onRedis((redis) => onVirtualTime((time) => rateTable(time, redis))),
  tokens: () => onVirtualTime(tokensTable),
  processes: () => processesTable(seed),
  outage: () => outageTable(seed),
};

async function main(): Promise<void> {
  const names = process.env.FLEET?.split(",") ?? Object.keys(parts);
  for (const name of names) {
    const part = parts[name];
    if (part === undefined) throw new Error(`FLEET takes ${Object.keys(parts).join(", ")}, but is ${name}.`);
    if (await part()) continue;
    console.error(`${name}: not as it should be.`);
    process.exitCode = 1;
  }
}

async function onVirtualTime(part: (time: VirtualTime) => Promise<boolean>): Promise<boolean> {
  const { setTimeout, clearTimeout } = globalThis;
  const { now } = performance;
  const time = new VirtualTime();
  time.start();
  try {
    return await part(time);
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    performance.now = now;
  }
}

async function onRedis(part: (redis: Redis) => Promise<boolean>): Promise<boolean> {
  const server = await startRedis("--appendonly", "no");
  const redis = new Redis(server.port, "127.0.0.1");
  try {
    await redis.ping();
    return await part(redis);
  } finally {
    redis.disconnect();
    await server.remove();
  }
}

async function tenantsTable(time: VirtualTime): Promise<boolean> {
  const table = new Table(`One tenant with 4,000 calls and twenty with 8 each, 200 requests a second, seed ${seed}`, [
    "queue",
    "quiet median",
    "quiet p99",
    "over 6 s",
    "requests a second used",
  ]);
  let isGood = true;
  for (const isFair of [false, true]) {
    const { quiet, timedOut, perSecond } = await runTenants(time, isFair, seed);
    const at = (share: number) => quiet[Math.ceil(quiet.length * share) - 1] ?? 0;
    const times = [0.5, 0.99].map((share) => `${at(share).toFixed(0)} ms`);
    table.row([isFair ? "one for each tenant" : "one for all", ...times, String(timedOut), perSecond.toFixed(1)]);
    if (isFair) isGood = at(0.99) <= 200 && timedOut === 0 && perSecond >= 199;
  }
  return isGood;
}

async function rateTable(time: VirtualTime, redis: Redis): Promise<boolean> {
  const table = new Table(`150 requests a second, 40 pods, seed ${seed}`, [
    "limit",
    "load",
    "responses",
    "timeoutMs",
    "succeed",
    "429",
    "requests a second used",
  ]);
  let isGood = true;
  for (const plan of plans()) {
    const { succeeded, refused, perSecond } = await runFleet(time, redis, plan);
    const load = `${plan.load}${plan.isRestless ? ", pods come, die and pause" : ""}`;
    const shares = [succeeded, refused].map(percent);
    const times = [plan.responseMs, plan.timeoutMs].map((ms) => `${ms} ms`);
    table.row([plan.limit, load, ...times, ...shares, perSecond.toFixed(1)]);
    if (plan.limit !== "shared") continue;
    // A pod that has died keeps its tokens for its timeoutMs, as does one that is paused.
    const least = plan.responseMs > 50 ? 110 : plan.isRestless ? 0 : 140;
    isGood &&= succeeded >= 0.95 && refused <= 0.02 && perSecond >= least;
  }
  return isGood;
}

async function tokensTable(time: VirtualTime): Promise<boolean> {
  const table = new Table(`40 pods with tokens of one hour from the same 100 ms, four hours, seed ${seed}`, [
    "renewal",
    "fetches after the first",
    "most in a second",
    "calls that waited",
  ]);
  const renewals = [
    ["at the expiry", { refreshAheadMs: 0 }],
    ["before it", {}],
    ["before it, with a shared cache", { cache: sharedCache(time) }],
  ] as const;
  let isGood = true;
  for (const [name, options] of renewals) {
    const { fetches, mostInSecond, stalled } = await runTokens(time, { ...options, seed });
    table.row([name, String(fetches), String(mostInSecond), String(stalled)]);
    if (name === "at the expiry") continue;
    // With random moments, in 4 of 100 seeds three of the forty fall into the same second of the four hours. With the
    // first seed they do not.
    isGood &&= mostInSecond <= (seed === 1 ? 2 : 4) && stalled === 0 && (!("cache" in options) || fetches <= 4);
  }
  return isGood;
}

function plans(): FleetCase[] {
  const base = { limit: "shared", load: "skewed", responseMs: 50, isRestless: false, timeoutMs: 30_000, seed } as const;
  return [
    { ...base, limit: "none" },
    { ...base, limit: "fixed" },
    base,
    { ...base, responseMs: 300 },
    { ...base, load: "even" },
    { ...base, load: "even", responseMs: 300 },
    { ...base, isRestless: true },
    { ...base, isRestless: true, timeoutMs: 5_000 },
    { ...base, load: "even", isRestless: true },
    { ...base, load: "even", isRestless: true, timeoutMs: 5_000 },
  ];
}

void main();
