/** The queue to which exports add chunks and from which workers take them. */

import { ignoreRejection } from "soapwright-runtime/extend";
import type { Column } from "../columns";
import { notInstalled } from "../export-error";
import { NAME, VERSION } from "../names";
import { Database } from "../postgres/database";
import { completeExport } from "../postgres/postgres-journal";
import { Table } from "../postgres/postgres-table";
import { rowColumns } from "../rows";
import {
  addChunks,
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
import { connectRedis, noRedis, type QueueAddresses, redisPlace } from "./redis";

export function queueName(product: string = NAME): string {
  return `${product.replaceAll(":", "-")}-exports`;
}

const INPUTS = 100;
const TOGETHER = 50;

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

interface OpenQueue {
  readonly database: Database;
  /** A chunk that is waiting or at a worker stays unchanged. */
  put(chunks: readonly Chunk[]): Promise<void>;
  count(): Promise<number>;
  left(): Promise<StatusReport["left"]>;
  /** Makes delayed chunks available: the reason of the delay may have been removed. */
  promote(): Promise<void>;
}

/** The end of `task` closes the connections. */
async function useQueue<T>(addresses: QueueAddresses, task: (open: OpenQueue) => Promise<T>): Promise<T> {
  const { Queue } = await loadBullmq();
  const redis = await connectRedis(addresses, false);
  const database = await Database.connect(addresses.to, addresses.onWaiting).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const queue = new Queue<ChunkJob>(queueName(addresses.product), { connection: redis, skipVersionCheck: true });
  queue.on("error", () => {});
  const failed = (cause: unknown) => {
    throw noRedis(redisPlace(addresses.queue), cause);
  };
  try {
    await prepareChunks(database);
    return await task({
      database,
      async put(chunks) {
        const jobs = chunks.map((chunk) => ({
          name: "chunk",
          data: { format: FORMAT, version: VERSION, ...chunk },
          opts: { jobId: `${chunk.export}.${chunk.chunk}`, removeOnComplete: true, removeOnFail: true },
        }));
        await queue.addBulk(jobs).catch(failed);
      },
      count: () => queue.getJobCountByTypes("waiting", "active", "delayed", "prioritized").catch(failed),
      left: () => leftIn(queue, redis).catch(failed),
      promote: () => queue.promoteJobs().catch(() => {}),
    });
  } finally {
    await queue.close().catch(() => {});
    redis.disconnect();
    await database.close();
  }
}

/**
 * Enqueues the inputs of an export in chunks: first in the database, which records progress, then in the queue. The
 * same call again resumes. Resolves to the export's id, which its rows have in the table. Rejects with an
 * `ExportError`.
 */
export function enqueueExport(options: EnqueueOptions): Promise<{ readonly id: string; readonly inputs: number }> {
  return useQueue(options, async (open) => {
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
    await completeExport(open.database, id);
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
  return useQueue(addresses, async (open) => {
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
