/** The queue itself: chunks go in here, and come out at workers. */

import type { Queue } from "bullmq";
import type { Column } from "../export/columns";
import { ExportError } from "../export/export-error";
import { Database } from "../export/postgres/database";
import { Table } from "../export/postgres/table";
import { rowColumns } from "../export/rows";
import { NAME } from "../names";
import {
  addChunks,
  allEnqueued,
  beginExport,
  type Chunk,
  prepareChunks,
  type QueuedInput,
  type QueuedTask,
  type QueueStatus,
  statuses,
  undoneChunks,
} from "./chunks";
import { connectRedis, noRedis, redisPlace } from "./redis";

/** The name of the queue in Redis. */
export const QUEUE = `${NAME}-exports`;

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
  return import("bullmq").catch((cause: unknown) => {
    throw new ExportError(
      "OPTION",
      "The package bullmq is not installed. Install it to use a queue: npm install bullmq ioredis.",
      { cause },
    );
  });
}

/** Redis and PostgreSQL, open for one task. */
class OpenQueue {
  readonly database: Database;
  readonly #queue: Queue<Chunk>;
  readonly #place: string;

  private constructor(database: Database, queue: Queue<Chunk>, place: string) {
    this.database = database;
    this.#queue = queue;
    this.#place = place;
  }

  static async use<T>(addresses: QueueAddresses, task: (open: OpenQueue) => Promise<T>): Promise<T> {
    const { Queue: BullQueue } = await loadBullmq();
    const redis = await connectRedis(addresses, false);
    const database = await Database.connect(addresses.to).catch((error: unknown) => {
      redis.disconnect();
      throw error;
    });
    const queue = new BullQueue<Chunk>(QUEUE, { connection: redis, skipVersionCheck: true });
    queue.on("error", () => {});
    try {
      await prepareChunks(database);
      return await task(new OpenQueue(database, queue, redisPlace(addresses.queue)));
    } finally {
      await queue.close().catch(() => {});
      redis.disconnect();
      await database.close();
    }
  }

  /** Puts chunks into the queue. One that is in it already, waiting or at a worker, stays as it is. */
  async put(chunks: readonly Chunk[]): Promise<void> {
    try {
      await this.#queue.addBulk(
        chunks.map((chunk) => ({
          name: "chunk",
          data: chunk,
          opts: { jobId: `${chunk.export}.${chunk.chunk}`, removeOnComplete: true, removeOnFail: true },
        })),
      );
    } catch (cause) {
      throw noRedis(this.#place, cause);
    }
  }

  /** Chunks that wait or are at workers. */
  async count(): Promise<number> {
    try {
      return await this.#queue.getJobCountByTypes("waiting", "active", "delayed", "prioritized");
    } catch (cause) {
      throw noRedis(this.#place, cause);
    }
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
      onProgress?.(total);
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
}

/** Says how far exports are, and enqueues again what is neither done nor in the queue. */
export function exportStatus(addresses: QueueAddresses): Promise<StatusReport> {
  return OpenQueue.use(addresses, async (open) => {
    const exports = await statuses(open.database);
    const before = await open.count();
    for (const { export: id, chunks, chunksDone } of exports) if (chunks > chunksDone) await putUndone(open, id);
    const queued = await open.count();
    return { exports, queued, enqueuedAgain: Math.max(0, queued - before) };
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
