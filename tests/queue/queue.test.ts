/** Exports by several workers over a real Redis and a real PostgreSQL, any of which may go away. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import type { Sandbox } from "../../src/employee-sandbox/start-sandbox";
import { command, environmentOf, rowsOfRange, runCommand, startStaff, temporaryFolder } from "../export/staff";
import { query, startPostgres, startRedis, type TestServer } from "./servers";

const inputs = Number(process.env.QUEUE_INPUTS ?? 4_000);
/** Over what the machine manages, a rate would show nothing. */
const rate = Number(process.env.QUEUE_RATE ?? 150);

const folder = temporaryFolder();
let sandbox: Sandbox;
let postgres: TestServer;
let redis: TestServer;
/** When requests came to the service, on its own clock. */
const arrivals: number[] = [];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sandbox = await startStaff({ onCall: () => arrivals.push(performance.now()), delayMs: 2 });
}, 120_000);
afterAll(async () => {
  await sandbox?.close();
  await redis?.remove();
  await postgres?.remove();
  folder.remove();
});

const env = () => environmentOf(sandbox.url);
const run = (...words: string[]) => runCommand(words, { cwd: folder.path, env: env() });
const enqueue = (table: string, to: number, ...more: string[]) =>
  run(
    "export",
    "cost-centers",
    "--ids",
    `1-${to}`,
    "--queue",
    redis.url,
    "--to",
    postgres.url,
    "--table",
    table,
    "--json",
    ...more,
  );
const status = async () => {
  const ran = await run("export", "--status", "--queue", redis.url, "--to", postgres.url, "--json");
  if (ran.code !== 0) throw new Error(ran.err);
  return JSON.parse(ran.out) as {
    exports: {
      table: string;
      inputs: number;
      done: number;
      rows: number;
      failed: number;
      nothing: number;
      chunks: number;
      chunksDone: number;
    }[];
    queued: number;
    enqueuedAgain: number;
  };
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A worker, and its end. */
function worker(
  to = postgres.url,
  ...more: string[]
): { readonly child: ChildProcess; readonly ended: Promise<{ code: number | null; err: string }> } {
  const words = [
    "worker",
    "--queue",
    redis.url,
    "--to",
    to,
    "--rate",
    String(rate),
    "--timeout",
    "5",
    "--quiet",
    ...more,
  ];
  const child = spawn(process.execPath, [command, ...words], { env: env(), stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr?.on("data", (text: Buffer) => {
    err += text.toString();
  });
  return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, err }))) };
}

async function until(isTrue: () => Promise<boolean>, ms = 240_000): Promise<void> {
  for (const end = performance.now() + ms; ; ) {
    if (await isTrue().catch(() => false)) return;
    if (performance.now() > end) throw new Error("It took too long.");
    await wait(500);
  }
}

const doneIn = async (table: string) =>
  Number(
    (
      await query<{ n: string }>(
        postgres.url,
        `SELECT coalesce(sum(count), 0) AS n FROM export_chunks JOIN export_journal USING (export) WHERE done IS NOT NULL AND name = $1`,
        [`queue ${table}`],
      )
    )[0]?.n,
  );

/** The most requests that came in any second. */
function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - times[first]! >= 1000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

test("three workers, one killed, Redis and PostgreSQL restarted, a network that stalls: each input once, under the rate", async () => {
  arrivals.length = 0;
  const stalling = await stallingProxy(postgres.port);
  const enqueued = await enqueue("staff", inputs);
  expect([enqueued.code, enqueued.err]).toEqual([0, ""]);
  const [a, b, c] = [worker(), worker(), worker(`postgres://tester@127.0.0.1:${stalling.port}/postgres`)];
  try {
    await until(async () => (await doneIn("staff")) > inputs * 0.15);
    a.child.kill("SIGKILL");
    await until(async () => (await doneIn("staff")) > inputs * 0.3);
    await redis.stop("SIGTERM");
    await wait(1_000);
    await redis.start();
    await until(async () => (await doneIn("staff")) > inputs * 0.45);
    await postgres.stop("SIGINT");
    await wait(1_000);
    await postgres.start();
    await until(async () => (await doneIn("staff")) > inputs * 0.6);
    stalling.stall(3_000);
    await until(async () => {
      const { exports, queued } = await status();
      return queued === 0 && exports.find(({ table }) => table === "staff")?.done === inputs;
    });
  } finally {
    for (const { child } of [b, c]) child.kill("SIGTERM");
  }
  const ends = await Promise.all([b.ended, c.ended]);
  expect(ends).toEqual([
    { code: 0, err: "" },
    { code: 0, err: "" },
  ]);
  stalling.close();
  const { exports, queued } = await status();
  expect(exports.find(({ table }) => table === "staff")).toMatchObject({
    inputs,
    done: inputs,
    rows: rowsOfRange(1, inputs),
    failed: Math.floor(inputs / 97),
  });
  expect(queued).toBe(0);
  const rows = await query<{ id: number; n: string }>(
    postgres.url,
    "SELECT count(*) AS n, count(DISTINCT (input, item)) AS id FROM staff",
  );
  expect(rows).toEqual([{ n: String(rowsOfRange(1, inputs)), id: String(rowsOfRange(1, inputs)) }]);
  expect(mostInASecond(arrivals)).toBeLessThanOrEqual(rate);
  expect(mostInASecond(arrivals)).toBeGreaterThan(rate / 3);
}, 600_000);

