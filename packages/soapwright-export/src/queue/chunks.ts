/** The chunks of exports, stored in the database of their rows. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ExportInput, JournalOpening } from "../contracts";
import { MAYBE } from "../failed-input";
import { otherExport } from "../identity";
import type { Database } from "../postgres/database";
import { addExport, JOURNAL_TABLES, makeTables } from "../postgres/postgres-journal";

/** One input in a queue. It contains no credential. */
export interface QueuedInput extends ExportInput {
  readonly args: unknown;
}

type Identity = JournalOpening["identity"];

/** The operation of an export and its arguments, for workers. */
export interface QueuedTask {
  readonly operation: string;
  readonly version: string;
  readonly table: string;
  readonly append: boolean;
  /** The columns of the inputs. */
  readonly inputColumns: readonly string[];
}

export interface Chunk {
  readonly export: string;
  readonly chunk: number;
  readonly task: QueuedTask;
  /** The number of its first input. */
  readonly first: number;
  readonly inputs: readonly QueuedInput[];
}

/** `version` in a job is the package version that enqueued it. */
export const FORMAT = 2;
export type ChunkJob = Chunk & { readonly format: number; readonly version: string };

/** Returns undefined if this version cannot read the job. */
export function readChunk(data: unknown): Chunk | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { format, export: id, chunk, first, inputs, task } = data as Partial<ChunkJob>;
  const isWhole =
    format === FORMAT &&
    typeof id === "string" &&
    Number.isSafeInteger(chunk) &&
    Number.isSafeInteger(first) &&
    Array.isArray(inputs) &&
    inputs.every((input) => typeof input === "object" && input !== null && typeof input.key === "string") &&
    isTask(task);
  return isWhole ? (data as Chunk) : undefined;
}

function isTask(task: Partial<QueuedTask> | undefined): boolean {
  return (
    typeof task === "object" &&
    task !== null &&
    [task.operation, task.version, task.table].every((text) => typeof text === "string") &&
    Array.isArray(task.inputColumns)
  );
}

/** The progress of an export in a queue. */
export interface QueueStatus {
  readonly export: string;
  readonly table: string;
  readonly started: string;
  /** Whether every input is enqueued. */
  readonly isEnqueued: boolean;
  readonly chunks: number;
  readonly chunksDone: number;
  readonly inputs: number;
  readonly done: number;
  readonly rows: number;
  readonly nothing: number;
  readonly failed: number;
  /** The number of failed inputs whose calls may have been made: their `code` in `export_errors` is `MAYBE`. */
  readonly uncertain: number;
}

const TABLES = {
  ...JOURNAL_TABLES,
  export_chunks: `CREATE TABLE IF NOT EXISTS export_chunks (
  export text NOT NULL, chunk bigint NOT NULL, first bigint NOT NULL, inputs jsonb NOT NULL, count integer NOT NULL,
  done timestamptz, rows bigint NOT NULL DEFAULT 0, nothing bigint NOT NULL DEFAULT 0, failed bigint NOT NULL DEFAULT 0,
  owner text, PRIMARY KEY (export, chunk))`,
  // Calls that change data, until their chunk is done. `rows` is null until the end of the call is recorded.
  export_calls: `CREATE TABLE IF NOT EXISTS export_calls (
  export text NOT NULL, number bigint NOT NULL, rows bigint, PRIMARY KEY (export, number))`,
};

export function prepareChunks(database: Database): Promise<void> {
  return makeTables(database, TABLES);
}

/**
 * Returns a new export, or the last one of the same identity if its inputs are not all enqueued or not all done. Inputs
 * that the identity does not include, such as standard input, count as other inputs once all were enqueued.
 */
export async function beginExport(
  database: Database,
  task: QueuedTask,
  identity: Identity,
  restart: boolean,
): Promise<{ readonly id: string; readonly chunks: number }> {
  const name = `queue ${task.table}`;
  const now = { own: identity, task };
  const before = restart ? undefined : await openExport(database, name, now);
  if (before !== undefined) return before;
  const id = randomUUID();
  await addExport(database, id, name, now);
  return { id, chunks: 0 };
}

async function openExport(
  database: Database,
  name: string,
  now: { readonly own: Identity; readonly task: QueuedTask },
): Promise<{ readonly id: string; readonly chunks: number } | undefined> {
  const found = await database.run<{
    readonly id: string;
    readonly identity: typeof now;
    readonly complete: boolean;
    readonly chunks: number;
  }>(
    `SELECT export AS id, identity, complete, count(chunk)::float8 AS chunks FROM export_journal LEFT JOIN export_chunks USING (export)
     WHERE name = $1 GROUP BY export HAVING NOT complete OR count(done) < count(chunk) ORDER BY started DESC`,
    [name],
  );
  const isSame = ({ own, task }: typeof now) => now.own.inputs !== undefined && isDeepStrictEqual({ own, task }, now);
  const before = found.find(({ complete, identity }) => !complete || isSame(identity));
  if (before?.complete === false) otherExport(`of the queue for ${now.task.table}`, before.identity.own, now.own);
  return before;
}

