/** Records as a table for a terminal. */

/** One column: its title and how to get its cell from a record. */
export interface Column<T> {
  readonly title: string;
  readonly cell: (record: T) => string | number | boolean | null | undefined;
  /** Numbers are aligned to the right. */
  readonly right?: boolean;
}

/** The table as text, one line per record, with a line break at its end. An absent or nil cell shows as `-`. */
export function tableText<T>(columns: readonly Column<T>[], records: readonly T[]): string {
  const rows = records.map((record) => columns.map(({ cell }) => printable(cell(record))));
  const titles = columns.map(({ title }) => title);
  const widths = columns.map((_, index) => Math.max(...[titles, ...rows].map((row) => widthOf(row[index]!))));
  const line = (row: readonly string[]) =>
    row
      .map((text, index) => padded(text, widths[index]!, columns[index]!.right === true))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const shown = rows.length === 0 ? ["(none)"] : rows.map(line);
  return `${[line(titles), rule, ...shown].join("\n")}\n`;
}

/** What could move the cursor, or turn the direction of text, is shown as an escape. */
export function printable(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return "-";
  return String(value).replace(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu,
    (character) => (character === "\n" ? "\\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

function padded(text: string, width: number, right: boolean): string {
  const blanks = " ".repeat(width - widthOf(text));
  return right ? blanks + text : text + blanks;
}

/** In characters as a terminal shows them: marks take no place, wide ones two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text.normalize("NFC")) {
    if (/\p{M}/u.test(character)) continue;
    width += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}
