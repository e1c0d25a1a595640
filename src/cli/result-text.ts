/** What an operation answered, whatever its shape, for a terminal. */
import { type Column, printable, tableText } from "./table";

type Cell = string | number | boolean | null | undefined;
type Row = ReadonlyMap<string, Cell>;

/** The deepest records that have columns of their own; what is further down is shown as JSON. */
const deepest = 3;

/** A list as a table, a record as its names and values, anything else as it is. Ends with a line break, or is empty. */
export function resultText(result: unknown): string {
  if (result === undefined) return "";
  if (Array.isArray(result)) return listText(result);
  if (!isRecord(result)) return `${printable(cellText(result))}\n`;
  const rows = [...rowOf(result)].map(([name, value]) => ({ name, value }));
  return tableText(
    [
      { title: "Name", cell: ({ name }: { name: string; value: Cell }) => name },
      { title: "Value", cell: ({ value }) => value },
    ],
    rows,
  );
}

/** A result as JSON: what JSON has no word for as text. */
export function resultJson(result: unknown): string {
  return `${JSON.stringify(result, plain, 2) ?? "null"}\n`;
}

function plain(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = Reflect.get(this as object, key);
  if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
  return typeof value === "bigint" ? String(value) : value;
}

function listText(items: readonly unknown[]): string {
  if (items.length === 0) return "(none)\n";
  const rows = items.map((item) => (isRecord(item) ? rowOf(item) : new Map([["Value", cellOf(item)]])));
  const isAlone = items.every((item) => !isRecord(item));
  // An item that is nil has no columns of its own.
  const titled = isAlone ? rows : rows.filter((_, index) => isRecord(items[index]));
  const titles = [...new Set(titled.flatMap((row) => [...row.keys()]))];
  const columns = titles.map(
    (title): Column<Row> => ({
      title,
      cell: (row) => row.get(title),
      right: isNumeric(rows.map((row) => row.get(title))),
    }),
  );
  return tableText(columns, rows);
}

/** Some are numbers, and the others are not there. */
function isNumeric(cells: readonly Cell[]): boolean {
  const values = cells.filter((cell) => cell !== undefined && cell !== null);
  return values.length > 0 && values.every((value) => typeof value === "number");
}

/** The values of a record by their names, those of records in it by dotted ones. */
function rowOf(record: object, prefix = "", depth = 1): Map<string, Cell> {
  const row = new Map<string, Cell>();
  for (const [key, value] of Object.entries(record)) {
    const name = prefix + key;
    if (isRecord(value) && depth < deepest)
      for (const [inner, cell] of rowOf(value, `${name}.`, depth + 1)) row.set(inner, cell);
    else row.set(name, cellOf(value));
  }
  return row;
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return value;
  return typeof value === "number" || typeof value === "boolean" ? value : cellText(value);
}

function cellText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => !isRecord(item) && !Array.isArray(item))) {
    return value.map((item) => (item === null ? "-" : cellText(item))).join(", ");
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (typeof value !== "object" || value === null) return String(value);
  return JSON.stringify(value, plain);
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
