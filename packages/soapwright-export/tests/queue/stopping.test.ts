/** The end of a worker, over a real Redis and a real PostgreSQL. */
import { type Column, enqueueExport, isExportError, type RunningWorker, startWorker } from "soapwright-export";
import { startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

let postgres: TestServer;
let redis: TestServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
}, 60_000);
afterAll(() => Promise.all([postgres?.remove(), redis?.remove()]));

const columns: readonly Column[] = [];

/** A worker whose calls wait at the service until `release`, which then responds with `response`. */
async function stage(product: string, response: () => Buffer) {
  const waiting: (() => void)[] = [];
  const { url } = await serve((socket) => void waiting.push(() => socket.write(response())));
  const client = open({ endpoint: url, retries: 0 });
  const addresses = { queue: redis.url, to: postgres.url, product };
  const inputs = [1, 2, 3].map((ShelfId) => ({ key: String(ShelfId), args: { ShelfId }, columns: {} }));
  await enqueueExport({
    ...addresses,
    task: { operation: "getBooks", version: "v1", table: product, append: false, inputColumns: [] },
    columns,
    inputColumns: [],
    inputs: (async function* () {
      yield* inputs;
    })(),
    identity: { of: product },
  });
  const worker: RunningWorker = await startWorker({
    ...addresses,
    concurrency: 3,
    requestMs: 60_000,
    patienceMs: 60_000,
    open: () => ({
      columns,
      inputColumns: [],
      call: ({ args }) => client.getBooks(args as { ShelfId: number }),
      repeatable: true,
    }),
  });
  while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const release = (): void => {
    for (const respond of waiting.splice(0)) respond();
  };
  return { worker, release, waiting };
}

test("a worker that is stopped ends its chunk first", async () => {
  const { worker, release, waiting } = await stage("ends_well", () => bookList());
  worker.stop();
  const releasing = setInterval(release, 20);
  await worker.stopped.finally(() => clearInterval(releasing));
  expect(waiting).toHaveLength(0);
  expect(worker.progress()).toMatchObject({ chunks: 0, inputs: 3, failed: 0 });
}, 60_000);

test("a worker that is refused while it stops ends with the reason, and leaves its chunk", async () => {
  const { worker, release } = await stage("is_refused", () => answer("", "401 Unauthorized"));
  worker.stop();
  const releasing = setInterval(release, 20);
  const ended = await worker.stopped.then(
    () => "well",
    (reason: unknown) => reason,
  );
  clearInterval(releasing);
  expect(isExportError(ended)).toBe(true);
  expect(worker.progress()).toMatchObject({ inputs: 0 });
}, 60_000);
