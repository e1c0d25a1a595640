import type { Column } from "../columns";
import type { InputResult, Sink } from "../contracts";
import { jsonText } from "../export-values";
import { rowColumns, shapeOf } from "../rows";
import { Database } from "./database";
import { PostgresJournal, type Transactions } from "./postgres-journal";
import { Table } from "./postgres-table";

/** The connection, table and columns of a sink in PostgreSQL. */
export interface PostgresSinkOptions {
  /** The address `postgres://user@host/database`. The password may be in the variable `PGPASSWORD`. */
  readonly address: string;
  /** The name `table` or `schema.table`. The table is created if it does not exist. */
  readonly table: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns of the input, which precede those of the item. Default: only the key. */
  readonly inputColumns?: readonly Column[];
  /** Whether to keep the rows of the same inputs from earlier exports. Default false. */
  readonly append?: boolean;
  /** The path of a file for the failed inputs, written at the end. The table `export_errors` always has them. */
  readonly errors?: string;
  /** Called with a sentence when connecting takes longer than three seconds. Default: the wait is not reported. */
  readonly onWaiting?: (message: string) => void;
}

/**
 * Returns a sink that writes rows to a PostgreSQL table with the primary key `export`, `input`, `item`. A batch and its
 * journal entry are one transaction, so that each input is written exactly once. Needs the package `pg`.
 */
export function postgresSink(options: PostgresSinkOptions): Sink {
  return new PostgresSink(options);
}

/** A sink that writes rows and journal to PostgreSQL in one transaction. */
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
    this.#database ??= Database.connect(this.#options.address, this.#options.onWaiting);
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

  /** The journal commits the transaction. */
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
    // The journal closes after the sink and still needs the connection.
    const database = await this.#database?.catch(() => undefined);
    await database?.run("ROLLBACK").catch(() => {});
    await this.journal.close();
    await database?.close();
    this.#database = undefined;
  }
}
