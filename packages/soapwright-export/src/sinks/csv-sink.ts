/** A sink that writes comma-separated values (RFC 4180). */

import type { Column } from "../columns";
import type { Sink } from "../contracts";
import { csvLine } from "../csv";
import { cellText } from "../export-values";
import { rowColumns, rowsOf, shapeOf } from "../rows";
import { FileSink } from "./file-sink";

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
