/** RFC 4180: comma-separated values. */

import type { Column } from "../columns";
import type { Sink } from "../contracts";
import { csvLine } from "../csv";
import { cellText } from "../export-values";
import { rowColumns, rowsOf, shapeOf } from "../rows";
import { FileSink } from "./file-sink";

/** Options of a CSV file. */
export interface CsvSinkOptions {
  readonly path: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns before the item's. Default: the key of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

/**
 * A sink that writes a line for each item, under a line of titles. Undefined and null are empty, an empty string is
 * `""`, bytes are base64, lists are JSON. A text that a spreadsheet would read as a formula has an apostrophe before
 * it.
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
