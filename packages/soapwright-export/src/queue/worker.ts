/**
 * A worker: takes chunks from the queue, makes the calls for their inputs, and commits rows and chunk in one
 * transaction.
 */

import type { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { checkBoolean, checkFunction, checkObject, checkWithin, REQUESTS_A_SECOND } from "soapwright-runtime/extend";
import { Database } from "../postgres/database";
import { ChunkWork } from "./chunk-work";
import { prepareChunks } from "./chunks";
import { Commits } from "./commits";
import { loadBullmq, queueName } from "./export-queue";
import { rest } from "./left-chunks";
import { Presence } from "./presence";
import { connectRedis, noRedis, redisPlace } from "./redis";
import { WorkerCalls } from "./worker-calls";
import type { WorkerOptions, WorkerProgress } from "./worker-options";
import { WorkerSteps } from "./worker-steps";

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

/** While one chunk is committed, calls of the other continue. */
const CHUNKS = 2;
/** After so long without a sign of a worker its chunk goes to another. */
const LOCK_MS = 30_000;
const LOOK_MS = 5_000;
/** A stopping worker waits so long for an unavailable server. */
const STOP_MS = 5_000;

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
  const steps = new WorkerSteps();
  const calls = new WorkerCalls(options, redis);
  const commits = new Commits(options.to, presence);
  const chunks = new ChunkWork(options, redis, steps, calls, commits);
  const worker = new BullWorker<unknown>(
    queueName(options.product),
    async (job, token) => {
      const end = await chunks.take(job.data);
      if (end === "done") return;
      // BullMQ takes the end of this function for the end of the chunk, and a pause that waits for it connects to Redis
      // again. So the function of a chunk that is kept does not end before the process does.
      if (end === "kept") await new Promise<never>(() => {});
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
    stopped: untilStopped({ worker, steps, calls, commits, redis, presence }),
    stop: () => steps.goTo({ at: "finishing" }),
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

interface Parts {
  readonly worker: Worker<unknown>;
  readonly steps: WorkerSteps;
  readonly calls: WorkerCalls;
  readonly commits: Commits;
  readonly redis: Redis;
  readonly presence: Presence;
}

async function untilStopped({ worker, steps, calls, commits, redis, presence }: Parts): Promise<void> {
  await steps.reached("finishing");
  // After `pause` BullMQ reconnects, so it serves only to wait for the chunks of the worker, of which one may have to be
  // left meanwhile.
  const ended = steps.has("leaving") ? undefined : Promise.race([worker.pause(), steps.reached("leaving")]);
  const gone = ended && (await presence.whilePresent(ended, STOP_MS));
  const reason = gone ?? (steps.now.at === "leaving" ? steps.now.reason : undefined);
  presence.end();
  // An abandoned chunk goes to another worker when its lock expires.
  await worker.close(true).catch(() => {});
  calls.close();
  await commits.close();
  redis.disconnect();
  if (reason !== undefined) throw reason;
}
