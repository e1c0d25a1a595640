import type { Redis } from "ioredis";
import { isServiceError } from "soapwright-runtime/errors";
import { ignoreRejection } from "soapwright-runtime/extend";
import type { InputResult, JournalEntry } from "../contracts";
import { isExportError } from "../export-error";
import { Ledger } from "../ledger";
import { VERSION } from "../names";
import { writeErrors } from "../postgres/postgres-journal";
import { ChunkRecord } from "./chunk-record";
import { type Chunk, type ChunkCounts, isDone, markDone, readChunk } from "./chunks";
import type { Commits } from "./commits";
import { queueName } from "./export-queue";
import { about, LeftNotes, text } from "./left-chunks";
import type { OpenTask, WorkerCalls } from "./worker-calls";
import type { WorkerOptions, WorkerProgress } from "./worker-options";
import type { WorkerSteps } from "./worker-steps";

/** The delay before a retry of an export whose table cannot be written. It doubles each time. */
const ASIDE_MS = { first: 30_000, longest: 600_000 };

/** A ledger for one chunk has no earlier results and needs no fingerprints: the chunk holds its inputs. */
const NOTHING = { marks: [], done: 0, failed: 0, nothing: 0, rows: 0 };
const UNMARKED = { mark: { inputs: 0, chain: "" } };

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
      // Another worker has the chunk.
      if (isExportError(error) && error.code === "LOCKED") return "left";
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
    const task = this.#calls.open(chunk.task);
    const { calling, table } = task;
    if (done === undefined) return "left";
    // A missing table is found before a hundred calls are made whose rows cannot be written.
    await this.#commits.run((database) => table.check(database));
    return calling.repeatable ? this.#callRepeatable(chunk, task) : this.#callOnce(chunk, task);
  }

  async #callRepeatable(chunk: Chunk, { calling, table }: OpenTask): Promise<ChunkEnd> {
    const results: InputResult[] = [];
    const failed: JournalEntry["failed"][number][] = [];
    const inputs = chunk.inputs.map((input, at) => ({ input, index: chunk.first + at }));
    const isWhole = await this.#calls.callAll(inputs.values(), calling, (ended) => {
      if (ended.kind === "failed") failed.push(ended.failure);
      else results.push(ended);
      return undefined;
    });
    if (!isWhole) return this.#kept(this.#calls.reason);
    const rows = results.reduce((sum, { items }) => sum + items.length, 0);
    const nothing = results.filter(({ items }) => items.length === 0).length;
    const counts = { rows, nothing, failed: failed.length };
    const { export: id, chunk: number, task } = chunk;
    await this.#commits.transaction(async (database) => {
      await table.replace(database, id, results, task.append);
      if (failed.length > 0) await writeErrors(database, id, failed);
      await markDone(database, id, number, counts);
    });
    this.#count(chunk, counts);
    return "done";
  }

  /** An input whose call another worker has begun is not called. */
  async #callOnce(chunk: Chunk, { calling, table }: OpenTask): Promise<ChunkEnd> {
    const record = await ChunkRecord.claim(this.#commits, chunk, table);
    if (record === undefined) return "done";
    const ledger = new Ledger({ sink: record, journal: record, isPrompt: true }, NOTHING, UNMARKED);
    for (const ended of record.interrupted()) await ledger.take(ended);
    const isWhole = await this.#calls.callAll(record.waiting(), { ...calling, record: ledger }, (ended) =>
      ledger.take(ended),
    );
    await ledger.settle();
    if (!isWhole) return this.#kept(this.#calls.reason);
    this.#count(chunk, await record.finish());
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

  #count({ inputs }: Chunk, { rows, failed }: ChunkCounts): void {
    const ended = { inputs: inputs.length, rows, failed };
    this.#counts.inputs += ended.inputs;
    this.#counts.rows += ended.rows;
    this.#counts.failed += ended.failed;
    ignoreRejection(this.#options.onProgress?.(ended));
  }
}
