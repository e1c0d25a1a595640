/** RFC 4180: comma-separated values. */

import type { Column } from "../columns";
import type { Sink } from "../contracts";
import { csvLine } from "../csv";
import { cellText } from "../export-values";
import { rowColumns, rowsOf, shapeOf } from "../rows";
import { FileSink } from "./file-sink";

/** How a file of comma-separated values is written. */
export interface CsvSinkOptions {
  readonly path: string;
  /** The columns of the result, from `columnsOf`. */
  readonly columns: readonly Column[];
  /** The columns that stand before those of the item. Default: the name of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

/**
 * A line for each item, under a line of titles. Absent and nil values are empty, an empty text is `""`, bytes are base64,
 * lists are JSON. A text that a spreadsheet would take for a formula has an apostrophe before it.
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
