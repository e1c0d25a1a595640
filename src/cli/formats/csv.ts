/** Records as CSV (RFC 4180), safe for a spreadsheet to open. */
import { type Options, stringify } from "csv-stringify/sync";
import { type Cell, type Column, cellAt } from "./cell";

/** A number is data, with a sign too, and so is a lone dash: a spreadsheet does not run them. */
const harmless = /^(?:[+-]\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|-)$/;

const options: Options = {
  record_delimiter: "\n",
  // A text that a spreadsheet would take for a formula gets an apostrophe in front.
  escape_formulas: true,
  cast: {
    boolean: String,
    // Options of a single cell are checked anew each time: only where there is something to say.
    string(value) {
      if (value === "") return { value, quoted_empty: true };
      if (/^\s|\s$|\r/.test(value)) return { value, quoted: true };
      return harmless.test(value) ? { value, escape_formulas: false } : value;
    },
  },
};

/** The line with the titles. */
export function csvHead(columns: readonly Column[], show: (text: string) => string): string {
  return stringify([columns.map(({ title }) => show(title))], options);
}

/** The line of a record. What is absent or nil is empty; a text that is empty is `""`. */
export function csvLine(columns: readonly Column[], record: unknown, show: (text: string) => string): string {
  const cells = columns.map(({ path }): Cell => {
    const cell = cellAt(record, path);
    return typeof cell === "string" ? show(cell) : typeof cell === "number" ? String(cell) : cell;
  });
  return stringify([cells], options);
}
