import type { Column } from "../columns";
import type { InputResult, Sink } from "../contracts";
import { jsonText } from "../export-values";
import { rowColumns, shapeOf } from "../rows";
import { Database } from "./database";
import { PostgresJournal, type Transactions } from "./postgres-journal";
import { Table } from "./postgres-table";

/** How a table is written. */
export interface PostgresSinkOptions {
  /** `postgres://user@host/database`; the password may be in the variable `PGPASSWORD`. */
  readonly address: string;
  /** `table` or `schema.table`. It is made where there is none. */
  readonly table: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns that stand before those of the item. Default: none but the key. */
  readonly inputColumns?: readonly Column[];
  /** Keep the rows that the same inputs have from earlier exports. Default false. */
  readonly append?: boolean;
  /** A file that the failed inputs are written to at the end; they are in the table `export_errors` in any case. */
  readonly errors?: string;
}

/**
 * Rows in a table of PostgreSQL, under the primary key `export`, `input`, `item`. A batch is one transaction with its part
 * of the journal, so that each input is there exactly once. Needs the package `pg`.
 */
export function postgresSink(options: PostgresSinkOptions): Sink {
  return new PostgresSink(options);
}

class PostgresSink implements Sink, Transactions {
  readonly journal: PostgresJournal;
  readonly errors: string | undefined;
  readonly shape: string;
  readonly #options: PostgresSinkOptions;
  readonly #table: Table;
  #database: Promise<Database> | undefined;
  #id = "";
  #results: InputResult[] = [];

  constructor(options: PostgresSinkOptions) {
    const row = rowColumns(options.columns, options.inputColumns ?? []);
    this.#options = options;
    this.#table = new Table(options.table, row);
    this.errors = options.errors;
    this.shape = `table of ${shapeOf(row)}`;
    this.journal = new PostgresJournal(this);
  }

  get name(): string {
    return this.#table.name;
  }

  get place(): string {
    return `the table ${this.#table.name}`;
  }

  database(): Promise<Database> {
    this.#database ??= Database.connect(this.#options.address);
    return this.#database;
  }

  async isThere(): Promise<boolean> {
    return false;
  }

  async open(id: string): Promise<void> {
    this.#id = id;
    await this.#table.prepare(await this.database());
  }

  write(result: InputResult): number {
    this.#results.push(result);
    return jsonText(result.items).length;
  }

  /** The journal commits. */
  async flush(): Promise<null> {
    const results = this.#results;
    this.#results = [];
    const database = await this.database();
    await database.run("BEGIN");
    await this.#table.replace(database, this.#id, results, this.#options.append === true);
    return null;
  }

  async finish(): Promise<void> {}

  async close(): Promise<void> {
    // The journal is closed after the sink, and needs the connection for its last words.
    const database = await this.#database?.catch(() => undefined);
    await database?.run("ROLLBACK").catch(() => {});
    await this.journal.close();
    await database?.close();
    this.#database = undefined;
  }
}
