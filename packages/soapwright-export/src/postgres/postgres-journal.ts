/** A journal in the database of the rows. Ended inputs are committed in the transaction of their rows. */
import { randomUUID } from "node:crypto";
import type { FailedInput, Journal, JournalEntry, JournalOpening, JournalState } from "../contracts";
import { ExportError } from "../export-error";
import { type Commit, JournalReplay } from "../file-journal";
import { checkFree, type Files, placeOf } from "../files";
import { otherExport, otherOperation } from "../identity";
import { rangesOf } from "../index-set";
import { sizeOf, TailFile } from "../tail-file";
import type { Database } from "./database";
import { isTable } from "./postgres-table";

export interface Transactions {
  /** The connection is opened on first use. */
  database(): Promise<Database>;
  /** Only one run at a time holds the name. */
  readonly name: string;
  /** The file is written at the end. */
  readonly errors: string | undefined;
}

const TABLES = {
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

type Entry = Pick<Commit, "done" | "rows" | "nothing" | "mark">;

/** The journal of a `PostgresSink`, on the sink's connection. */
export class PostgresJournal implements Journal {
  readonly #transactions: Transactions;
  #id: string | undefined;
  #commits = 0;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  get files(): Files {
    return this.#transactions.errors === undefined ? {} : { "the errors": this.#transactions.errors };
  }

  /** Always true: existing rows refuse no new export, because a table holds the rows of many exports. */
  async isThere(): Promise<boolean> {
    return true;
  }

  async open(opening: JournalOpening): Promise<JournalState> {
    const database = await this.#transactions.database();
    await prepareJournal(database);
    const [lock] = await database.run<{ readonly taken: boolean }>(
      `SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken`,
      [LOCKS, this.#transactions.name],
    );
    if (lock?.taken !== true) {
      throw new ExportError(
        "LOCKED",
        `Another process is exporting to the table ${this.#transactions.name} at ${database.place}. Wait until it has ended, or choose another table.`,
      );
    }
    const [before] = await database.run<{
      readonly export: string;
      readonly identity: JournalOpening["identity"];
      readonly complete: boolean;
    }>(`SELECT export, identity, complete FROM export_journal WHERE name = $1 ORDER BY started DESC LIMIT 1`, [
      this.#transactions.name,
    ]);
    const errors = this.#transactions.errors === undefined ? "" : await placeOf(this.#transactions.errors);
    const { [ERRORS]: ownErrors = before === undefined ? "" : errors, ...identity } = before?.identity ?? {};
    if (errors !== ownErrors && !opening.restart) await checkFree(this.#transactions.errors ?? errors, true);
    if (before === undefined || opening.restart || (before.complete && !opening.retryErrors)) {
      if (before !== undefined && !opening.restart) {
        otherOperation(`of the table ${this.#transactions.name}`, identity, opening.identity);
      }
      this.#id = randomUUID();
      await database.run(`INSERT INTO export_journal (export, name, identity) VALUES ($1, $2, $3)`, [
        this.#id,
        this.#transactions.name,
        JSON.stringify({ ...opening.identity, [ERRORS]: errors }),
      ]);
      await this.#makeErrors();
      return new JournalReplay([{ export: this.#id, identity: opening.identity }]).state(true);
    }
    otherExport(`of the table ${this.#transactions.name}`, identity, opening.identity);
    await this.#makeErrors();
    this.#id = before.export;
    if (opening.retryErrors) await database.run(`DELETE FROM export_errors WHERE export = $1`, [this.#id]);
    return this.#state(database, this.#id);
  }

  /** The sink has begun the transaction, and added the rows. */
  async commit({ done, failed, rows, nothing, mark }: JournalEntry): Promise<void> {
    const database = await this.#transactions.database();
    const entry: Entry = {
      done: rangesOf(done),
      rows,
      nothing,
      ...(mark === undefined ? {} : { mark: [mark.inputs, mark.chain] }),
    };
    await database.run(`INSERT INTO export_commits VALUES ($1, $2, $3)`, [
      this.#id!,
      ++this.#commits,
      JSON.stringify(entry),
    ]);
    if (failed.length > 0) await writeErrors(database, this.#id!, failed);
    await database.run("COMMIT");
  }

  async complete(): Promise<void> {
    const database = await this.#transactions.database();
    await database.run(`UPDATE export_journal SET complete = true WHERE export = $1`, [this.#id!]);
  }

  async close(): Promise<void> {
    const id = this.#id;
    const path = this.#transactions.errors;
    this.#id = undefined;
    if (id === undefined || path === undefined) return;
    await exportErrors(await this.#transactions.database(), id, path).catch(() => {});
  }

  /** Reports an unwritable error file at the start. The file of an earlier run stays until the end. */
  async #makeErrors(): Promise<void> {
    const { errors } = this.#transactions;
    if (errors !== undefined && (await sizeOf(errors)) === undefined) await (await TailFile.open(errors, 0)).close();
  }

  async #state(database: Database, id: string): Promise<JournalState> {
    const past = new JournalReplay([{ export: id, identity: {} }]);
    const entries = await database.run<{ readonly number: string; readonly entry: Entry }>(
      `SELECT number, entry FROM export_commits WHERE export = $1 ORDER BY number`,
      [id],
    );
    for (const { number, entry } of entries) {
      past.take({ ...entry, failed: [], at: null, errors: 0 });
      this.#commits = Number(number);
    }
    for (const { number } of await database.run<{ readonly number: string }>(
      `SELECT number FROM export_errors WHERE export = $1`,
      [id],
    ))
      past.failed.add(Number(number));
    return past.state(false);
  }
}

export function prepareJournal(database: Database): Promise<void> {
  return makeTables(database, TABLES);
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
  for (let last = "-1"; ; ) {
    const rows = await database.run<Omit<FailedInput, "row"> & { readonly number: string }>(
      `SELECT number, input, class, code, message FROM export_errors WHERE export = $1 AND number > $2 ORDER BY number LIMIT 1000`,
      [id, last],
    );
    if (rows.length === 0) break;
    last = rows.at(-1)!.number;
    for (const { number, ...row } of rows) file.append(`${JSON.stringify({ row: Number(number) + 1, ...row })}\n`);
    await file.flush();
  }
  await file.close();
}
