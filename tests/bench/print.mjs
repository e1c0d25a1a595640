// Prints the tables on the terminal.
import { short } from "./statistics.mjs";

export function printFigure({ title, head, rows }) {
  console.log(`\n${title}`);
  printTable(head, rows);
}

/** Prints every ratio beside the required figure. */
export function printSummary(ratios) {
  console.log("\nratios beside the figures asked for");
  const rows = Object.entries(ratios).map(([name, { value, least, most, aim }]) => {
    const asked = least !== undefined ? `at least ${short(least)}` : most !== undefined ? `at most ${short(most)}` : "";
    const met = asked === "" ? "" : isMet({ value, least, most }) ? "met" : "MISSED";
    return [name, short(value), asked, aim === undefined ? "" : `aim ${aim}`, met];
  });
  printTable(["ratio", "measured", "asked", "", ""], rows);
}

export const isMet = ({ value, least, most }) => value >= (least ?? -Infinity) && value <= (most ?? Infinity);

function printTable(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at])))
      .join("  ");
  for (const row of [head, ...rows]) console.log(`  ${line(row).trimEnd()}`);
}
