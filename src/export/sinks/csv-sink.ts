/** RFC 4180: comma-separated values. */
import { stringify } from "csv-stringify/sync";
import type { Column } from "../columns";
import type { Sink } from "../contracts";
import { rowColumns, rowsOf, shapeOf } from "../rows";
import { cellText } from "../values";
import { FileSink } from "./file-sink";

/** How a file of comma-separated values is written. */
export interface CsvSinkOptions {
  readonly path: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns that stand before those of the item. Default: the name of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

const FORMAT = { record_delimiter: "windows" } as const;

/**
 * A line for each item, under a line of titles. Absent and nil values are empty, bytes are base64, lists are JSON. A text
 * that a spreadsheet would take for a formula has an apostrophe before it.
 */
export function csvSink({ path, columns, inputColumns }: CsvSinkOptions): Sink {
  const row = rowColumns(columns, inputColumns);
  const all = [...row.input, ...row.item];
  return new FileSink(path, {
    shape: `CSV of ${shapeOf(row)}`,
    head: stringify([all.map(({ name }) => guarded(name))], FORMAT),
    lines(result) {
      if (result.items.length === 0) return "";
      const cells = rowsOf(row, result).map((values) =>
        values.map((value, at) => {
          const { type } = all[at]!;
          const text = cellText(type, value) ?? "";
          return type === "text" || type === "json" ? guarded(text) : text;
        }),
      );
      return stringify(cells, FORMAT);
    },
  });
}

/** Spreadsheets run what begins like this, also behind blanks and in full width; numbers are left alone. */
function guarded(text: string): string {
  return /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text)
    ? `'${text}`
    : text;
}
