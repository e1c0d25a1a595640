import { randomUUID } from "node:crypto";
import type { InputResult, Journal, JournalEntry, Sink } from "../contracts";
import { ExportError } from "../export-error";
import { interrupted } from "../failed-input";
import type { Numbered } from "../inputs/numbered-inputs";
import type { Ended } from "../ledger";
import type { Database } from "../postgres/database";
import { writeErrors } from "../postgres/postgres-journal";
import type { Table } from "../postgres/postgres-table";
import { type Chunk, type ChunkCounts, claimChunk, isOwned, markDone, type QueuedInput } from "./chunks";
import type { Commits } from "./commits";

interface CallState {
  readonly number: number;
  readonly isBegun: boolean;
}

/**
 * The calls of a chunk that change data, recorded in the database of the rows before and after each call. A worker that
 * takes the chunk from another one owns it from then on, and the other one can record nothing more: it begins no call.
 */
export class ChunkRecord implements Pick<Sink, "write" | "flush">, Pick<Journal, "commit"> {
  readonly #commits: Commits;
  readonly #chunk: Chunk;
  readonly #table: Table;
  readonly #owner: string;
  readonly #calls: ReadonlyMap<number, CallState>;
  #results: InputResult[] = [];
  #flushed: readonly InputResult[] = [];

  private constructor(commits: Commits, chunk: Chunk, table: Table, owner: string, calls: readonly CallState[]) {
    this.#commits = commits;
    this.#chunk = chunk;
    this.#table = table;
    this.#owner = owner;
    this.#calls = new Map(calls.map((call) => [call.number, call]));
  }

  /** Returns undefined if the chunk is done. */
  static async claim(commits: Commits, chunk: Chunk, table: Table): Promise<ChunkRecord | undefined> {
    const owner = randomUUID();
    const calls = await commits.run(async (database) => {
      if (await claimChunk(database, chunk, owner)) return undefined;
      return database.run<CallState>(
        `SELECT number::float8, rows IS NULL AS "isBegun" FROM export_calls WHERE export = $1 AND number BETWEEN $2 AND $3`,
        rangeOf(chunk),
      );
    });
    return calls && new ChunkRecord(commits, chunk, table, owner, calls);
  }

  /** The inputs whose calls no worker has begun. */
  *waiting(): Generator<Numbered<QueuedInput>, void> {
    for (const numbered of this.#inputs()) if (!this.#calls.has(numbered.index)) yield numbered;
  }

  /** The inputs whose calls another worker has begun, and whose end it has not recorded. */
  *interrupted(): Generator<Ended, void> {
    for (const { input, index } of this.#inputs())
      if (this.#calls.get(index)?.isBegun === true) yield { kind: "failed", failure: interrupted(input, index) };
  }

  write(result: InputResult): number {
    this.#results.push(result);
    return 0;
  }

  /** `commit` writes the rows in its transaction. */
  async flush(): Promise<null> {
    this.#flushed = this.#results;
    this.#results = [];
    return null;
  }

  async commit({ failed, begun, freed }: JournalEntry): Promise<void> {
    const results = this.#flushed;
    const { export: id, task } = this.#chunk;
    await this.#change(async (database) => {
      await database.run(`DELETE FROM export_calls WHERE export = $1 AND number = ANY($2::bigint[])`, [
        id,
        freed.map(String),
      ]);
      await this.#table.replace(database, id, results, task.append);
      if (failed.length > 0) await writeErrors(database, id, failed);
      const calls: readonly (readonly [number: number, rows: number | undefined])[] = [
        ...begun.map((index) => [index, undefined] as const),
        ...results.map(({ index, items }) => [index, items.length] as const),
        ...failed.map(({ index }) => [index, 0] as const),
      ];
      await database.run(
        `INSERT INTO export_calls SELECT $1, * FROM unnest($2::bigint[], $3::bigint[])
         ON CONFLICT (export, number) DO UPDATE SET rows = EXCLUDED.rows`,
        [
          id,
          calls.map(([number]) => String(number)),
          calls.map(([, rows]) => (rows === undefined ? null : String(rows))),
        ],
      );
    });
  }

  /** Marks the chunk as done. Returns what all of its workers have done. */
  async finish(): Promise<ChunkCounts> {
    const range = rangeOf(this.#chunk);
    const { export: id, chunk } = this.#chunk;
    return this.#change(async (database) => {
      const [counts] = await database.run<ChunkCounts>(
        `SELECT sum(rows)::float8 AS rows, count(*) FILTER (WHERE rows = 0 AND e.number IS NULL)::float8 AS nothing,
           count(e.number)::float8 AS failed
         FROM export_calls LEFT JOIN export_errors e USING (export, number)
         WHERE export = $1 AND number BETWEEN $2 AND $3`,
        range,
      );
      await markDone(database, id, chunk, counts!);
      await database.run(`DELETE FROM export_calls WHERE export = $1 AND number BETWEEN $2 AND $3`, range);
      return counts!;
    });
  }

  *#inputs(): Generator<Numbered<QueuedInput>, void> {
    const { first, inputs } = this.#chunk;
    for (const [at, input] of inputs.entries()) yield { input, index: first + at };
  }

  /** Throws an `ExportError` with the code `LOCKED` if another worker has taken the chunk. */
  #change<T>(statements: (database: Database) => Promise<T>): Promise<T> {
    return this.#commits.transaction(async (database) => {
      if (!(await isOwned(database, this.#chunk, this.#owner)))
        throw new ExportError("LOCKED", "Another worker has taken the chunk.");
      return statements(database);
    });
  }
}

function rangeOf({ export: id, first, inputs }: Chunk): [id: string, first: number, last: number] {
  return [id, first, first + inputs.length - 1];
}