test("Retry-After stops the requests of all workers", async () => {
  await enqueue("paused", 800);
  const workers = [worker(), worker()];
  try {
    await until(async () => (await doneIn("paused")) >= 100);
    const from = performance.now();
    sandbox.addTrouble({ trouble: { kind: "status", status: 429, retryAfterSeconds: 4 }, times: 1 });
    await until(async () => (await doneIn("paused")) === 800);
    const after = arrivals.filter((time) => time > from);
    const gaps = after.map((time, at) => (at === 0 ? 0 : time - after[at - 1]!));
    // What was leased may still begin, for one lease; then nobody does.
    expect(Math.max(...gaps)).toBeGreaterThan(2_000);
  } finally {
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
  }
}, 300_000);

test("chunks that Redis has lost are enqueued again by --status", async () => {
  await enqueue("lost", 500);
  await redis.stop("SIGKILL");
  await redis.start();
  const { Redis } = require("ioredis") as typeof import("ioredis");
  const client = new Redis(redis.url);
  await client.flushall();
  await client.quit();
  expect(await status()).toMatchObject({ queued: 5, enqueuedAgain: 5 });
  // Once more finds nothing to do.
  expect(await status()).toMatchObject({ queued: 5, enqueuedAgain: 0 });
  const one = worker();
  await until(async () => (await doneIn("lost")) === 500);
  one.child.kill("SIGTERM");
  expect((await one.ended).code).toBe(0);
  expect(await status()).toMatchObject({ queued: 0 });
}, 300_000);

test("no credential is in Redis", async () => {
  await enqueue("secret", 300);
  const { Redis } = require("ioredis") as typeof import("ioredis");
  const client = new Redis(redis.url);
  const texts: string[] = [];
  for (const key of await client.keys("*")) {
    const type = await client.type(key);
    if (type === "hash") texts.push(JSON.stringify(await client.hgetall(key)));
  }
  await client.quit();
  expect(texts.join("")).toContain("EmployeeId");
  expect(texts.join("")).not.toMatch(/sandbox-token|sandbox-user|postgres:\/\//);
  const one = worker();
  await until(async () => (await doneIn("secret")) === 300);
  one.child.kill("SIGTERM");
  await one.ended;
}, 120_000);

test("wrong credentials stop a worker, and its chunk is left to others", async () => {
  const { startSandbox } =
    require("../../src/employee-sandbox/start-sandbox") as typeof import("../../src/employee-sandbox/start-sandbox");
  const own = await startSandbox();
  try {
    await enqueue("refused", 100);
    const ran = await runCommand(["worker", "--queue", redis.url, "--to", postgres.url, "--quiet"], {
      cwd: folder.path,
      env: { ...environmentOf(own.url), EMPLOYEE_SERVICE_TOKEN: "wrong" },
    });
    expect(ran).toMatchObject({ code: 8, err: expect.stringMatching(/^error: The service refused 3 calls/) });
    expect(own.requestCount).toBe(3);
    expect(await status()).toMatchObject({ queued: 1 });
  } finally {
    await own.close();
  }
}, 120_000);

test("the commands of the compose file work, with the addresses of these servers", async () => {
  const { services } = parse(readFileSync("examples/queue/compose.yaml", "utf8"), { merge: true }) as {
    services: Record<string, { command?: string }>;
  };
  const wordsOf = (name: string) =>
    services[name]!.command!.replace("npx employee-service ", "")
      .replace("redis://queue:6379", redis.url)
      .replace("postgres://export@database:5432/export", postgres.url)
      .split(" ");
  writeFileSync(
    join(folder.path, "staff.csv"),
    `EmployeeId\n${Array.from({ length: 120 }, (_, n) => n + 1).join("\n")}\n`,
  );
  expect((await run(...wordsOf("export"))).code).toBe(0);
  const child = spawn(process.execPath, [command, ...wordsOf("worker")], { env: env(), stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await until(async () => (await doneIn("cost_center_get_current")) === 120);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const ran = await run(...wordsOf("status"));
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("cost_center_get_current: 120 of 120 inputs") });
}, 120_000);

describe("Redis or PostgreSQL away at start: one line, exit code 4", () => {
  const away = "redis://:secret-word@127.0.0.1:9";
  test.each([
    ["export", () => ["export", "cost-centers", "--ids", "1-3", "--queue", away, "--to", postgres.url]],
    ["status", () => ["export", "--status", "--queue", away, "--to", postgres.url]],
    ["worker", () => ["worker", "--queue", away, "--to", postgres.url]],
    [
      "worker without PostgreSQL",
      () => ["worker", "--queue", redis.url, "--to", "postgres://tester:secret-word@127.0.0.1:9/x"],
    ],
  ])("%s", async (_what, words) => {
    const ran = await run(...words());
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^error: There is no connection to (?:Redis|PostgreSQL) at 127\.0\.0\.1:9.*\.\n$/),
    });
    expect(ran.err).not.toContain("secret-word");
  });
});

/** A network in front of a port that can stop to move. */
async function stallingProxy(port: number): Promise<{ readonly port: number; stall(ms: number): void; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((inner) => {
    const outer = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    stall(ms) {
      const held = [...sockets];
      for (const socket of held) socket.pause();
      setTimeout(() => {
        for (const socket of held) socket.resume();
      }, ms);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