export async function addChunks(database: Database, chunks: readonly Chunk[]): Promise<void> {
  const column = (of: (chunk: Chunk) => string) => chunks.map(of);
  await database.run(
    `INSERT INTO export_chunks (export, chunk, first, inputs, count)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::jsonb[], $5::integer[]) ON CONFLICT DO NOTHING`,
    [
      column((chunk) => chunk.export),
      column(({ chunk }) => String(chunk)),
      column(({ first }) => String(first)),
      column(({ inputs }) => JSON.stringify(inputs)),
      column(({ inputs }) => String(inputs.length)),
    ],
  );
}

/**
 * Returns undefined for a chunk that the database does not contain, because it belongs to another product or was
 * deleted.
 */
export async function isDone(database: Database, id: string, chunk: number): Promise<boolean | undefined> {
  const [row] = await database.run<{ readonly done: string | null }>(
    `SELECT done FROM export_chunks WHERE export = $1 AND chunk = $2`,
    [id, chunk],
  );
  return row === undefined ? undefined : row.done !== null;
}

/** Makes the chunk one of `owner`. Returns whether the chunk is done. */
export async function claimChunk(database: Database, { export: id, chunk }: Chunk, owner: string): Promise<boolean> {
  const [row] = await database.run<{ readonly isDone: boolean }>(
    `UPDATE export_chunks SET owner = $3 WHERE export = $1 AND chunk = $2 RETURNING done IS NOT NULL AS "isDone"`,
    [id, chunk, owner],
  );
  return row?.isDone === true;
}

/** Until the end of the transaction, no other worker can take the chunk. */
export async function isOwned(database: Database, { export: id, chunk }: Chunk, owner: string): Promise<boolean> {
  const found = await database.run(
    `SELECT 1 FROM export_chunks WHERE export = $1 AND chunk = $2 AND owner = $3 FOR UPDATE`,
    [id, chunk, owner],
  );
  return found.length > 0;
}

/** The rows and inputs of a chunk that is done. */
export interface ChunkCounts {
  readonly rows: number;
  readonly nothing: number;
  readonly failed: number;
}

/** The mark is part of the transaction of the chunk's rows. */
export async function markDone(database: Database, id: string, chunk: number, counts: ChunkCounts): Promise<void> {
  await database.run(
    `UPDATE export_chunks SET done = clock_timestamp(), rows = $3, nothing = $4, failed = $5 WHERE export = $1 AND chunk = $2`,
    [id, chunk, counts.rows, counts.nothing, counts.failed],
  );
}

export function undoneChunks(database: Database, id: string, from: number, most: number): Promise<readonly Chunk[]> {
  return database.run<Chunk>(
    `SELECT c.export, c.chunk::float8, c.first::float8, c.inputs, j.identity->'task' AS task
     FROM export_chunks c JOIN export_journal j USING (export)
     WHERE c.export = $1 AND c.done IS NULL AND c.chunk >= $2 ORDER BY c.chunk LIMIT $3`,
    [id, from, most],
  );
}

/** Counts are cast to float8, which `pg` returns as numbers. */
export function statuses(database: Database): Promise<readonly QueueStatus[]> {
  return database.run<QueueStatus>(
    `SELECT j.export, j.identity->'task'->>'table' AS table, j.started::text AS started, j.complete AS "isEnqueued",
       count(c.chunk)::float8 AS chunks, count(c.done)::float8 AS "chunksDone",
       coalesce(sum(c.count), 0)::float8 AS inputs,
       coalesce(sum(c.count) FILTER (WHERE c.done IS NOT NULL), 0)::float8 AS done,
       coalesce(sum(c.rows), 0)::float8 AS rows, coalesce(sum(c.nothing), 0)::float8 AS nothing,
       coalesce(sum(c.failed), 0)::float8 AS failed,
       (SELECT count(*)::float8 FROM export_errors e WHERE e.export = j.export AND code = '${MAYBE}') AS uncertain
     FROM (SELECT DISTINCT ON (name) * FROM export_journal WHERE name LIKE 'queue %' ORDER BY name, started DESC) j
     LEFT JOIN export_chunks c USING (export) GROUP BY j.export, j.identity, j.started, j.complete ORDER BY j.started`,
  );
}
