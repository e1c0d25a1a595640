/** A sink that writes Apache Parquet, with the package hyparquet-writer. */

import { createReadStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { NAME } from "soapwright-runtime/internal";
import type { Column } from "../columns";
import type { InputResult, Sink, SinkPosition } from "../contracts";
import { notInstalled } from "../export-error";
import { cellText, jsonText } from "../export-values";
import type { Files } from "../files";
import { linesOf } from "../lines";
import { type RowColumns, rowColumns, rowsOf, shapeOf } from "../rows";
import { FileSink } from "../sinks/file-sink";
import { withFile } from "../storage-error";
import { sizeOf, syncFolder } from "../tail-file";
import { type Digits, unscaled } from "./decimals";

/** The path and columns of a Parquet file. */
export interface ParquetSinkOptions {
  readonly path: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns of the input, which precede those of the item. Default: the key of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
  /** The digits of decimals for which the schema declares none. */
  readonly decimal?: Digits;
}

type Cell = string | null;
type ParquetValue = string | number | bigint | boolean | Uint8Array | undefined;

const GROUP = 20_000;

/**
 * Returns a sink that writes a Parquet file. The file is written when every input has ended, because its footer
 * describes all of it. Until then, and for inputs that are retried later, the rows are in a file beside it. A decimal
 * is a DECIMAL where the schema or `decimal` declares its digits and every value fits, otherwise text. Needs the
 * package `hyparquet-writer`.
 */
export function parquetSink(options: ParquetSinkOptions): Sink {
  return new ParquetSink(options);
}

class ParquetSink implements Sink {
  readonly place: string;
  readonly shape: string;
  readonly files: Files;
  readonly #rows: FileSink;
  readonly #row: RowColumns;
  readonly #columns: readonly Column[];
  readonly #decimal: Digits | undefined;

  constructor({ path, columns, inputColumns, decimal }: ParquetSinkOptions) {
    this.place = path;
    this.#row = rowColumns(columns, inputColumns);
    this.#columns = [...this.#row.input, ...this.#row.item];
    this.#decimal = decimal;
    this.shape = `Parquet of ${shapeOf(this.#row)}`;
    this.files = { "the output": path, "the rows": `${path}.rows`, "the output in the making": partOf(path) };
    this.#rows = new FileSink(`${path}.rows`, { shape: "", head: "", lines: (result) => this.#lines(result) });
  }

  isThere(): Promise<boolean> {
    return withFile("read", this.place, async () => ((await sizeOf(this.place)) ?? 0) > 0);
  }

  async open(id: string, position: SinkPosition | undefined): Promise<void> {
    // A missing package is reported before the first call.
    await loadWriter();
    await this.#rows.open(id, position);
  }

  write(result: InputResult): number {
    return this.#rows.write(result);
  }

  flush(): Promise<SinkPosition> {
    return this.#rows.flush();
  }

  async finish(): Promise<void> {
    await this.#rows.finish();
    const part = partOf(this.place);
    const digits = await this.#digits();
    await withFile("write", this.place, async () => {
      await this.#write(part, digits);
      const handle = await open(part, "r+");
      await handle.datasync().finally(() => handle.close());
      await rename(part, this.place);
      await syncFolder(this.place);
    });
  }

  close(): Promise<void> {
    return this.#rows.close();
  }

  #lines(result: InputResult): string {
    const rows = rowsOf(this.#row, result);
    return rows
      .map((row) => `${jsonText(row.map((value, at) => cellText(this.#columns[at]!.type, value) ?? null))}\n`)
      .join("");
  }

  async #digits(): Promise<readonly (Digits | undefined)[]> {
    const digits = this.#columns.map(({ type, digits: columnDigits }) =>
      type === "decimal" ? (columnDigits ?? this.#decimal) : undefined,
    );
    if (digits.every((each) => each === undefined)) return digits;
    for await (const row of this.#stored()) {
      for (const [at, each] of digits.entries()) {
        const text = row[at];
        if (each !== undefined && typeof text === "string" && unscaled(text, each) === undefined)
          digits[at] = undefined;
      }
    }
    return digits;
  }

  async #write(path: string, digits: readonly (Digits | undefined)[]): Promise<void> {
    const { fileWriter, ParquetWriter } = await loadWriter();
    const elements = this.#columns.map((column, at) => elementOf(column, digits[at]));
    const writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [{ name: "root", num_children: elements.length }, ...elements],
      createdBy: NAME,
    });
    let data = this.#columns.map((): ParquetValue[] => []);
    const writeGroup = async () => {
      const columnData = this.#columns.map(({ name }, at) => ({ name, data: data[at]! }));
      await writer.write({ columnData, rowGroupSize: GROUP });
      data = this.#columns.map(() => []);
    };
    for await (const row of this.#stored()) {
      for (const [at, column] of this.#columns.entries()) data[at]!.push(parquetValue(column, digits[at], row[at]));
      if (data[0]?.length === GROUP) await writeGroup();
    }
    if ((data[0]?.length ?? 0) > 0) await writeGroup();
    await writer.finish();
  }

  async *#stored(): AsyncGenerator<readonly Cell[]> {
    for await (const line of linesOf(createReadStream(this.#rows.place)))
      if (line !== "") yield JSON.parse(line) as readonly Cell[];
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}

function loadWriter() {
  return import("hyparquet-writer").catch(notInstalled("hyparquet-writer", "write Parquet"));
}

function elementOf({ name, type }: Column, digits: Digits | undefined) {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (digits !== undefined) {
    const { precision, scale } = digits;
    const isShort = precision <= 18;
    return isShort
      ? ({ ...optional, type: "INT64", converted_type: "DECIMAL", precision, scale } as const)
      : ({
          ...optional,
          type: "FIXED_LEN_BYTE_ARRAY",
          type_length: 16,
          converted_type: "DECIMAL",
          precision,
          scale,
        } as const);
  }
  if (type === "boolean") return { ...optional, type: "BOOLEAN" } as const;
  if (type === "int") return { ...optional, type: "INT32" } as const;
  if (type === "long") return { ...optional, type: "INT64" } as const;
  if (type === "double") return { ...optional, type: "DOUBLE" } as const;
  if (type === "bytes") return { ...optional, type: "BYTE_ARRAY" } as const;
  return { ...optional, type: "BYTE_ARRAY", converted_type: type === "json" ? "JSON" : "UTF8" } as const;
}

function parquetValue({ type }: Column, digits: Digits | undefined, text: Cell | undefined): ParquetValue {
  if (text === null || text === undefined) return undefined;
  if (digits !== undefined) return unscaled(text, digits);
  if (type === "boolean") return text === "true";
  if (type === "int") return Number(text);
  if (type === "long") return BigInt(text);
  if (type === "double") return Number(text.replace("INF", "Infinity"));
  if (type === "bytes") return Buffer.from(text, "base64");
  return type === "json" ? (JSON.parse(text) as ParquetValue) : text;
}
