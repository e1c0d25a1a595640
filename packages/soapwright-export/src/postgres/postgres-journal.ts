import { randomUUID } from "node:crypto";
import type { FailedInput, Journal, JournalEntry, JournalOpening, JournalState } from "../contracts";
import { ExportError } from "../export-error";
import { MAYBE } from "../failed-input";
import { type Commit, JournalReplay } from "../file-journal";
import { checkFree, type Files, placeOf, statOf } from "../files";
import { isAnew } from "../identity";
import { rangesOf } from "../index-set";
import { TailFile } from "../tail-file";
import type { Database } from "./database";
import { isTable } from "./postgres-table";

export const JOURNAL_TABLES = {
  export_journal: `CREATE TABLE IF NOT EXISTS export_journal (
    export text PRIMARY KEY, name text NOT NULL, identity jsonb NOT NULL,
    started timestamptz NOT NULL DEFAULT clock_timestamp(), complete boolean NOT NULL DEFAULT false)`,
  export_commits: `CREATE TABLE IF NOT EXISTS export_commits (
    export text NOT NULL, number bigint NOT NULL, entry jsonb NOT NULL, PRIMARY KEY (export, number))`,
  export_errors: `CREATE TABLE IF NOT EXISTS export_errors (
    export text NOT NULL, number bigint NOT NULL, input text NOT NULL, class text NOT NULL, code text NOT NULL,
    message text NOT NULL, PRIMARY KEY (export, number))`,
};
const ERRORS = "file of errors";

/** The class of this package's advisory locks: an arbitrary number that other programs are unlikely to use. */
const LOCKS = 7_351_921;

type Entry = Pick<Commit, "done" | "rows" | "nothing" | "mark" | "begun" | "freed">;

/** The journal of a `postgresSink`: ended inputs are committed in the transaction of their rows. */
export class PostgresJournal implements Journal {
  readonly #database: () => Promise<Database>;
  readonly #table: string;
  readonly #errors: string | undefined;
  #id: string | undefined;
  #commits = 0;

  /** Only one run at a time exports to the table. The file of errors is written at the end. */
  constructor(database: () => Promise<Database>, table: string, errors: string | undefined) {
    this.#database = database;
    this.#table = table;
    this.#errors = errors;
  }

  get files(): Files {
    return this.#errors === undefined ? {} : { "the errors": this.#errors };
  }

  /** Always true: existing rows refuse no new export, because a table holds the rows of many exports. */
  async isThere(): Promise<boolean> {
    return true;
  }

