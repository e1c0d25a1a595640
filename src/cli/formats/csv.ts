import { csvLine } from "soapwright-export/internal";
import { type Cell, type Column, cellAt } from "./cell";

export function csvHead(columns: readonly Column[], show: (text: string) => string): string {
  return csvLine(columns.map(({ title }) => show(title)));
}

/** The line of a record. Absent or nil values are empty; an empty string is `""`. */
export function csvRecord(columns: readonly Column[], record: unknown, show: (text: string) => string): string {
  return csvLine(
    columns.map(({ path }): Cell => {
      const cell = cellAt(record, path);
      return typeof cell === "string" ? show(cell) : cell;
    }),
  );
}
