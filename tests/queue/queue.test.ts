/** Exports by several workers over a real Redis and a real PostgreSQL, either of which may become unavailable. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Trouble } from "soapwright-sandbox";
import {
  command,
  environmentOf,
  rowsOfRange,
  runCommand,
  startStaff,
  temporaryFolder,
} from "soapwright-testing/export/staff";
import { query, startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { parse } from "yaml";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const inputs = Number(process.env.QUEUE_INPUTS ?? 4_000);
/** A rate above what the machine can do would show nothing. */
const rate = Number(process.env.QUEUE_RATE ?? 150);

const folder = temporaryFolder();
let sandbox: Sandbox;
let postgres: TestServer;
let redis: TestServer;
/** The times of requests at the service, on its own clock, including those that it refused. */
const arrivals: number[] = [];
/** Returns the error to inject into the next request. */
let onRequest: (now: number) => Trouble | undefined = () => undefined;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sandbox = await startStaff({
    delayMs: 2,
    onRequest() {
      const now = performance.now();
      arrivals.push(now);
      return onRequest(now);
    },
  });
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
  if (ran.code !== 0 && ran.code !== 10) throw new Error(ran.err);
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

/** Starts a worker. Returns it, and a promise of its end. */
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
    "5s",
    "--quiet",
    ...more,
  ];
  const child = spawn(process.execPath, [command, ...words], { env: env(), stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr?.on("data", (text: Buffer) => {
    err += text.toString();
  });
  const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, err })),
  );
  void ended.then(({ code, err: line }) => {
    if (code !== 0 && code !== null) failedWorker = `A worker ended with ${code}: ${line}`;
  });
  return { child, ended };
}

/** The output of a worker that ended by itself. Waiting for its work would never end. */
let failedWorker: string | undefined;
afterEach(() => {
  failedWorker = undefined;
});

