/**
 * A worker: takes chunks from the queue, makes the calls for their inputs, and commits rows and chunk in one
 * transaction.
 */

import { setTimeout as delay } from "node:timers/promises";
import type { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { RateLease } from "soapwright-features/admissions";
import type { AttemptInterceptor, ServiceError } from "soapwright-runtime";
import { isServiceError, mapConcurrent } from "soapwright-runtime";
import type { CallSignal } from "soapwright-runtime/extend";
import {
  checkBoolean,
  checkFunction,
  checkObject,
  checkWithin,
  ignoreRejection,
  REQUESTS_A_SECOND,
} from "soapwright-runtime/extend";
import { type CallingOptions, callInput } from "../calling";
import type { Column } from "../columns";
import type { InputResult, JournalEntry } from "../contracts";
import { isExportError } from "../export-error";
import { ExportThrottle } from "../export-throttle";
import { VERSION } from "../names";
import { Database } from "../postgres/database";
import { writeErrors } from "../postgres/postgres-journal";
import { Table } from "../postgres/postgres-table";
import { rowColumns } from "../rows";
import { type Chunk, isDone, markDone, prepareChunks, type QueuedInput, type QueuedTask, readChunk } from "./chunks";
import { loadBullmq, queueName } from "./export-queue";
import { about, type LeftChunks, LeftNotes, rest, text } from "./left-chunks";
import { Presence, type PresenceChange } from "./presence";
import { RateTurns } from "./rate-turns";
import { connectRedis, noRedis, type QueueAddresses, redisPlace } from "./redis";

/** The calls for one task. */
export interface TaskCalls {
  readonly columns: readonly Column[];
  readonly inputColumns: readonly Column[];
  readonly call: (input: QueuedInput, context: { readonly signal: CallSignal }) => PromiseLike<unknown>;
  /** Whether a call that may have reached the service is repeated. */
  readonly repeatable: boolean;
}

/** How a worker makes its calls, and what it reports. */
export interface WorkerOptions extends QueueAddresses {
  /** Returns the calls for a task. Install the interceptor in the client, so that every request counts. */
  readonly open: (task: QueuedTask, interceptor: AttemptInterceptor | undefined) => TaskCalls;
  /** The largest number of calls at a time. */
  readonly concurrency: number;
  /**
   * The name of the service whose requests are counted, for example its host. Each service has its own rate. Default:
   * one rate for the product.
   */
  readonly service?: string;
  /** Whether failures keep the reason of a fault, which is text of the service. Default false. */
  readonly faultText?: boolean;
  /** Whether the worker continues when no call has ever succeeded. Default false: it ends after ten failed calls. */
  readonly keepGoing?: boolean;
  /** The number of requests per second of all workers together. All must set the same number. Undefined: no limit. */
  readonly perSecond?: number | undefined;
  /** The longest time of one request, in milliseconds. */
  readonly requestMs: number;
  readonly patienceMs: number;
  readonly onProgress?: (done: { readonly inputs: number; readonly rows: number; readonly failed: number }) => void;
  /**
   * Called when Redis or PostgreSQL becomes unavailable, which the worker waits for, and when it is available again.
   */
  readonly onPresence?: (change: PresenceChange) => void;
  /** Called once for each reason with chunks that this worker cannot carry out. They stay in the queue. */
  readonly onLeft?: (left: LeftChunks) => void;
  /** Called when calls meet trouble, and with undefined when the service works again. */
  readonly onTrouble?: (error: ServiceError | undefined) => void;
  /** Called once when calls wait for the shared rate and get no permit. The reason names the Redis key. */
  readonly onStarved?: (reason: Error) => void;
}

/** A worker that takes chunks until it is stopped. */
export interface RunningWorker {
  /**
   * Resolves when the worker has stopped. Rejects with an `ExportError` when the service refuses it or is unavailable
   * for too long, and when it was stopped while Redis or PostgreSQL is unavailable: other workers then take its chunks.
   */
  readonly stopped: Promise<void>;
  /** Stops the worker after its current chunks. */
  stop(): void;
  progress(): WorkerProgress;
}

/** The work of a worker since its start, and its state. */
export interface WorkerProgress {
  /** The number of chunks in progress. */
  readonly chunks: number;
  /** The number of inputs of completed chunks. */
  readonly inputs: number;
  readonly rows: number;
  readonly failed: number;
  /** The number of calls at a time that the throttle admits. */
  readonly concurrency: number;
  /** The time since the last call ended, in milliseconds. 0 if no call is in flight. */
  readonly silentMs: number;
}

/** While one chunk is committed, calls of the other continue. */
const CHUNKS = 2;
/** After so long without a sign of a worker its chunk goes to another. */
const LOCK_MS = 30_000;
const LOOK_MS = 5_000;
/** A stopping worker waits so long for an unavailable server. */
const STOP_MS = 5_000;
/** The delay before a retry of an export whose table cannot be written. It doubles each time. */
const ASIDE_MS = { first: 30_000, longest: 600_000 };
const COMMIT_MS = { first: 200, longest: 5_000 };
const FIRST_WAIT_MS = 1_000;

/**
 * Starts a worker. Rejects with a `ConfigurationError` that names a wrong option, and with an `ExportError` if Redis or
 * PostgreSQL is unreachable.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  checkWorker(options);
  const { Worker: BullWorker, DelayedError } = await loadBullmq();
  const redis = await connectRedis(options, true);
  try {
    const database = await Database.connect(options.to, options.onWaiting);
    await prepareChunks(database).finally(() => database.close());
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const presence = new Presence(options.onPresence);
  redis.on("close", () => presence.away("Redis", noRedis(redisPlace(options.queue), undefined)));
  redis.on("ready", () => presence.back("Redis"));
  const chunks = new ChunkWork(options, redis, presence);
  const worker = new BullWorker<unknown>(
    queueName(options.product),
    async (job, token) => {
      if ((await chunks.take(job.data)) === "done") return;
      await rest(job, token, await redis.zcard(worker.keys.delayed!).catch(() => 0));
      throw new DelayedError();
    },
    {
      connection: redis,
      // `connectRedis` has checked the version.
      skipVersionCheck: true,
      concurrency: CHUNKS,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_MS,
      // A chunk is never given up, however often a worker dies.
      maxStalledCount: 1_000_000,
    },
  );
  worker.on("error", () => {});
  return {
    stopped: untilStopped(worker, chunks, redis, presence),
    stop: () => chunks.stop(),
    progress: () => chunks.progress,
  };
}

function checkWorker(options: WorkerOptions): void {
  checkObject("options", options);
  const { concurrency, perSecond, requestMs, patienceMs, keepGoing = false, faultText = false } = options;
  checkFunction("open", options.open);
  checkWithin("concurrency", concurrency, { least: 1, most: Number.MAX_SAFE_INTEGER, unit: "calls at a time" });
  if (perSecond !== undefined) checkWithin("perSecond", perSecond, REQUESTS_A_SECOND);
  // The longest time of a timer in Node.js.
  checkWithin("requestMs", requestMs, { least: 1, most: 2 ** 31 - 1, unit: "milliseconds" });
  checkWithin("patienceMs", patienceMs, { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "milliseconds" });
  checkBoolean("keepGoing", keepGoing);
  checkBoolean("faultText", faultText);
}

async function untilStopped(
  worker: Worker<unknown>,
  chunks: ChunkWork,
  redis: Redis,
  presence: Presence,
): Promise<void> {
  const refused = await chunks.over;
  // After `pause` BullMQ reconnects, so it serves only to wait for the chunks of the worker.
  const reason = refused ?? (await presence.whilePresent(worker.pause(), STOP_MS));
  presence.end();
  // An abandoned chunk goes to another worker when its lock expires.
  await worker.close(true).catch(() => {});
  await chunks.close();
  redis.disconnect();
  if (reason !== undefined) throw reason;
}

interface OpenTask {
  readonly calling: CallingOptions<QueuedInput>;
  readonly table: Table;
}

class ChunkWork {
  /** Resolves when the worker must take no more chunks, to the reason if there is one. */
  readonly over: Promise<Error | undefined>;
  #isOver: (reason: Error | undefined) => void = () => {};
  readonly #options: WorkerOptions;
  readonly #throttle: ExportThrottle;
  readonly #lease: RateLease | undefined;
  readonly #turns: RateTurns | undefined;
  readonly #presence: Presence;
  readonly #left: LeftNotes;
  /** Exports whose table cannot be written, with the end of their delay on the clock of `performance.now()`. */
  readonly #aside = new Map<string, { readonly until: number; readonly waitMs: number }>();
  #trouble: string | undefined;
  readonly #calls = new AbortController();
  readonly #tasks = new Map<string, OpenTask>();
  #database: Promise<Database> | undefined;
  /** Each commit waits for the previous one. */
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #counts = { chunks: 0, inputs: 0, rows: 0, failed: 0 };

  constructor(options: WorkerOptions, redis: Redis, presence: Presence) {
    const { concurrency, patienceMs, perSecond, requestMs, service = options.product ?? "any" } = options;
    const { keepGoing = false, onStarved = () => {} } = options;
    this.#options = options;
    this.#presence = presence;
    this.#left = new LeftNotes(redis, queueName(options.product), options.onLeft);
    this.over = new Promise((resolve) => {
      this.#isOver = resolve;
    });
    this.#throttle = new ExportThrottle({
      concurrency,
      refusals: 3,
      patienceMs,
      firstWaitMs: FIRST_WAIT_MS,
      keepGoing,
    });
    if (perSecond === undefined) return;
    // `Presence` reports the state of Redis.
    this.#lease = new RateLease({ client: redis, name: service, requestMs, onAway() {}, onStarved, perSecond });
    this.#turns = new RateTurns(this.#lease);
  }

  stop(): void {
    this.#isOver(undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#throttle.stop();
    this.#calls.abort();
    this.#turns?.close();
    await this.#turn;
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    await (await this.#database?.catch(() => undefined))?.close();
    this.#database = undefined;
  }

  /** Resolves when the chunk is done or left to others; never if the worker has to end. */
  async take(data: unknown): Promise<"done" | "left"> {
    this.#counts.chunks++;
    try {
      return await this.#taken(data);
    } finally {
      this.#counts.chunks--;
    }
  }

  get progress(): WorkerProgress {
    return { ...this.#counts, concurrency: this.#throttle.limit, silentMs: this.#throttle.silentMs };
  }

  async #taken(data: unknown): Promise<"done" | "left"> {
    const chunk = readChunk(data);
    const what = about(data);
    if (chunk === undefined) {
      const by = text(data, "version") ?? "an unknown version";
      const reason = `Version ${VERSION} cannot read the job, which is of ${by}. Start a worker of that version, or remove the job.`;
      await this.#left.leave({ ...what, reason });
      return "left";
    }
    const { export: id } = chunk;
    if ((this.#aside.get(id)?.until ?? 0) > performance.now()) return "left";
    try {
      if (await this.#run(chunk)) {
        this.#aside.delete(id);
        await this.#left.clear(id);
        return "done";
      }
      const reason =
        "The database of this worker knows nothing of the export. Start a worker with the database that does.";
      await this.#left.leave({ ...what, reason });
    } catch (error) {
      // Until a call has succeeded, an unreachable service says nothing about the export, so the worker ends.
      const isOwn = isServiceError(error) && this.#throttle.successes === 0;
      if (isOwn || (isExportError(error) && error.code === "CONNECTION")) return this.#leave(error);
      const waitMs = Math.min(ASIDE_MS.longest, (this.#aside.get(id)?.waitMs ?? ASIDE_MS.first / 2) * 2);
      this.#aside.set(id, { until: performance.now() + waitMs, waitMs });
      await this.#left.leave({ ...what, reason: error instanceof Error ? error.message : String(error) });
    }
    return "left";
  }

  /** Resolves to false if the database does not contain the chunk. */
  async #run(chunk: Chunk): Promise<boolean> {
    const { export: id, chunk: number, first, task } = chunk;
    const done = await this.#commit((database) => isDone(database, id, number));
    if (done === true) return true;
    // The error about an unknown operation is more specific than the one about an unknown chunk, so it comes first.
    const { calling, table } = this.#task(task);
    if (done === undefined) return false;
    // A missing table is found before a hundred calls are made whose rows cannot be written.
    await this.#commit((database) => table.check(database));
    const results: InputResult[] = [];
    const failed: JournalEntry["failed"][number][] = [];
    const { concurrency } = this.#options;
    const inputs = chunk.inputs.map((input, at) => ({ input, index: first + at }));
    const call = (input: (typeof inputs)[number]) => callInput(input, calling, this.#throttle, this.#calls.signal);
    for await (const outcome of mapConcurrent(inputs, call, { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      this.#tell();
      const ended = outcome.result.kind === "refused" ? outcome.result.failure : outcome.result;
      if (ended.kind === "rows") results.push(ended);
      else if (ended.kind === "failed") failed.push(ended.failure);
      // The chunk is left to other workers unchanged.
      if (this.#throttle.reason !== undefined || ended.kind === "pending") return this.#leave(this.#throttle.reason);
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
    const ended = { inputs: inputs.length, rows, failed: failed.length };
    this.#counts.inputs += ended.inputs;
    this.#counts.rows += ended.rows;
    this.#counts.failed += ended.failed;
    ignoreRejection(this.#options.onProgress?.(ended));
    return true;
  }

  #tell(): void {
    const { obstacle, reason } = this.#throttle;
    // The worker ends and reports the reason.
    if (reason !== undefined) return;
    const error = isServiceError(obstacle) ? obstacle : undefined;
    if (error?.message === this.#trouble) return;
    this.#trouble = error?.message;
    this.#options.onTrouble?.(error);
  }

  /** The promise never resolves, so that the chunk is not completed. */
  #leave(reason: Error | undefined): Promise<never> {
    this.#isOver(reason);
    return new Promise(() => {});
  }

  #task(task: QueuedTask): OpenTask {
    const name = JSON.stringify(task);
    const found = this.#tasks.get(name);
    if (found !== undefined) return found;
    const { faultText = false, keepGoing = false, patienceMs } = this.#options;
    const turns = this.#turns;
    const calls = this.#options.open(task, turns?.interceptor);
    const open: OpenTask = {
      table: new Table(task.table, rowColumns(calls.columns, calls.inputColumns)),
      calling: {
        call: (input, context) =>
          turns === undefined ? calls.call(input, context) : turns.run(() => calls.call(input, context)),
        describe: (input) => input,
        repeatable: calls.repeatable,
        ...{ firstWaitMs: FIRST_WAIT_MS, faultText, keepGoing },
        onTrouble: ({ retryAfterMs }) => {
          this.#tell();
          // The pause ends with the patience of the throttle, at whose end the worker ends.
          if (retryAfterMs !== undefined) this.#lease?.pause(Math.min(retryAfterMs, patienceMs));
        },
      },
    };
    this.#tasks.set(name, open);
    return open;
  }

  /** Retries while the database is unavailable. */
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
          await this.#disconnect();
        }
        await delay(delayMs);
      }
    });
    this.#turn = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }
}
