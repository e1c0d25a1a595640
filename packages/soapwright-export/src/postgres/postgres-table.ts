import type { Column, ColumnType } from "../columns";
import type { InputResult } from "../contracts";
import { ExportError } from "../export-error";
import { cellText } from "../export-values";
import { type RowColumns, rowsOf } from "../rows";
import { snakeCase } from "../snake-case";
import type { Database } from "./database";

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: "text",
  boolean: "boolean",
  int: "integer",
  long: "bigint",
  integer: "numeric",
  decimal: "numeric",
  double: "double precision",
  bytes: "bytea",
  json: "jsonb",
};

interface TableColumn {
  readonly name: string;
  readonly type: string;
}

const KEY: readonly TableColumn[] = [
  { name: "export", type: "text" },
  { name: "input", type: "text" },
  { name: "item", type: "integer" },
];
/** PostgreSQL truncates longer names (PostgreSQL, 4.1.1). */
const LONGEST_NAME = 63;

/** The table of the rows. Its primary key is export, input key and item number. */
export class Table {
  readonly name: string;
  readonly #columns: readonly TableColumn[];
  readonly #row: RowColumns;
  readonly #types: readonly ColumnType[];

  constructor(name: string, row: RowColumns) {
    checkName(name);
    this.name = name;
    this.#row = row;
    const columns = [...row.input, ...row.item];
    const names = columnNames(columns);
    this.#types = columns.map(({ type }) => type);
    this.#columns = [...KEY, ...columns.map(({ type }, at) => ({ name: names[at]!, type: TYPES[type] }))];
  }

  /**
   * A table that exists is not created, so that a user without that right can write to it. Throws an `ExportError` if
   * it has another shape.
   */
  async prepare(database: Database): Promise<void> {
    if (!(await isTable(database, this.#quoted))) {
      const columns = this.#columns.map(
        ({ name, type }, at) => `${quoted(name)} ${type}${at < KEY.length ? " NOT NULL" : ""}`,
      );
      const index = quoted(`${this.name.split(".").at(-1)}_input`.slice(-LONGEST_NAME));
      // Statements that are sent together are one transaction.
      await database.run(
        `CREATE TABLE IF NOT EXISTS ${this.#quoted} (${columns.join(", ")}, PRIMARY KEY ("export", "input", "item"));
         CREATE INDEX IF NOT EXISTS ${index} ON ${this.#quoted} ("input")`,
      );
    }
    await this.check(database);
  }

  /**
   * With `keepsEarlier`, only rows of this export are replaced, otherwise those of all exports. A duplicate input
   * counts once.
   */
  async replace(database: Database, id: string, results: readonly InputResult[], keepsEarlier: boolean): Promise<void> {
    const byInput = new Map(results.map((result) => [result.input.key, result]));
    if (byInput.size === 0) return;
    const keys = [...byInput.keys()];
    if (keepsEarlier)
      await database.run(`DELETE FROM ${this.#quoted} WHERE "input" = ANY($1) AND "export" = $2`, [keys, id]);
    else await database.run(`DELETE FROM ${this.#quoted} WHERE "input" = ANY($1)`, [keys]);
    const cells: (string | null)[][] = this.#columns.map(() => []);
    for (const [key, result] of byInput) {
      for (const [item, values] of rowsOf(this.#row, result).entries()) {
        const row = [id, key, String(item), ...values.map((value, at) => sqlText(this.#types[at]!, value))];
        for (const [at, cell] of row.entries()) cells[at]!.push(cell);
      }
    }
    if (cells[0]!.length === 0) return;
    const names = this.#columns.map(({ name }) => quoted(name));
    const arrays = this.#columns.map(({ type }, at) => `$${at + 1}::${type}[]`);
    const set = names.slice(KEY.length).map((name) => `${name} = EXCLUDED.${name}`);
    await database.run(
      `INSERT INTO ${this.#quoted} (${names.join(", ")}) SELECT * FROM unnest(${arrays.join(", ")}) ON CONFLICT ("export", "input", "item") DO ${set.length === 0 ? "NOTHING" : `UPDATE SET ${set.join(", ")}`}`,
      cells,
    );
  }

  /** Throws an `ExportError` if the table does not exist or has another shape. */
  async check(database: Database): Promise<void> {
    if (!(await isTable(database, this.#quoted)))
      throw this.#other("no longer exists. Restore it, or run the export again with --restart, which makes it.");
    const found = await database.run<{ readonly name: string; readonly type: string; readonly must: boolean }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AND NOT atthasdef AS must
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [this.#quoted],
    );
    const types = new Map(found.map(({ name, type }) => [name, type]));
    const remedy = "Choose another table, or rename or drop this one.";
    for (const { name, type } of this.#columns) {
      const there = types.get(name);
      if (there === undefined) throw this.#other(`has no column ${name}. ${remedy}`);
      if (there !== type)
        throw this.#other(`has a column ${name} of type ${there}, and the export writes ${type}. ${remedy}`);
    }
    const columnNames = new Set(this.#columns.map(({ name }) => name));
    const more = found.find(({ name, must }) => must && !columnNames.has(name));
    if (more !== undefined)
      throw this.#other(`has a column ${more.name} that may not be null, and the export does not fill it. ${remedy}`);
  }

  get #quoted(): string {
    return this.name.split(".").map(quoted).join(".");
  }

  #other(what: string): ExportError {
    return new ExportError("TABLE", `The table ${this.name} ${what}`);
  }
}

/** Other selectable relations count too. The name is quoted. */
export async function isTable(database: Database, name: string): Promise<boolean> {
  const [row] = await database.run<{ readonly is: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS is`, [name]);
  return row?.is === true;
}

function checkName(name: string): void {
  const parts = name.split(".");
  const fits = (part: string) => part !== "" && !part.includes('"') && Buffer.byteLength(part) <= LONGEST_NAME;
  if (parts.length <= 2 && parts.every(fits)) return;
  throw new ExportError(
    "OPTION",
    `The name of a table is table or schema.table, without quotation marks, each with at most ${LONGEST_NAME} bytes.`,
  );
}

/** Returns names such as `shelf_place_row` for `ShelfPlace.Row`. A name that is in use gets a number. */
function columnNames(columns: readonly Column[]): string[] {
  const taken = new Set(KEY.map(({ name }) => name));
  return columns.map(({ name }) => {
    const plain = snakeCase(name).slice(0, LONGEST_NAME - 4);
    let free = plain;
    for (let number = 2; taken.has(free); number++) free = `${plain}_${number}`;
    taken.add(free);
    return free;
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function sqlText(type: ColumnType, value: unknown): string | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  const text = cellText(type, value);
  if (text === undefined) return null;
  return type === "double" ? text.replace("INF", "Infinity") : text;
}