async function until(isTrue: () => Promise<boolean>, ms = 240_000): Promise<void> {
  for (const end = performance.now() + ms; ; ) {
    if (await isTrue().catch(() => false)) return;
    if (failedWorker !== undefined) throw new Error(failedWorker);
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

/** Returns the largest number of requests in any second. */
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
  // Retries count too, so the service is sometimes too busy.
  onRequest = () => (arrivals.length % 307 === 0 ? { kind: "status", status: 503 } : undefined);
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
    onRequest = () => undefined;
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

test("Retry-After stops the requests of all workers, and the longest one counts", async () => {
  const retryAfterSeconds = 8;
  /** The validity of a lease, in milliseconds, and an allowance for a busy machine. */
  const leaseMs = 1_500 + 1_000;
  const staff = 1_500;
  const workers = [worker(), worker()];
  const asked: number[] = [];
  const client = redisClient();
  try {
    // On a busy machine the first worker could finish before the second has started.
    await until(async () => ((await client.call("CLIENT", "LIST")) as string).split("cmd=bzpopmin").length === 3);
    arrivals.length = 0;
    await enqueue("paused", staff);
    await until(async () => {
      const [leases] = await client.keys("*:rate:*");
      return leases !== undefined && (await client.hlen(leases)) === 2 && arrivals.length > 50;
    });
    for (let turn = 0; turn < 2; turn++) {
      const from = arrivals.length + 100;
      onRequest = (now) => {
        if (arrivals.length < from || arrivals.length >= from + 8) return undefined;
        const isFirst = arrivals.length === from;
        if (isFirst) asked.push(now);
        return { kind: "status", status: 429, retryAfterSeconds: isFirst ? retryAfterSeconds : 1 };
      };
      await until(async () => arrivals.length >= from + 8);
    }
    await until(async () => (await doneIn("paused")) === staff);
  } finally {
    onRequest = () => undefined;
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    await client.quit();
  }
  expect(asked).toHaveLength(2);
  for (const since of asked) {
    const began = arrivals.map((time) => time - since).filter((ms) => ms >= leaseMs && ms < retryAfterSeconds * 1_000);
    expect(began).toEqual([]);
    // The service itself paused them, so they continue.
    expect(arrivals.filter((time) => time - since >= retryAfterSeconds * 1_000).length).toBeGreaterThan(100);
  }
  expect((await status()).exports.find(({ table }) => table === "paused")).toMatchObject({
    rows: rowsOfRange(1, staff),
    failed: Math.floor(staff / 97),
  });
}, 300_000);

function redisClient(url = redis.url) {
  const { Redis } = require("ioredis") as typeof import("ioredis");
  return new Redis(url);
}

async function flushRedis(): Promise<void> {
  const client = redisClient();
  await client.flushall();
  await client.quit();
}

test("chunks that Redis has lost are enqueued again by --status", async () => {
  await enqueue("lost", 500);
  await redis.stop("SIGKILL");
  await redis.start();
  await flushRedis();
  expect(await status()).toMatchObject({ queued: 5, enqueuedAgain: 5 });
  // The second report finds no lost chunk.
  expect(await status()).toMatchObject({ queued: 5, enqueuedAgain: 0 });
  const one = worker();
  await until(async () => (await doneIn("lost")) === 500);
  one.child.kill("SIGTERM");
  expect((await one.ended).code).toBe(0);
  expect(await status()).toMatchObject({ queued: 0 });
}, 300_000);

test.each(["Redis", "PostgreSQL"] as const)(
  "a worker tells that %s is away, waits for it, and can be stopped meanwhile",
  async (name) => {
    const server = name === "Redis" ? redis : postgres;
    const table = `away_from_${name.toLowerCase()}`;
    await enqueue(table, 2_000);
    const words = ["worker", "--queue", redis.url, "--to", postgres.url, "--rate", "100"];
    const child = spawn(process.execPath, [command, ...words], { env: env(), stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr.on("data", (text: Buffer) => {
      err += text.toString();
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await until(async () => (await doneIn(table)) >= 100);
    await server.stop("SIGKILL");
    await until(async () => err.includes(`There is no connection to ${name}. The worker waits for it.\n`));
    await server.start();
    await until(async () => err.includes(`${name} is back.\n`));
    const before = await doneIn(table);
    await until(async () => (await doneIn(table)) >= before + 200);
    await server.stop("SIGKILL");
    await until(async () => err.split("There is no connection to").length === 3);
    child.kill("SIGTERM");
    expect(await ended).toBe(4);
    expect(err.trim().split("\n").at(-1)).toMatch(
      new RegExp(
        `^error: There is no connection to ${name} at 127\\.0\\.0\\.1:.* (?:resumes where it stopped|no chunk is lost)\\.$`,
      ),
    );
    await server.start();
    await status();
    const [one, other] = [worker(), worker()];
    await until(async () => (await doneIn(table)) === 2_000);
    for (const each of [one, other]) each.child.kill("SIGTERM");
    expect(await Promise.all([one.ended, other.ended])).toEqual(Array(2).fill({ code: 0, err: "" }));
    expect(await query(postgres.url, `SELECT count(DISTINCT (input, item))::int AS n FROM ${table}`)).toEqual([
      { n: rowsOfRange(1, 2_000) },
    ]);
  },
  300_000,
);

test("Redis that goes away while inputs are enqueued: one line, exit code 4, and it goes on", async () => {
  const inputsOf = async () =>
    (await query<{ n: number }>(postgres.url, "SELECT coalesce(sum(count), 0)::int AS n FROM export_chunks"))[0]!.n;
  const before = await inputsOf().catch(() => 0);
  const enqueuing = enqueue("many", 100_000);
  await until(async () => (await inputsOf()) > before + 2_000);
  await redis.stop("SIGKILL");
  expect(await enqueuing).toMatchObject({
    code: 4,
    err: expect.stringMatching(
      /^error: There is no connection to Redis at 127\.0\.0\.1:.*resumes where it stopped\.\n$/,
    ),
  });
  await redis.start();
  expect(await enqueue("many", 100_000)).toMatchObject({ code: 0, err: "" });
  expect(await inputsOf()).toBe(before + 100_000);
  expect((await status()).exports.find(({ table }) => table === "many")).toMatchObject({ inputs: 100_000, done: 0 });
  // No worker must carry out these chunks.
  await query(postgres.url, "UPDATE export_chunks SET done = now() WHERE done IS NULL");
  await flushRedis();
}, 300_000);

test("no credential is in Redis", async () => {
  await enqueue("secret", 300);
  const client = redisClient();
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
    require("../../src/sandbox/start-sandbox") as typeof import("../../src/sandbox/start-sandbox");
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
    // The chunk is locked for half a minute, for which `--wait` of another test would wait.
    await query(postgres.url, "UPDATE export_chunks SET done = now() WHERE done IS NULL");
    await flushRedis();
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
  expect((await run(...wordsOf("status"))).code).toBe(10);
  const waited = run(...wordsOf("status"), "--wait");
  const child = spawn(process.execPath, [command, ...wordsOf("worker")], { env: env(), stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await until(async () => (await doneIn("cost_center_get_current")) === 120);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const ran = await waited;
  expect(ran.err).toContain("Waiting for workers: ");
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

/** Starts a proxy in front of a port that can stop forwarding. */
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
