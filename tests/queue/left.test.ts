/** Nothing that a worker cannot carry out vanishes: other versions, other products, broken tables. */
import { type ChildProcess, spawn } from "node:child_process";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Sandbox } from "../../src/employee-sandbox/start-sandbox";
import { command, environmentOf, runCommand, startStaff, temporaryFolder } from "../export/staff";
import { query, startPostgres, startRedis, type TestServer } from "./servers";

const folder = temporaryFolder();
let sandbox: Sandbox;
let postgres: TestServer;
let redis: TestServer;
let client: Redis;
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sandbox = await startStaff();
  const { Redis: Client } = require("ioredis") as typeof import("ioredis");
  client = new Client(redis.url, { maxRetriesPerRequest: null });
}, 120_000);
afterAll(async () => {
  await client?.quit();
  await sandbox?.close();
  await redis?.remove();
  await postgres?.remove();
  folder.remove();
});

const addresses = () => ["--queue", redis.url, "--to", postgres.url];
const run = (...words: string[]) => runCommand(words, { cwd: folder.path, env: environmentOf(sandbox.url) });
const enqueue = (table: string) =>
  run("export", "cost-centers", "--ids", "1-250", "--table", table, "--quiet", ...addresses());
const doneIn = async (table: string) =>
  Number(
    (
      await query<{ n: string }>(
        postgres.url,
        "SELECT coalesce(sum(count), 0) AS n FROM export_chunks JOIN export_journal USING (export) WHERE done IS NOT NULL AND name = $1",
        [`queue ${table}`],
      )
    )[0]?.n,
  );

function worker(...more: string[]) {
  const child: ChildProcess = spawn(process.execPath, [command, "worker", ...addresses(), ...more], {
    env: environmentOf(sandbox.url),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = { text: "" };
  child.stderr?.on("data", (text: Buffer) => {
    said.text += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  children.add(child);
  return {
    said,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 25_000; !(await isTrue()); ) {
    if (performance.now() > end) throw new Error("It took too long.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const queueOf = (name: string) => new Queue(name, { connection: client, skipVersionCheck: true });

test("jobs of another version, malformed ones and those of another product stay, and are told of", async () => {
  const queue = queueOf("employee-service-client-exports");
  const earlier = queueOf("soapwright-exports");
  expect((await enqueue("versions")).code).toBe(0);
  const [job] = await queue.getJobs(["waiting"]);
  expect(job?.data).toMatchObject({ format: 2, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const data = job!.data as { task: object; export: string };
  const keep = { removeOnComplete: true, removeOnFail: true };
  await queue.add("chunk", { ...data, export: "a", task: { ...data.task, version: "v9" } }, keep);
  await queue.add("chunk", { ...data, export: "b", task: { ...data.task, operation: "payslipGetList" } }, keep);
  await queue.add("chunk", { ...data, export: "c", format: 99, version: "7.0.0" }, keep);
  await queue.add("chunk", { nonsense: true }, keep);
  await earlier.add("chunk", { ...data, export: "of-another-product", chunk: 7 }, keep);
  const one = worker();
  await until(async () => (await doneIn("versions")) === 250);
  await until(() => /payslipGetList/.test(one.said.text) && /v9/.test(one.said.text) && /7\.0\.0/.test(one.said.text));
  expect(await one.stop()).toBe(0);
  expect((await queue.getJobCounts("waiting", "delayed", "failed")) as object).toMatchObject({ delayed: 4, failed: 0 });
  expect(await earlier.getDelayedCount()).toBe(1);
  expect(one.said.text).toContain("payslipGetList of v2.1");
  const { out } = await run("export", "--status", ...addresses());
  expect(out).toMatch(/1 chunk of payslipGetList of v2\.1 .*stays in the queue/);
  expect(out).toMatch(/1 chunk of \w+ of v9 /);
  expect(out).toMatch(/1 chunk of a job that cannot be read/);
  await queue.obliterate({ force: true });
  await earlier.obliterate({ force: true });
  await queue.close();
  await earlier.close();
}, 120_000);

test("chunks under the name of an earlier version are taken, and not enqueued twice", async () => {
  const queue = queueOf("employee-service-client-exports");
  const earlier = queueOf("soapwright-exports");
  expect((await enqueue("earlier")).code).toBe(0);
  for (const job of await queue.getJobs(["waiting"])) {
    const { format: _f, version: _v, ...data } = job.data as { format: number; version: string };
    await earlier.add("chunk", data, { jobId: job.id!, removeOnComplete: true, removeOnFail: true });
  }
  await queue.obliterate({ force: true });
  const { out } = await run("export", "--status", "--json", ...addresses());
  expect(JSON.parse(out)).toMatchObject({ queued: 3, enqueuedAgain: 0 });
  const one = worker("--quiet");
  await until(async () => (await doneIn("earlier")) === 250);
  expect(await one.stop()).toBe(0);
  expect(await earlier.getJobCountByTypes("waiting", "active", "delayed")).toBe(0);
  await queue.close();
  await earlier.close();
}, 120_000);

test("an export whose table was dropped, or has a wrong column, is set aside, and healthy ones go on", async () => {
  for (const table of ["dropped", "wrong", "healthy"]) expect((await enqueue(table)).code).toBe(0);
  await query(postgres.url, "DROP TABLE dropped");
  await query(postgres.url, "ALTER TABLE wrong DROP COLUMN percentage");
  const one = worker();
  await until(async () => (await doneIn("healthy")) === 250);
  await until(() => /dropped/.test(one.said.text) && /percentage/.test(one.said.text));
  expect([await doneIn("dropped"), await doneIn("wrong")]).toEqual([0, 0]);
  expect(await one.stop()).toBe(0);
  const { out } = await run("export", "--status", ...addresses());
  expect(out).toMatch(/3 chunks of .*: The table dropped is not there any more\./);
  expect(out).toMatch(/3 chunks of .*: The table wrong has no column percentage\./);
  // Once the column is back, the same command lets it go on at once.
  await query(postgres.url, "ALTER TABLE wrong ADD COLUMN percentage numeric");
  expect((await enqueue("wrong")).code).toBe(0);
  const other = worker("--quiet");
  await until(async () => (await doneIn("wrong")) === 250);
  expect(await other.stop()).toBe(0);
}, 180_000);
