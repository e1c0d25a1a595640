/** The queue itself: chunks go in here, and come out at workers. */

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

/** The name of the queue of a product. */
export function queueName(product: string = NAME): string {
  return `${product.replaceAll(":", "-")}-exports`;
}

/** Inputs in a chunk, and chunks that go in together. */
const INPUTS = 100;
const TOGETHER = 50;

/** Redis and PostgreSQL of an export. */
export interface QueueAddresses {
  /** `redis://host:6379`. */
  readonly queue: string;
  /** Password of Redis, where the address has none. */
  readonly password?: string | undefined;
  /** `postgres://user@host/database`. */
  readonly to: string;
  /**
   * The package whose exports these are. It is in the name of the queue, so that two products on one Redis never take each
   * other's chunks. Default: a queue of all who do not say it.
   */
  readonly product?: string;
  /** Told, in a sentence, what of the queue's settings can lose chunks. */
  readonly onWarning?: (message: string) => void;
}

/** An export for workers. */
export interface EnqueueOptions extends QueueAddresses {
  readonly task: QueuedTask;
  /** The columns of the result, from `columnsOf`, and those of the inputs: the table is made from them. */
  readonly columns: readonly Column[];
  readonly inputColumns: readonly Column[];
  readonly inputs: AsyncIterable<QueuedInput>;
  /** What makes the export this one and no other. */
  readonly identity: Readonly<{ [name: string]: string }>;
  readonly restart?: boolean;
  readonly onProgress?: (inputs: number) => void;
}

/** Loads bullmq. Throws an `ExportError` where it is not installed. */
export async function loadBullmq(): Promise<typeof import("bullmq")> {
  return import("bullmq").catch(notInstalled("bullmq", "use a queue", "bullmq ioredis"));
}

/** Redis and PostgreSQL, open for one task. */
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
    const database = await Database.connect(addresses.to).catch((error: unknown) => {
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

  /** Puts chunks into the queue. One that is in it already, waiting or at a worker, stays as it is. */
  async put(chunks: readonly Chunk[]): Promise<void> {
    const jobs = chunks.map((chunk) => ({
      name: "chunk",
      data: { format: FORMAT, version: VERSION, ...chunk },
      opts: { jobId: `${chunk.export}.${chunk.chunk}`, removeOnComplete: true, removeOnFail: true },
    }));
    await this.#asked(() => this.#queue.addBulk(jobs));
  }

  /** Chunks that wait or are at workers. */
  count(): Promise<number> {
    return this.#asked(() => this.#queue.getJobCountByTypes("waiting", "active", "delayed", "prioritized"));
  }

  /** Chunks that no worker could carry out when it had them. */
  left(): Promise<StatusReport["left"]> {
    return this.#asked(() => leftIn(this.#queue, this.#redis));
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    return ask().catch((cause: unknown) => {
      throw noRedis(this.#place, cause);
    });
  }

  /** What was left is tried again at once: its cause may be gone. */
  async promote(): Promise<void> {
    await this.#queue.promoteJobs().catch(() => {});
  }
}

/**
 * Enqueues the inputs of an export in chunks: first in the database, which knows what is done, then in the queue. The same
 * call again goes on where it was. Resolves to the export's id, with which its rows are in the table.
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

/** How far exports are. */
export interface StatusReport {
  /** The last export of each table. */
  readonly exports: readonly QueueStatus[];
  /** Chunks in the queue, at workers included. */
  readonly queued: number;
  /** Chunks that Redis had lost, and that were enqueued again. */
  readonly enqueuedAgain: number;
  /** What is in the queue and waits for a worker that can carry it out, with the reason of the last one that could not. */
  readonly left: readonly CountedChunks[];
}

/** Says how far exports are, and enqueues again what is neither done nor in the queue. */
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
