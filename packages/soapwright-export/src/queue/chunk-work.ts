import type { Redis } from "ioredis";
import { isServiceError } from "soapwright-runtime";
import { ignoreRejection } from "soapwright-runtime/extend";
import { isExportError } from "../export-error";
import { VERSION } from "../names";
import type { Database } from "../postgres/database";
import { writeErrors } from "../postgres/postgres-journal";
import { type Chunk, isDone, markDone, readChunk } from "./chunks";
import type { Commits } from "./commits";
import { queueName } from "./export-queue";
import { about, LeftNotes, text } from "./left-chunks";
import type { CalledChunk, OpenTask, WorkerCalls } from "./worker-calls";
import type { WorkerOptions, WorkerProgress } from "./worker-options";
import type { WorkerSteps } from "./worker-steps";

/** The delay before a retry of an export whose table cannot be written. It doubles each time. */
const ASIDE_MS = { first: 30_000, longest: 600_000 };

/**
 * What became of a chunk: its rows are committed; it waits in the queue for this worker or another; or the worker ends,
 * and the chunk keeps its lock until that expires.
 */
type ChunkEnd = "done" | "left" | "kept";

/** The chunks that a worker carries out. */
export class ChunkWork {
  readonly #options: WorkerOptions;
  readonly #steps: WorkerSteps;
  readonly #calls: WorkerCalls;
  readonly #commits: Commits;
  readonly #left: LeftNotes;
  /** Exports whose table cannot be written, with the end of their delay on the clock of `performance.now()`. */
  readonly #aside = new Map<string, { readonly until: number; readonly waitMs: number }>();
  readonly #counts = { chunks: 0, inputs: 0, rows: 0, failed: 0 };

  constructor(options: WorkerOptions, redis: Redis, steps: WorkerSteps, calls: WorkerCalls, commits: Commits) {
    this.#options = options;
    this.#steps = steps;
    this.#calls = calls;
    this.#commits = commits;
    this.#left = new LeftNotes(redis, queueName(options.product), options.onLeft);
  }

  get progress(): WorkerProgress {
    return { ...this.#counts, ...this.#calls.progress };
  }

  async take(data: unknown): Promise<ChunkEnd> {
    this.#counts.chunks++;
    try {
      return await this.#taken(data);
    } finally {
      this.#counts.chunks--;
    }
  }

  async #taken(data: unknown): Promise<ChunkEnd> {
    const chunk = readChunk(data);
    if (chunk === undefined) {
      const by = text(data, "version") ?? "an unknown version";
      const reason = `Version ${VERSION} cannot read the job, which is of ${by}. Start a worker of that version, or remove the job.`;
      await this.#left.leave({ ...about(data), reason });
      return "left";
    }
    const { export: id } = chunk;
    if ((this.#aside.get(id)?.until ?? 0) > performance.now()) return "left";
    let reason = "The database of this worker knows nothing of the export. Start a worker with the database that does.";
    try {
      const end = await this.#run(chunk);
      if (end === "done") {
        this.#aside.delete(id);
        await this.#left.clear(id);
      }
      if (end !== "left") return end;
    } catch (error) {
      // Until a call has succeeded, an unreachable service says nothing about the export, so the worker ends.
      const isOwn = isServiceError(error) && !this.#calls.hasSucceeded;
      if (isOwn || (isExportError(error) && error.code === "CONNECTION")) return this.#kept(error);
      this.#setAside(id);
      reason = error instanceof Error ? error.message : String(error);
    }
    await this.#left.leave({ ...about(data), reason });
    return "left";
  }

  /** Returns `left` if the database does not contain the chunk. */
  async #run(chunk: Chunk): Promise<ChunkEnd> {
    const done = await this.#commits.run((database) => isDone(database, chunk.export, chunk.chunk));
    if (done === true) return "done";
    // The error about an unknown operation is more specific than the one about an unknown chunk, so it comes first.
    const { calling, table } = this.#calls.open(chunk.task);
    if (done === undefined) return "left";
    // A missing table is found before a hundred calls are made whose rows cannot be written.
    await this.#commits.run((database) => table.check(database));
    const called = await this.#calls.callAll(chunk, calling);
    if (called === undefined) return this.#kept(this.#calls.reason);
    await this.#commits.run((database) => written(database, chunk, table, called));
    this.#count(chunk, called);
    return "done";
  }

  /** The worker ends. */
  #kept(reason: Error | undefined): "kept" {
    this.#steps.goTo({ at: "leaving", reason });
    return "kept";
  }

  #setAside(id: string): void {
    const waitMs = Math.min(ASIDE_MS.longest, (this.#aside.get(id)?.waitMs ?? ASIDE_MS.first / 2) * 2);
    this.#aside.set(id, { until: performance.now() + waitMs, waitMs });
  }

  #count({ inputs }: Chunk, called: CalledChunk): void {
    const ended = { inputs: inputs.length, rows: rowsOf(called), failed: called.failed.length };
    this.#counts.inputs += ended.inputs;
    this.#counts.rows += ended.rows;
    this.#counts.failed += ended.failed;
    ignoreRejection(this.#options.onProgress?.(ended));
  }
}

function rowsOf({ results }: CalledChunk): number {
  return results.reduce((sum, { items }) => sum + items.length, 0);
}

/** Writes the rows, the failures and the end of the chunk in one transaction. */
async function written(
  database: Database,
  { export: id, chunk: number, task }: Chunk,
  table: OpenTask["table"],
  called: CalledChunk,
): Promise<void> {
  const { results, failed } = called;
  const nothing = results.filter(({ items }) => items.length === 0).length;
  await database.run("BEGIN");
  try {
    await table.replace(database, id, results, task.append);
    if (failed.length > 0) await writeErrors(database, id, failed);
    await markDone(database, id, number, { rows: rowsOf(called), nothing, failed: failed.length });
    await database.run("COMMIT");
  } catch (error) {
    await database.run("ROLLBACK").catch(() => {});
    throw error;
  }
}
