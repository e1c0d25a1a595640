import { printable } from "soapwright-runtime/internal";

/** Rows under headings, columns as wide as their widest cell; empty without rows. `count` is for the title. */
export function table(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  count: number = rows.length,
): string {
  if (rows.length === 0) return "";
  const cells = [headings, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => Array.from(row[column] ?? "").length)));
  const lines = cells.map((row) =>
    `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );
  const [head = "", ...body] = lines;
  return `${title} (${count})\n${head}\n  ${widths.map((width) => "-".repeat(width)).join("  ")}\n${body.join("\n")}\n\n`;
}

function padded(cell: string, width: number): string {
  return cell + " ".repeat(width - Array.from(cell).length);
}
