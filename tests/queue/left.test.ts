/**
 * Chunks that a worker cannot carry out stay in the queue: of other versions, of other products, with broken tables.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { startWorker } from "soapwright-export";
import { SandboxFault } from "soapwright-sandbox";
import { command, environmentOf, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { query, startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

const folder = temporaryFolder();
let sandbox: Sandbox;
/** The times of requests at the service, on its own clock. */
const arrivals: number[] = [];
let postgres: TestServer;
let redis: TestServer;
let client: Redis;
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  // The chunks of one test must not reach the workers of the next.
  await query(postgres.url, "UPDATE export_chunks SET done = now() WHERE done IS NULL");
  for (const name of ["employee-service-client-exports", "soapwright-exports"]) {
    const queue = queueOf(name);
    await queue.obliterate({ force: true });
    await queue.close();
  }
});

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sandbox = await startStaff({
    onRequest() {
      arrivals.push(performance.now());
      return undefined;
    },
  });
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

const worker = (...more: string[]) => workerWith(environmentOf(sandbox.url), ...more);

function workerWith(env: NodeJS.ProcessEnv, ...more: string[]) {
  const child: ChildProcess = spawn(process.execPath, [command, "worker", ...addresses(), ...more], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { text: "", out: "" };
  child.stdout?.on("data", (text: Buffer) => {
    said.out += text.toString();
  });
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

async function until(isTrue: () => Promise<boolean> | boolean, ms = 90_000): Promise<void> {
  for (const end = performance.now() + ms; !(await isTrue()); ) {
    if (performance.now() > end) throw new Error("It took too long.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const queueOf = (name: string) => new Queue(name, { connection: client, skipVersionCheck: true });

test("jobs of another version, malformed ones and those of another product stay, and are reported", async () => {
  const queue = queueOf("employee-service-client-exports");
  const other = queueOf("soapwright-exports");
  expect((await enqueue("versions")).code).toBe(0);
  const [job] = await queue.getJobs(["waiting"]);
  expect(job?.data).toMatchObject({ format: 2, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const data = job!.data as { task: object; export: string };
  const keep = { removeOnComplete: true, removeOnFail: true };
  await queue.add("chunk", { ...data, export: "a", task: { ...data.task, version: "v9" } }, keep);
  await queue.add("chunk", { ...data, export: "b", task: { ...data.task, operation: "payslipGetList" } }, keep);
  await queue.add("chunk", { ...data, export: "c", format: 99, version: "7.0.0" }, keep);
  await queue.add("chunk", { nonsense: true }, keep);
  await other.add("chunk", { ...data, export: "of-another-product", chunk: 7 }, keep);
  const one = worker();
  await until(async () => (await doneIn("versions")) === 250);
  await until(() => /payslipGetList/.test(one.said.text) && /v9/.test(one.said.text) && /7\.0\.0/.test(one.said.text));
  expect(await one.stop()).toBe(0);
  expect((await queue.getJobCounts("waiting", "delayed", "failed")) as object).toMatchObject({ delayed: 4, failed: 0 });
  expect(await other.getWaitingCount()).toBe(1);
  expect(one.said.text).toContain("payslipGetList of v2.1");
  const { out } = await run("export", "--status", ...addresses());
  expect(out).toMatch(/1 chunk of payslipGetList of v2\.1 .*stays in the queue/);
  expect(out).toMatch(/1 chunk of \w+ of v9 /);
  expect(out).toMatch(/1 chunk of a job that cannot be read/);
  await queue.close();
  await other.close();
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
  expect(out).toMatch(/3 chunks of .*: The table dropped no longer exists\./);
  expect(out).toMatch(/3 chunks of .*: The table wrong has no column percentage\./);
  // With the column restored, the same command continues at once.
  await query(postgres.url, "ALTER TABLE wrong ADD COLUMN percentage numeric");
  const exports = () =>
    query<{ export: string }>(postgres.url, "SELECT export FROM export_journal WHERE name = 'queue wrong'");
  const before = await exports();
  expect((await enqueue("wrong")).code).toBe(0);
  expect(await exports()).toEqual(before);
  const other = worker("--quiet");
  await until(async () => (await doneIn("wrong")) === 250);
  expect(await other.stop()).toBe(0);
  // Once the export is done, the same command makes its calls again.
  expect((await enqueue("wrong")).code).toBe(0);
  expect(await exports()).toHaveLength(2);
}, 180_000);

test("an export under way is joined by the same command alone; other inputs, or --restart, begin another", async () => {
  const begun = async (...words: string[]) => {
    const { code, out, err } = await run(
      "export",
      "cost-centers",
      "--table",
      "twice",
      "--json",
      ...words,
      ...addresses(),
    );
    expect([code, err]).toEqual([0, ""]);
    return (JSON.parse(out) as { export: string }).export;
  };
  const ids = ["--ids", "1-250"];
  const first = await begun(...ids);
  expect(await begun(...ids)).toBe(first);
  const others = [
    await begun("--ids", "1-251"),
    await begun(...ids, "--append"),
    await begun(...ids, "--restart"),
    await begun("--ids", "1-249"),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  expect(await begun(...ids, "--append")).toBe(others[1]);
}, 180_000);

test("a rolling upgrade: what the workers of one version do not know is done by those of the next", async () => {
  expect((await enqueue("rolling")).code).toBe(0);
  const leftChunks: unknown[] = [];
  const old = await startWorker({
    queue: redis.url,
    to: postgres.url,
    product: "employee-service-client",
    open: ({ operation }) => {
      throw new Error(`There is no operation '${operation}'.`);
    },
    concurrency: 4,
    requestMs: 5_000,
    patienceMs: 5_000,
    onLeft: (left) => leftChunks.push(left),
  });
  await until(() => leftChunks.length > 0);
  const next = worker("--json");
  // The order in which workers take chunks is random.
  await until(async () => (await doneIn("rolling")) === 250);
  old.stop();
  await old.stopped;
  expect(await next.stop()).toBe(0);
  expect(leftChunks).toEqual([
    {
      export: expect.any(String),
      operation: "costCenterGetCurrent",
      version: "v2.1",
      reason: "There is no operation 'costCenterGetCurrent'.",
    },
  ]);
  const { out } = await run("export", "--status", "--json", ...addresses());
  expect(JSON.parse(out)).toMatchObject({ queued: 0, left: [] });
}, 240_000);

test("chunks left are reported as events", async () => {
  const queue = queueOf("employee-service-client-exports");
  await queue.add("chunk", { task: { operation: "payslipGetList", version: "v9" } }, { removeOnFail: true });
  const one = worker("--json");
  await until(() => one.said.out.includes('"left"'));
  const events = one.said.out.split("\n").filter((line) => line.includes('"left"'));
  expect(events.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      event: "left",
      operation: "payslipGetList",
      version: "v9",
      reason: expect.stringContaining("cannot read the job"),
    },
  ]);
  expect(await one.stop()).toBe(0);
  await queue.close();
}, 120_000);

test("of more chunks than --status looks through it says at least how many wait", async () => {
  const queue = queueOf("employee-service-client-exports");
  const data = { export: "many", chunk: 1, task: { operation: "payslipGetList", version: "v9" } };
  const jobs = Array.from({ length: 1_001 }, () => ({ name: "chunk", data, opts: { delay: 600_000 } }));
  await queue.addBulk(jobs);
  const shown = await run("export", "--status", ...addresses());
  expect(shown.out).toMatch(/^at least 1,000 chunks of payslipGetList of v9 \(export many\) /m);
  const json = await run("export", "--status", "--json", ...addresses());
  expect(JSON.parse(json.out)).toMatchObject({ queued: 1_001, left: [{ chunks: 1_000, atLeast: true }] });
  await queue.obliterate({ force: true });
  await queue.addBulk(jobs.slice(0, 1_000));
  expect((await run("export", "--status", ...addresses())).out).toMatch(/^1,000 chunks of payslipGetList of v9 /m);
  await queue.close();
}, 120_000);

/** Starts a service whose every call fails with a fault. */
async function worthless<T>(task: (environment: NodeJS.ProcessEnv, requests: () => number) => Promise<T>): Promise<T> {
  let requests = 0;
  const own = await startStaff({
    onRequest() {
      requests++;
      return { kind: "fault", fault: new SandboxFault("1099: No such administration of Jan Jansen") };
    },
  });
  try {
    return await task(environmentOf(own.url), () => requests);
  } finally {
    await own.close();
  }
}

test("a worker for which nothing has ever succeeded ends with its cause, and the chunks stay", async () => {
  await worthless(async (env, requests) => {
    expect((await enqueue("fruitless")).code).toBe(0);
    const ran = await runCommand(["worker", ...addresses(), "--quiet"], { cwd: folder.path, env });
    expect(ran).toMatchObject({
      code: 8,
      err: expect.stringMatching(
        /^error: Nothing has ever succeeded: 10 calls .*employee-service doctor.*start the worker again: no chunk is lost.*--keep-going\.\n$/,
      ),
    });
    expect(ran.err).not.toContain("Jansen");
    // Calls that were in flight when the tenth failed are completed.
    expect(requests()).toBeLessThan(10 + 16);
    expect(await doneIn("fruitless")).toBe(0);
  });
}, 120_000);

test("--keep-going carries chunks out of which every input fails; --fault-text keeps the service's text", async () => {
  await worthless(async (env) => {
    for (const [table, ...more] of [["failing"], ["failing_words", "--fault-text"]] as const) {
      expect((await enqueue(table)).code).toBe(0);
      const one = workerWith(env, "--quiet", "--keep-going", ...more);
      await until(async () => (await doneIn(table)) === 250);
      expect([await one.stop(), one.said.text]).toEqual([0, ""]);
      const errors = await query<{ error: { message?: string } }>(
        postgres.url,
        "SELECT to_jsonb(e) AS error FROM export_errors e JOIN export_journal USING (export) WHERE name = $1",
        [`queue ${table}`],
      );
      expect(errors).toHaveLength(250);
      const words = errors.filter(({ error }) => JSON.stringify(error).includes("Jansen"));
      expect(words).toHaveLength(more.length === 0 ? 0 : 250);
    }
  });
}, 120_000);

test("calls that may have been made: --status ends with 11, and says where the list is", async () => {
  expect((await enqueue("changed")).code).toBe(0);
  const one = worker("--quiet");
  await until(async () => (await doneIn("changed")) === 250);
  expect(await one.stop()).toBe(0);
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    postgres.url,
    `INSERT INTO export_errors SELECT export, 3, '4', 'Interrupted', 'MAYBE', 'An earlier run ended.'
     FROM export_journal WHERE name = 'queue changed' RETURNING export AS id`,
  );
  const shown = await run("export", "--status", ...addresses());
  expect(shown.code).toBe(11);
  const [, statement = ""] = /^1 call of them may have been made\. .*: (SELECT .*)$/m.exec(shown.out) ?? [];
  expect(await query(postgres.url, statement)).toEqual([{ input: "4", message: "An earlier run ended." }]);
  const json = await run("export", "--status", "--json", ...addresses());
  const { exports } = JSON.parse(json.out) as { exports: readonly { export: string; uncertain: number }[] };
  expect([json.code, exports.find((one) => one.export === id)?.uncertain]).toEqual([11, 1]);
  await query(postgres.url, `DELETE FROM export_errors WHERE export = '${id}'`);
  expect((await run("export", "--status", ...addresses())).code).toBe(0);
}, 120_000);
