import type { Column } from "../columns";
import type { InputResult, Sink } from "../contracts";
import { jsonText } from "../export-values";
import { rowColumns, shapeOf } from "../rows";
import { Database } from "./database";
import { PostgresJournal } from "./postgres-journal";
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
  const { address, errors, append = false, onWaiting } = options;
  const row = rowColumns(options.columns, options.inputColumns ?? []);
  const table = new Table(options.table, row);
  let connection: Promise<Database> | undefined;
  const database = () => {
    connection ??= Database.connect(address, onWaiting);
    return connection;
  };
  const journal = new PostgresJournal(database, table.name, errors);
  let exportId = "";
  let results: InputResult[] = [];
  return {
    journal,
    place: `the table ${table.name}`,
    shape: `table of ${shapeOf(row)}`,
    isThere: async () => false,
    async open(id) {
      exportId = id;
      await table.prepare(await database());
    },
    write(result) {
      results.push(result);
      return jsonText(result.items).length;
    },
    /** The journal commits the transaction. */
    async flush() {
      const flushed = results;
      results = [];
      const open = await database();
      await open.run("BEGIN");
      await table.replace(open, exportId, flushed, append);
      return null;
    },
    async finish() {},
    async close() {
      // The journal closes after the sink and still needs the connection.
      const open = await connection?.catch(() => undefined);
      await open?.run("ROLLBACK").catch(() => {});
      await journal.close();
      await open?.close();
      connection = undefined;
    },
  };
}
