/** Comma-separated values (RFC 4180) that a spreadsheet may open: what exports write, and what the command prints. */
import { stringify } from "csv-stringify/sync";

/** A value of a line. Absent and nil ones are empty, an empty text is `""`. */
export type CsvCell = string | number | bigint | boolean | null | undefined;

const OPTIONS = {
  record_delimiter: "windows",
  cast: {
    boolean: String,
    // Options of a single cell are checked anew each time: only where there is something to say.
    string(value: string) {
      const text = guarded(value);
      if (text === "") return { value: text, quoted_empty: true };
      return /^'?\s|\s$|[\r\n]/.test(text) ? { value: text, quoted: true } : text;
    },
  },
} as const;

/** A line with its end. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return stringify([cells.map((cell) => (typeof cell === "number" ? String(cell) : cell))], OPTIONS);
}

/** What formulas begin with, in full width too. */
const SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20";
const ANY = new RegExp(`[${SIGNS}]|^[\\t\\r\\n]`, "u");
const FORMULA = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*([${SIGNS}])`, "u");
/** What spreadsheets skip before a formula. */
const LEAD = /^[\s\p{Cc}\p{Cf}"]*/u;
/** A number is data, with a sign too, and so is a lone dash: a spreadsheet does not run them. */
const HARMLESS = /^[\s"]*(?:[+-](?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|INF)|-)[\s"\]}]*$/i;

/**
 * A text that no spreadsheet takes for a formula, and no part of it either: one that divides lines at semicolons or tabs
 * does so inside of cells too, because a quotation mark counts only where its own field begins.
 */
function guarded(text: string): string {
  if (!ANY.test(text)) return text;
  const [lead] = LEAD.exec(text)!;
  const [first = "", ...rest] = text.slice(lead.length).split(/([;,\t\r\n])/);
  const isFormula = /^[\t\r\n]/.test(text) || mayRun(first);
  const isWhole = !isFormula && !rest.some(mayRun);
  if (isWhole) return text;
  if (isJson(text)) return lead + [first, ...rest].map((part) => (mayRun(part) ? escaped(part) : part)).join("");
  return (isFormula ? "'" : "") + lead + first + rest.map((part) => (mayRun(part) ? `'${part}` : part)).join("");
}

function mayRun(part: string): boolean {
  return FORMULA.test(part) && !HARMLESS.test(part);
}

/** An apostrophe would break JSON, and it has a way of its own to write any character. */
function escaped(part: string): string {
  const [{ length }, sign] = FORMULA.exec(part) as unknown as [string, string];
  const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
  return `${part.slice(0, length - 1)}\\u${code}${part.slice(length)}`;
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
