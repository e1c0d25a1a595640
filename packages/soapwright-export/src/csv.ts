/** Comma-separated values (RFC 4180), safe to open in a spreadsheet: for exports and the command's output. */
import { stringify } from "csv-stringify/sync";

/** Undefined and null become an empty cell, an empty string becomes `""`. */
type CsvCell = string | number | bigint | boolean | null | undefined;

const OPTIONS = {
  record_delimiter: "windows",
  cast: {
    boolean: String,
    // csv-stringify validates the options of each cell, so only cells that need options return them.
    string(value: string) {
      const text = guarded(value);
      if (text === "") return { value: text, quoted_empty: true };
      return /^'?\s|\s$|[\r\n]/.test(text) ? { value: text, quoted: true } : text;
    },
  },
} as const;

/** The line has its end. A text that a spreadsheet would read as a formula gets an apostrophe before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return stringify([cells.map((cell) => (typeof cell === "number" ? String(cell) : cell))], OPTIONS);
}

/** Formulas may begin with full-width forms too. */
const SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20";
const ANY = new RegExp(`[${SIGNS}]|^[\\t\\r\\n]`, "u");
const FORMULA = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*([${SIGNS}])`, "u");
/** Spreadsheets skip these characters before a formula. */
const LEAD = /^[\s\p{Cc}\p{Cf}"]*/u;
/** Spreadsheets do not evaluate a signed number or a single dash. */
const HARMLESS = /^[\s"]*(?:[+-](?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|INF)|-)[\s"\]}]*$/i;

/**
 * No spreadsheet reads the text as a formula, neither the whole nor a part. Programs that split lines at semicolons or
 * tabs split inside cells too, because they recognize a quotation mark only at the start of their own field.
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

/** Writes the sign as a \u escape, because an apostrophe would make JSON invalid. */
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
