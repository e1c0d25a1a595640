/** An operation that changes data, by workers that die or stall: no input is called twice. */
import type { ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { Redis } from "ioredis";
import { type Column, enqueueExport, exportStatus, type RunningWorker, startWorker } from "soapwright-export";
import { query, startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { Gate, until } from "soapwright-testing/stage/gate";
import { runScript, startCounter } from "../change-and-kill";

const kills = Number(process.env.EXPORT_KILLS ?? 3);
const script = resolve("packages/soapwright-export/tests/changing-worker.cjs");
const columns: readonly Column[] = [{ name: "n", type: "int", of: (item) => (item as { n: number }).n }];

let postgres: TestServer;
let redis: TestServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
}, 120_000);
afterAll(() => Promise.all([postgres?.remove(), redis?.remove()]));

const addresses = () => ({ queue: redis.url, to: postgres.url });

function enqueue(table: string, inputs: number) {
  return enqueueExport({
    ...addresses(),
    task: { operation: "change", version: "v1", table, append: false, inputColumns: [] },
    columns,
    inputColumns: [],
    inputs: (async function* () {
      for (let n = 0; n < inputs; n++) yield { key: String(n), args: {} };
    })(),
    identity: { of: table },
  });
}

async function statusOf(table: string) {
  const { exports } = await exportStatus(addresses());
  return exports.find((one) => one.table === table)!;
}

async function untilDone(table: string): Promise<void> {
  for (;;) {
    const { chunks, chunksDone } = await statusOf(table);
    if (chunks === chunksDone) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Redis gives the chunk of a dead worker to another after half a minute. A lost chunk is enqueued again at once. */
async function loseQueue(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  await client.quit();
  await exportStatus(addresses());
}

/** Checks that each input has a row or is reported as one whose call may have been made, and none both. */
async function checkEnded(table: string, inputs: number): Promise<number> {
  const rows = await query<{ n: number }>(postgres.url, `SELECT n FROM ${table}`);
  const maybe = await query<{ n: number; code: string }>(
    postgres.url,
    `SELECT number::integer AS n, code FROM export_errors JOIN export_journal USING (export) WHERE name = 'queue ${table}'`,
  );
  expect(new Set(maybe.map(({ code }) => code))).toEqual(new Set(["MAYBE"]));
  const ended = [...rows, ...maybe].map(({ n }) => n).sort((a, b) => a - b);
  expect(ended).toEqual(Array.from({ length: inputs }, (_, n) => n));
  expect(await statusOf(table)).toMatchObject({
    done: inputs,
    rows: rows.length,
    nothing: 0,
    failed: maybe.length,
    uncertain: maybe.length,
  });
  return maybe.length;
}

test(`${kills} killed workers: each input is called at most once, and has a row or is reported`, async () => {
  const inputs = 400 * (kills + 1);
  const service = await startCounter();
  try {
    await enqueue("changes", inputs);
    const words = [service.url, redis.url, postgres.url];
    for (let turn = 0; turn < kills; turn++) {
      expect(await runScript(script, words, service.killSoon)).toEqual({ code: null, out: "", err: "" });
      await loseQueue();
    }
    let child: ChildProcess | undefined;
    const last = runScript(script, words, (started) => (child = started));
    await untilDone("changes");
    child?.kill("SIGTERM");
    expect(await last).toEqual({ code: 0, out: "", err: "" });
    expect([...service.calls.values()].filter((count) => count > 1)).toEqual([]);
    const reported = await checkEnded("changes", inputs);
    // The end of each call is recorded, not that of its chunk: a worker has two chunks of 100.
    expect(reported).toBeLessThan(kills * 100);
    expect(await query(postgres.url, "SELECT * FROM export_calls")).toEqual([]);
  } finally {
    service.close();
  }
}, 1_200_000);

test("a worker that stalls while another takes its chunk makes no further call, and its results are dropped", async () => {
  const inputs = 5;
  const called: string[] = [];
  const gate = new Gate();
  const start = (call: (key: string) => Promise<void>): Promise<RunningWorker> =>
    startWorker({
      ...addresses(),
      ...{ concurrency: 2, requestMs: 60_000, patienceMs: 60_000 },
      open: () => ({
        columns,
        inputColumns: [],
        async call({ key }) {
          called.push(key);
          await call(key);
          return [{ n: Number(key) }];
        },
        repeatable: false,
      }),
    });
  await enqueue("taken", inputs);
  const stalled = await start(() => gate.pass());
  await until(() => called.length > 0);
  stalled.stop();
  await loseQueue();
  const other = await start(async () => {});
  await untilDone("taken");
  gate.open();
  await stalled.stopped;
  other.stop();
  await other.stopped;
  expect(called.sort()).toEqual(["0", "1", "2", "3", "4"]);
  expect(stalled.progress()).toMatchObject({ inputs: 0, rows: 0 });
  expect(await checkEnded("taken", inputs)).toBe(1);
}, 120_000);
