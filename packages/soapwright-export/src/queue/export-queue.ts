/** The queue to which exports add chunks and from which workers take them. */

import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { ignoreRejection, NAME, VERSION } from "soapwright-runtime/internal";
import type { Column } from "../columns";
import { notInstalled } from "../export-error";
import { Database } from "../postgres/database";
import { Table } from "../postgres/postgres-table";
import { rowColumns } from "../rows";
import {
  addChunks,
  allEnqueued,
  beginExport,
  type Chunk,
  type ChunkJob,
  FORMAT,
  prepareChunks,
  type QueuedInput,
  type QueuedTask,
  type QueueStatus,
  statuses,
  undoneChunks,
} from "./chunks";
import { type CountedChunks, leftIn } from "./left-chunks";
import { connectRedis, noRedis, redisPlace } from "./redis";

export function queueName(product: string = NAME): string {
  return `${product.replaceAll(":", "-")}-exports`;
}

const INPUTS = 100;
const TOGETHER = 50;

/** The addresses of Redis and PostgreSQL. */
export interface QueueAddresses {
  /** The address of Redis, for example `redis://host:6379`. */
  readonly queue: string;
  /** The password of Redis, if the address contains none. */
  readonly password?: string | undefined;
  /** The address of the database, for example `postgres://user@host/database`. */
  readonly to: string;
  /**
   * The package that the exports belong to. It names the queue, so that two products on one Redis never take each
   * other's chunks. Default: a queue that all exports without a product share.
   */
  readonly product?: string;
  /** Called with a sentence about settings of Redis that can lose chunks. */
  readonly onWarning?: (message: string) => void;
  /** Called with a sentence when connecting to Redis or PostgreSQL takes longer than three seconds. */
  readonly onWaiting?: (message: string) => void;
}

/** An export for workers. */
export interface EnqueueOptions extends QueueAddresses {
  readonly task: QueuedTask;
  /** The columns of the result, from `columnsOf`. The table is created from them and `inputColumns`. */
  readonly columns: readonly Column[];
  readonly inputColumns: readonly Column[];
  readonly inputs: AsyncIterable<QueuedInput>;
  /** The values that identify the export. */
  readonly identity: Readonly<{ [name: string]: string }>;
  readonly restart?: boolean;
  readonly onProgress?: (inputs: number) => void;
}

/** Throws an `ExportError` if bullmq is not installed. */
export async function loadBullmq(): Promise<typeof import("bullmq")> {
  return import("bullmq").catch(notInstalled("bullmq", "use a queue", "bullmq ioredis"));
}

/** The connections for one task. The task's end closes them. */
class OpenQueue {
  readonly database: Database;
  readonly #queue: Queue<ChunkJob>;
  readonly #redis: Redis;
  readonly #place: string;

  private constructor(database: Database, queue: Queue<ChunkJob>, redis: Redis, place: string) {
    this.database = database;
    this.#queue = queue;
    this.#redis = redis;
    this.#place = place;
  }

  static async use<T>(addresses: QueueAddresses, task: (open: OpenQueue) => Promise<T>): Promise<T> {
    const { Queue: BullQueue } = await loadBullmq();
    const redis = await connectRedis(addresses, false);
    const database = await Database.connect(addresses.to, addresses.onWaiting).catch((error: unknown) => {
      redis.disconnect();
      throw error;
    });
    const queue = new BullQueue<ChunkJob>(queueName(addresses.product), { connection: redis, skipVersionCheck: true });
    queue.on("error", () => {});
    try {
      await prepareChunks(database);
      return await task(new OpenQueue(database, queue, redis, redisPlace(addresses.queue)));
    } finally {
      await queue.close().catch(() => {});
      redis.disconnect();
      await database.close();
    }
  }

  /** A chunk that is waiting or at a worker stays unchanged. */
  async put(chunks: readonly Chunk[]): Promise<void> {
    const jobs = chunks.map((chunk) => ({
      name: "chunk",
      data: { format: FORMAT, version: VERSION, ...chunk },
      opts: { jobId: `${chunk.export}.${chunk.chunk}`, removeOnComplete: true, removeOnFail: true },
    }));
    await this.#untilAnswered(() => this.#queue.addBulk(jobs));
  }

  count(): Promise<number> {
    return this.#untilAnswered(() => this.#queue.getJobCountByTypes("waiting", "active", "delayed", "prioritized"));
  }

  left(): Promise<StatusReport["left"]> {
    return this.#untilAnswered(() => leftIn(this.#queue, this.#redis));
  }

  async #untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
    return ask().catch((cause: unknown) => {
      throw noRedis(this.#place, cause);
    });
  }

  /** Makes delayed chunks available: the reason of the delay may have been removed. */
  async promote(): Promise<void> {
    await this.#queue.promoteJobs().catch(() => {});
  }
}

/**
 * Enqueues the inputs of an export in chunks: first in the database, which records progress, then in the queue. The
 * same call again resumes. Resolves to the export's id, which its rows have in the table. Rejects with an
 * `ExportError`.
 */
export function enqueueExport(options: EnqueueOptions): Promise<{ readonly id: string; readonly inputs: number }> {
  return OpenQueue.use(options, async (open) => {
    const { task, identity, onProgress } = options;
    await new Table(task.table, rowColumns(options.columns, options.inputColumns)).prepare(open.database);
    const { id, chunks: before } = await beginExport(open.database, task, identity, options.restart === true);
    await open.promote();
    await putUndone(open, id);
    let inputs: QueuedInput[] = [];
    let ready: Chunk[] = [];
    let number = 0;
    let total = 0;
    const flush = async () => {
      if (ready.length === 0) return;
      await addChunks(open.database, ready);
      await open.put(ready);
      ready = [];
      ignoreRejection(onProgress?.(total));
    };
    const cut = async () => {
      if (inputs.length === 0) return;
      if (number >= before) ready.push({ export: id, chunk: number, first: total - inputs.length, inputs, task });
      number++;
      inputs = [];
      if (ready.length === TOGETHER) await flush();
    };
    for await (const input of options.inputs) {
      inputs.push(input);
      total++;
      if (inputs.length === INPUTS) await cut();
    }
    await cut();
    await flush();
    await allEnqueued(open.database, id);
    return { id, inputs: total };
  });
}

/** The progress of exports. */
export interface StatusReport {
  /** The last export of each table. */
  readonly exports: readonly QueueStatus[];
  /** The number of chunks in the queue, including those at workers. */
  readonly queued: number;
  /** The number of chunks that Redis had lost and that were enqueued again. */
  readonly enqueuedAgain: number;
  /** Chunks that wait for a worker that can carry them out, with the reason of the last worker that could not. */
  readonly left: readonly CountedChunks[];
}

/** Returns the progress of exports, and enqueues again chunks that are neither done nor in the queue. */
export function exportStatus(addresses: QueueAddresses): Promise<StatusReport> {
  return OpenQueue.use(addresses, async (open) => {
    const exports = await statuses(open.database);
    const before = await open.count();
    for (const { export: id, chunks, chunksDone } of exports) if (chunks > chunksDone) await putUndone(open, id);
    const queued = await open.count();
    return { exports, queued, enqueuedAgain: Math.max(0, queued - before), left: await open.left() };
  });
}

async function putUndone(open: OpenQueue, id: string): Promise<void> {
  for (let from = 0; ; ) {
    const chunks = await undoneChunks(open.database, id, from, TOGETHER);
    if (chunks.length === 0) return;
    await open.put(chunks);
    from = chunks.at(-1)!.chunk + 1;
  }
}
