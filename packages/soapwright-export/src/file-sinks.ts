/** Sinks that write a file line by line. */
import type { Column } from "./columns";
import type { InputResult, Sink, SinkPosition } from "./contracts";
import { csvLine } from "./csv";
import { cellText, jsonText } from "./export-values";
import { type Files, hasContent } from "./files";
import { inputValues, rowColumns, rowsOf, shapeOf } from "./rows";
import { TailFile } from "./tail-file";

/** The path and columns of a CSV file. */
export interface CsvSinkOptions {
  readonly path: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns of the input, which precede those of the item. Default: the key of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

/**
 * Returns a sink that writes one line for each item, after a line of titles. Undefined and null become an empty cell,
 * an empty string becomes `""`, bytes become base64 and lists JSON. A text that a spreadsheet would read as a formula
 * gets an apostrophe before it.
 */
export function csvSink({ path, columns, inputColumns }: CsvSinkOptions): Sink {
  const row = rowColumns(columns, inputColumns);
  const all = [...row.input, ...row.item];
  return new FileSink(path, {
    shape: `CSV of ${shapeOf(row)}`,
    head: csvLine(all.map(({ name }) => name)),
    lines: (result) =>
      rowsOf(row, result)
        .map((values) => csvLine(values.map((value, at) => cellText(all[at]!.type, value))))
        .join(""),
  });
}

/** The path and columns of a file of JSON lines. */
export interface NdjsonSinkOptions {
  readonly path: string;
  /**
   * The columns of the result, from `columnsOf`. A column of the input with the same name is renamed to `input.<name>`.
   */
  readonly columns?: readonly Column[];
  /** The columns of the input, which precede the properties of the item. Default: the key of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

/**
 * Returns a sink that writes one line of JSON for each item: the columns of the input, then the properties of the item.
 */
export function ndjsonSink({ path, columns = [], inputColumns }: NdjsonSinkOptions): Sink {
  const { input } = rowColumns(columns, inputColumns);
  return new FileSink(path, {
    shape: `NDJSON of ${input.map(({ name }) => name).join(", ")} and the item`,
    head: "",
    lines(result) {
      if (result.items.length === 0) return "";
      const values = inputValues(result);
      const beside = input.map(({ name, of }) => `${JSON.stringify(name)}:${jsonText(of(values) ?? null)}`).join(",");
      return result.items
        .map((item) => `{${[beside, membersOf(item)].filter((part) => part !== "").join(",")}}\n`)
        .join("");
    },
  });
}

/** Values other than records become the property `value`. The outer braces are left out. */
function membersOf(item: unknown): string {
  const isRecord = typeof item === "object" && item !== null && !Array.isArray(item) && !(item instanceof Uint8Array);
  return jsonText(isRecord ? item : { value: item ?? null }).slice(1, -1);
}

interface RowFormat {
  readonly shape: string;
  readonly head: string;
  readonly lines: (result: InputResult) => string;
}

/** A sink that appends lines to a file. Its position is the length of the file. */
export class FileSink implements Sink {
  readonly place: string;
  readonly shape: string;
  readonly files: Files;
  readonly #format: RowFormat;
  #file: TailFile | undefined;

  constructor(path: string, format: RowFormat) {
    this.place = path;
    this.shape = format.shape;
    this.files = { "the output": path };
    this.#format = format;
  }

  isThere(): Promise<boolean> {
    return hasContent(this.place);
  }

  async open(_id: string, position: SinkPosition | undefined): Promise<void> {
    const file = await TailFile.open(this.place, typeof position === "number" ? position : 0);
    this.#file = file;
    if (file.length === 0) file.append(this.#format.head);
  }

  write(result: InputResult): number {
    const text = this.#format.lines(result);
    if (text !== "") this.#file!.append(text);
    return text.length;
  }

  flush(): Promise<number> {
    return this.#file!.flush();
  }

  async finish(): Promise<void> {
    await this.flush();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
