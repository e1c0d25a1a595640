import { createReadStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import type { Column } from "./columns";
import type { Sink } from "./contracts";
import { notInstalled } from "./export-error";
import { cellText, jsonText } from "./export-values";
import { type CsvSinkOptions, FileSink } from "./file-sinks";
import { hasContent } from "./files";
import { linesOf } from "./lines";
import { NAME } from "./names";
import { rowColumns, rowsOf, shapeOf } from "./rows";
import { withFile } from "./storage-error";
import { syncFolder } from "./tail-file";

/** The path and columns of a Parquet file. */
export interface ParquetSinkOptions extends CsvSinkOptions {
  /** The digits of decimals for which the schema declares none. */
  readonly decimal?: Digits;
}

type Digits = NonNullable<Column["digits"]>;
type ParquetValue = string | number | bigint | boolean | Uint8Array | undefined;

const GROUP = 20_000;

/**
 * Returns a sink that writes a Parquet file. The file is written when every input has ended, because its footer
 * describes all of it. Until then, and for inputs that are retried later, the rows are in a file beside it. A decimal
 * is a DECIMAL where the schema or `decimal` declares its digits and every value fits, otherwise text. Needs the
 * package `hyparquet-writer`.
 */
export function parquetSink({ path, columns, inputColumns, decimal }: ParquetSinkOptions): Sink {
  const row = rowColumns(columns, inputColumns);
  const all = [...row.input, ...row.item];
  const part = `${path}.part`;
  const rows = new FileSink(`${path}.rows`, {
    shape: "",
    head: "",
    lines: (result) =>
      rowsOf(row, result)
        .map((values) => `${jsonText(values.map((value, at) => cellText(all[at]!.type, value) ?? null))}\n`)
        .join(""),
  });
  return {
    place: path,
    shape: `Parquet of ${shapeOf(row)}`,
    files: { "the output": path, "the rows": rows.place, "the output in the making": part },
    isThere: () => hasContent(path),
    async open(id, position) {
      // A missing package is reported before the first call.
      await loadWriter();
      await rows.open(id, position);
    },
    write: (result) => rows.write(result),
    flush: () => rows.flush(),
    async finish() {
      await rows.finish();
      const digits = await digitsOf(all, decimal, rows.place);
      await withFile("write", path, async () => {
        await writeParquet(part, all, digits, rows.place);
        const handle = await open(part, "r+");
        await handle.datasync().finally(() => handle.close());
        await rename(part, path);
        await syncFolder(path);
      });
    },
    close: () => rows.close(),
  };
}

type ColumnDigits = readonly (Digits | undefined)[];

/** A column has no digits if a value needs more. */
async function digitsOf(
  columns: readonly Column[],
  decimal: Digits | undefined,
  rowsPath: string,
): Promise<ColumnDigits> {
  const digits = columns.map((column) => (column.type === "decimal" ? (column.digits ?? decimal) : undefined));
  if (digits.every((each) => each === undefined)) return digits;
  for await (const row of storedRows(rowsPath)) {
    for (const [at, each] of digits.entries()) {
      const text = row[at];
      if (each !== undefined && typeof text === "string" && unscaled(text, each) === undefined) digits[at] = undefined;
    }
  }
  return digits;
}

async function writeParquet(
  path: string,
  columns: readonly Column[],
  digits: ColumnDigits,
  rowsPath: string,
): Promise<void> {
  const { fileWriter, ParquetWriter } = await loadWriter();
  const elements = columns.map((column, at) => elementOf(column, digits[at]));
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: "root", num_children: elements.length }, ...elements],
    createdBy: NAME,
  });
  const emptyGroup = () => columns.map(({ name }) => ({ name, data: [] as ParquetValue[] }));
  let columnData = emptyGroup();
  const writeGroup = async () => {
    await writer.write({ columnData, rowGroupSize: GROUP });
    columnData = emptyGroup();
  };
  for await (const row of storedRows(rowsPath)) {
    for (const [at, column] of columns.entries()) columnData[at]!.data.push(parquetValue(column, digits[at], row[at]));
    if (columnData[0]?.data.length === GROUP) await writeGroup();
  }
  if ((columnData[0]?.data.length ?? 0) > 0) await writeGroup();
  await writer.finish();
}

async function* storedRows(path: string): AsyncGenerator<readonly (string | null)[]> {
  for await (const line of linesOf(createReadStream(path)))
    if (line !== "") yield JSON.parse(line) as readonly (string | null)[];
}

function loadWriter() {
  return import("hyparquet-writer").catch(notInstalled("hyparquet-writer", "write Parquet"));
}

const ELEMENTS = {
  boolean: { type: "BOOLEAN" },
  int: { type: "INT32" },
  long: { type: "INT64" },
  double: { type: "DOUBLE" },
  bytes: { type: "BYTE_ARRAY" },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
} as const;

function elementOf({ name, type }: Column, digits: Digits | undefined) {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (digits === undefined) {
    const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
    return { ...optional, ...(type in ELEMENTS ? ELEMENTS[type as keyof typeof ELEMENTS] : text) };
  }
  const { precision, scale } = digits;
  const short = { type: "INT64" } as const;
  const long = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16 } as const;
  return { ...optional, ...(precision <= 18 ? short : long), converted_type: "DECIMAL", precision, scale } as const;
}

function parquetValue({ type }: Column, digits: Digits | undefined, text: string | null | undefined): ParquetValue {
  if (text === null || text === undefined) return undefined;
  if (digits !== undefined) return unscaled(text, digits);
  if (type === "boolean") return text === "true";
  if (type === "int") return Number(text);
  if (type === "long") return BigInt(text);
  if (type === "double") return Number(text.replace("INF", "Infinity"));
  if (type === "bytes") return Buffer.from(text, "base64");
  return type === "json" ? (JSON.parse(text) as ParquetValue) : text;
}

/** Returns `12.5` with a scale of 4 as 125000; undefined if the text needs more digits. */
export function unscaled(text: string, { precision, scale }: Digits): bigint | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);
  if (!isNumber || fraction.length > scale || whole.length > precision - scale) return undefined;
  const value = BigInt(`${whole}${fraction.padEnd(scale, "0")}` || "0");
  return sign === "-" ? -value : value;
}