  async open(opening: JournalOpening): Promise<JournalState> {
    const database = await this.#database();
    await makeTables(database, JOURNAL_TABLES);
    const [lock] = await database.run<{ readonly taken: boolean }>(
      `SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken`,
      [LOCKS, this.#table],
    );
    if (lock?.taken !== true) {
      throw new ExportError(
        "LOCKED",
        `Another process is exporting to the table ${this.#table} at ${database.place}. Wait until it has ended, or choose another table.`,
      );
    }
    const [last] = await database.run<{
      readonly id: string;
      readonly identity: JournalOpening["identity"];
      readonly complete: boolean;
    }>(`SELECT export AS id, identity, complete FROM export_journal WHERE name = $1 ORDER BY started DESC LIMIT 1`, [
      this.#table,
    ]);
    const errors = this.#errors === undefined ? "" : await placeOf(this.#errors);
    const { [ERRORS]: ownErrors = last === undefined ? "" : errors, ...identity } = last?.identity ?? {};
    if (errors !== ownErrors && !opening.restart) await checkFree(this.#errors ?? errors, true);
    const begins = isAnew(`of the table ${this.#table}`, last && { ...last, identity }, opening);
    const id = begins || last === undefined ? randomUUID() : last.id;
    this.#id = id;
    if (begins) await addExport(database, id, this.#table, { ...opening.identity, [ERRORS]: errors });
    // An unwritable file of errors is reported at the start. The file of an earlier run stays until the end.
    if (this.#errors !== undefined && (await statOf(this.#errors)) === undefined)
      await (await TailFile.open(this.#errors, 0)).close();
    if (!begins && opening.retryErrors) await database.run(`DELETE FROM export_errors WHERE export = $1`, [id]);
    const past = new JournalReplay([{ export: id, identity: opening.identity }]);
    if (!begins) await this.#replay(past, database, id);
    return past.state;
  }

  /** The sink has begun the transaction, and added the rows. */
  async commit({ done, failed, rows, nothing, mark, begun, freed }: JournalEntry): Promise<void> {
    const database = await this.#database();
    // Failed inputs are in a table of their own, and may be called again after `--retry-errors`.
    const ended = [...freed, ...failed.map(({ index }) => index)];
    const entry: Entry = {
      done: rangesOf(done),
      rows,
      nothing,
      ...(begun.length === 0 ? {} : { begun: rangesOf(begun) }),
      ...(ended.length === 0 ? {} : { freed: rangesOf(ended) }),
      ...(mark === undefined ? {} : { mark: [mark.inputs, mark.chain] }),
    };
    const values = [this.#id!, ++this.#commits, JSON.stringify(entry)];
    await database.run(`INSERT INTO export_commits VALUES ($1, $2, $3)`, values);
    if (failed.length > 0) await writeErrors(database, this.#id!, failed);
    await database.run("COMMIT");
  }

  async complete(): Promise<void> {
    await completeExport(await this.#database(), this.#id!);
  }

  async close(): Promise<void> {
    const id = this.#id;
    this.#id = undefined;
    if (id === undefined || this.#errors === undefined) return;
    await exportErrors(await this.#database(), id, this.#errors).catch(() => {});
  }

  async #replay(past: JournalReplay, database: Database, id: string): Promise<void> {
    const commits = await database.run<{ readonly number: number; readonly entry: Entry }>(
      `SELECT number::float8, entry FROM export_commits WHERE export = $1 ORDER BY number`,
      [id],
    );
    for (const { entry } of commits) past.take({ ...entry, failed: [], at: null, errors: 0 });
    this.#commits = commits.at(-1)?.number ?? 0;
    const failed = await database.run<{ readonly number: number; readonly code: string }>(
      `SELECT number::float8, code FROM export_errors WHERE export = $1`,
      [id],
    );
    for (const { number, code } of failed) {
      past.failed.add(number);
      if (code === MAYBE) past.uncertain++;
    }
  }
}

/** `name` is the table, or the queue for a table. */
export async function addExport(database: Database, id: string, name: string, identity: object): Promise<void> {
  const values = [id, name, JSON.stringify(identity)];
  await database.run(`INSERT INTO export_journal (export, name, identity) VALUES ($1, $2, $3)`, values);
}

export async function completeExport(database: Database, id: string): Promise<void> {
  await database.run(`UPDATE export_journal SET complete = true WHERE export = $1`, [id]);
}

/** A user without the right to create tables can use existing ones. */
export async function makeTables(database: Database, tables: Readonly<{ [name: string]: string }>): Promise<void> {
  // Two sessions that create the same table at once fail in spite of IF NOT EXISTS.
  await database.run(`SELECT pg_advisory_lock($1, 0)`, [LOCKS]);
  try {
    for (const [name, statement] of Object.entries(tables))
      if (!(await isTable(database, name))) await database.run(statement);
  } finally {
    await database.run(`SELECT pg_advisory_unlock($1, 0)`, [LOCKS]);
  }
}

/** Each input is stored once. */
export async function writeErrors(database: Database, id: string, failed: JournalEntry["failed"]): Promise<void> {
  const column = (of: (failure: JournalEntry["failed"][number]) => string) => failed.map(of);
  await database.run(
    `INSERT INTO export_errors SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT (export, number) DO UPDATE SET class = EXCLUDED.class, code = EXCLUDED.code, message = EXCLUDED.message`,
    [
      id,
      column(({ index }) => String(index)),
      column(({ input }) => input),
      column((failure) => failure.class),
      column(({ code }) => code),
      column(({ message }) => message),
    ],
  );
}

async function exportErrors(database: Database, id: string, path: string): Promise<void> {
  const file = await TailFile.open(path, 0);
  for (let last = 0; ; ) {
    const failed = await database.run<FailedInput>(
      `SELECT number::float8 + 1 AS row, input, class, code, message FROM export_errors
       WHERE export = $1 AND number >= $2 ORDER BY number LIMIT 1000`,
      [id, last],
    );
    if (failed.length === 0) break;
    last = failed.at(-1)!.row;
    for (const failure of failed) file.append(`${JSON.stringify(failure)}\n`);
    await file.flush();
  }
  await file.close();
}
