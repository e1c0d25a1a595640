/** A worker: takes chunks out of the queue, calls for their inputs, and commits rows and chunk in one transaction. */
import type { Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { CallSignal } from "../client/options";
import { mapConcurrent } from "../door";
import { Brake } from "../export/brake";
import { Calling } from "../export/calling";
import type { Column } from "../export/columns";
import type { FailedInput, InputResult } from "../export/contracts";
import { type ExportError, isExportError } from "../export/export-error";
import { Database } from "../export/postgres/database";
import { writeErrors } from "../export/postgres/postgres-journal";
import { Table } from "../export/postgres/table";
import { rowColumns } from "../export/rows";
import type { AttemptInterceptor } from "../runtime";
import { type Chunk, isDone, markDone, prepareChunks, type QueuedInput, type QueuedTask } from "./chunks";
import { loadBullmq, QUEUE, type QueueAddresses } from "./export-queue";
import { Presence, type PresenceChange } from "./presence";
import { RateLease } from "./rate-lease";
import { connectRedis, noRedis, redisPlace } from "./redis";

/** How calls for one task are made. */
export interface TaskCalls {
  readonly columns: readonly Column[];
  readonly inputColumns: readonly Column[];
  readonly call: (input: QueuedInput, context: { readonly signal: CallSignal }) => PromiseLike<unknown>;
  /** False: a call that can have reached the service is not repeated. */
  readonly repeatable: boolean;
}

/** Options of a worker. */
export interface WorkerOptions extends QueueAddresses {
  /** How to call for a task. The interceptor is for the client, so that every request counts. */
  readonly open: (task: QueuedTask, interceptor: AttemptInterceptor | undefined) => TaskCalls;
  /** Most calls at a time. */
  readonly concurrency: number;
  /** Requests a second of all workers together; all have to say the same. Undefined: no limit. */
  readonly perSecond?: number | undefined;
  /** So long can one request take, in milliseconds. */
  readonly requestMs: number;
  readonly patienceMs: number;
  readonly onProgress?: (done: { readonly inputs: number; readonly rows: number; readonly failed: number }) => void;
  /** Told when Redis or PostgreSQL goes away, for which the worker waits, and when it is back. */
  readonly onPresence?: (change: PresenceChange) => void;
}

/** A worker that runs. */
export interface RunningWorker {
  /**
   * Resolves when it has stopped. Rejects with an `ExportError` when the service refuses it, or is away for too long, and
   * when it was stopped while Redis or PostgreSQL is away: its chunks are then left to other workers.
   */
  readonly stopped: Promise<void>;
  /** Ends after the chunks that it has. */
  stop(): void;
}

/** Chunks at a time: while one is committed, the calls of the other go on. */
const CHUNKS = 2;
/** A chunk whose worker has been silent for so long is given to another. */
const LOCK_MS = 30_000;
const LOOK_MS = 5_000;
/** So long does a worker that is to stop wait for a server that is away. */
const STOP_MS = 5_000;
/** Waits between attempts to commit while the database is away. */
const COMMIT_MS = { first: 200, longest: 5_000 };

/** Starts a worker. Rejects with an `ExportError` when Redis or PostgreSQL is not there. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { Worker: BullWorker } = await loadBullmq();
  const redis = await connectRedis(options, true);
  try {
    const database = await Database.connect(options.to);
    await prepareChunks(database).finally(() => database.close());
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const presence = new Presence(options.onPresence);
  redis.on("close", () => presence.away("Redis", noRedis(redisPlace(options.queue), undefined)));
  redis.on("ready", () => presence.back("Redis"));
  const chunks = new ChunkWork(options, redis, presence);
  const worker = new BullWorker<Chunk>(QUEUE, ({ data }) => chunks.take(data), {
    connection: redis,
    // connectRedis has looked.
    skipVersionCheck: true,
    concurrency: CHUNKS,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_MS,
    // Workers may die as often as they like: a chunk is never given up.
    maxStalledCount: 1_000_000,
  });
  worker.on("error", () => {});
  return { stopped: untilStopped(worker, chunks, redis, presence), stop: () => chunks.stop() };
}

async function untilStopped(worker: Worker<Chunk>, chunks: ChunkWork, redis: Redis, presence: Presence): Promise<void> {
  const refused = await chunks.over;
  const reason = refused ?? (await presence.whilePresent(worker.pause(), STOP_MS));
  presence.end();
  // A chunk that is left is taken over by another worker when its lock has ended.
  await worker.close(true).catch(() => {});
  await chunks.close();
  redis.disconnect();
  if (reason !== undefined) throw reason;
}

class ChunkWork {
  /** Resolves when no more chunks are to be taken, to the reason where there is one. */
  readonly over: Promise<ExportError | undefined>;
  #isOver: (reason: ExportError | undefined) => void = () => {};
  readonly #options: WorkerOptions;
  readonly #brake: Brake;
  readonly #lease: RateLease | undefined;
  readonly #presence: Presence;
  readonly #calls = new AbortController();
  readonly #tasks = new Map<string, { readonly calls: TaskCalls; readonly table: Table }>();
  #database: Promise<Database> | undefined;
  /** Commits run one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: WorkerOptions, redis: Redis, presence: Presence) {
    this.#presence = presence;
    const { concurrency, patienceMs, perSecond, requestMs } = options;
    this.#options = options;
    this.over = new Promise((resolve) => {
      this.#isOver = resolve;
    });
    this.#brake = new Brake({ most: concurrency, refusals: 3, patienceMs, firstWaitMs: 1_000 });
    this.#lease = perSecond === undefined ? undefined : new RateLease(redis, { perSecond, name: QUEUE, requestMs });
  }

  stop(): void {
    this.#isOver(undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#brake.stop();
    this.#calls.abort();
    await this.#lease?.close();
    await this.#turn.catch(() => {});
    await (await this.#database?.catch(() => undefined))?.close();
  }

  /** Resolves when the chunk is done, and never where it has to be left to others. */
  async take(chunk: Chunk): Promise<void> {
    try {
      await this.#run(chunk);
    } catch (error) {
      if (!isExportError(error)) throw error;
      await this.#leave(error);
    }
  }

  async #run(chunk: Chunk): Promise<void> {
    const { export: id, chunk: number, first, task } = chunk;
    if (await this.#commit((database) => isDone(database, id, number))) return;
    const { calls, table } = this.#task(task);
    const calling = new Calling<QueuedInput>(
      {
        call: async (input, { signal }) => this.#leased(() => calls.call(input, { signal })),
        describe: (input) => input,
        repeatable: calls.repeatable,
        firstWaitMs: 1_000,
        onTrouble: ({ retryAfterMs }) => {
          // No longer than the brake waits: whoever is out of patience ends.
          if (retryAfterMs !== undefined) this.#lease?.pause(Math.min(retryAfterMs, this.#options.patienceMs));
        },
      },
      this.#brake,
      this.#calls.signal,
    );
    const results: InputResult[] = [];
    const failed: (FailedInput & { readonly index: number })[] = [];
    const { concurrency } = this.#options;
    const inputs = chunk.inputs.map((input, at) => ({ input, index: first + at }));
    for await (const outcome of mapConcurrent(inputs, (input) => calling.run(input), { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      const ended = outcome.result.kind === "refused" ? outcome.result.failure : outcome.result;
      if (ended.kind === "rows") results.push(ended);
      else if (ended.kind === "failed") failed.push(ended.failure);
      // The chunk is left to others as it is.
      if (this.#brake.reason !== undefined || ended.kind === "pending") return this.#leave(this.#brake.reason);
    }
    const rows = results.reduce((sum, { items }) => sum + items.length, 0);
    const nothing = results.filter(({ items }) => items.length === 0).length;
    await this.#commit(async (database) => {
      await database.run("BEGIN");
      try {
        await table.replace(database, id, results, task.append);
        if (failed.length > 0) await writeErrors(database, id, failed);
        await markDone(database, id, number, { rows, nothing, failed: failed.length });
        await database.run("COMMIT");
      } catch (error) {
        await database.run("ROLLBACK").catch(() => {});
        throw error;
      }
    });
    this.#options.onProgress?.({ inputs: chunk.inputs.length, rows, failed: failed.length });
  }

  /** Ends the worker without having ended the chunk. */
  #leave(reason: ExportError | undefined): Promise<never> {
    this.#isOver(reason);
    return new Promise(() => {});
  }

  async #leased<T>(call: () => PromiseLike<T>): Promise<T> {
    const over = await this.#lease?.take();
    try {
      return await call();
    } finally {
      over?.();
    }
  }

  #task(task: QueuedTask): { readonly calls: TaskCalls; readonly table: Table } {
    const name = JSON.stringify(task);
    let found = this.#tasks.get(name);
    if (found === undefined) {
      const calls = this.#options.open(task, this.#lease?.interceptor);
      found = { calls, table: new Table(task.table, rowColumns(calls.columns, calls.inputColumns)) };
      this.#tasks.set(name, found);
    }
    return found;
  }

  /** Runs statements on the one connection, again and again while the database is away. */
  #commit<T>(statements: (database: Database) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      for (let delayMs = COMMIT_MS.first; ; delayMs = Math.min(delayMs * 2, COMMIT_MS.longest)) {
        try {
          this.#database ??= Database.connect(this.#options.to);
          const result = await statements(await this.#database);
          this.#presence.back("PostgreSQL");
          return result;
        } catch (error) {
          if (this.#isClosed || !isExportError(error) || error.code !== "CONNECTION") throw error;
          this.#presence.away("PostgreSQL", error);
          await (await this.#database?.catch(() => undefined))?.close();
          this.#database = undefined;
        }
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    });
    this.#turn = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }
}
