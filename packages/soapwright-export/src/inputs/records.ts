import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { ExportError } from "../export-error";
import { linesOf } from "../lines";
import { storageError } from "../storage-error";
import { textOfInputs } from "./input-text";

/** One record of a file of inputs, as text. */
export interface InputRecord {
  /** The number of the record's last line, from 1. */
  readonly line: number;
  /** The cells by column. The single value of a file without columns has an empty name. */
  readonly cells: Readonly<{ [column: string]: string }>;
}

const LONGEST = 1_048_576;
const CORRECT = "Correct the line, then run the same export again.";

/**
 * Reads a file or a stream, record by record. The first line decides the format: a JSON object, a single value, or
 * column titles separated by commas, semicolons or tabs. `onTitles` receives the titles, even if no record follows; an
 * error that it throws ends the reading.
 *
 * Throws an `ExportError` with the line where the file cannot be read.
 */
export async function* readRecords(
  source: string | AsyncIterable<Uint8Array | string>,
  onTitles: (titles: readonly string[]) => void = () => {},
): AsyncGenerator<InputRecord, void, undefined> {
  const name = typeof source === "string" ? source : "standard input";
  const file = typeof source === "string" ? createReadStream(source) : undefined;
  try {
    const { first, text } = await peek(textOfInputs(file ?? (source as Exclude<typeof source, string>), name), name);
    if (first.trim() === "") throw new ExportError("INPUT", `${name} is empty. It needs a line for each input.`);
    if (/^\s*\[/.test(first))
      throw new ExportError("INPUT", `${name} is a list in JSON. Write each of its items as a line of its own.`);
    if (/^\s*\{/.test(first)) {
      yield* jsonRecords(text, name);
      return;
    }
    const isId = /^\s*"?[+-]?\d+"?\s*$/.test(first);
    let titles: readonly string[] | undefined = isId ? [""] : undefined;
    for await (const { line, values } of csvRows(text, name, isId ? "," : dividerOf(first))) {
      if (titles === undefined) {
        titles = values;
        onTitles(titles);
      } else yield { line, cells: Object.fromEntries(titles.map((title, at) => [title, values[at] ?? ""])) };
    }
  } catch (error) {
    throw storageError("read", name, error, "INPUT");
  } finally {
    file?.destroy();
  }
}

async function peek(
  chunks: AsyncGenerator<string, void, undefined>,
  name: string,
): Promise<{ readonly first: string; readonly text: AsyncIterable<string> }> {
  let head = "";
  let isWhole = false;
  while (!isWhole) {
    const next = await chunks.next();
    if (next.done === true) break;
    head += next.value;
    const begun = head.replace(/^[\r\n]+/, "");
    isWhole = /\n|\r./.test(begun);
    if (begun.length > LONGEST)
      throw new ExportError(
        "INPUT",
        `${name} has no line break in its first ${LONGEST.toLocaleString("en-US")} characters. It needs a line for each input.`,
      );
  }
  async function* all() {
    yield head;
    yield* chunks;
  }
  return { first: head.replace(/^[\r\n]+/, "").split(/[\r\n]/, 1)[0] ?? "", text: all() };
}

function dividerOf(titles: string): string {
  const count = (divider: string) => titles.split(divider).length;
  return [",", ";", "\t"].reduce((best, divider) => (count(divider) > count(best) ? divider : best));
}

interface Row {
  readonly line: number;
  readonly values: readonly string[];
}

/** Skips lines without a value, which spreadsheets write for cleared rows. */
async function* csvRows(text: AsyncIterable<string>, name: string, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({
    trim: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST,
    delimiter,
  });
  const rest = Readable.from(text);
  rest.on("error", (error) => parser.destroy(error));
  rest.pipe(parser);
  try {
    for await (const each of parser) {
      const { record, info } = each as { readonly record: string[]; readonly info: { readonly lines: number } };
      yield { line: info.lines, values: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = Reflect.get(error, "lines");
    throw new ExportError("INPUT", `${name}, line ${String(line)}: ${csvWords(error.code)}. ${CORRECT}`);
  } finally {
    rest.destroy();
  }
}

function csvWords(code: string): string {
  if (/QUOTE/.test(code)) return "a quotation mark is not closed, or is in the middle of a value";
  if (/INCONSISTENT/.test(code)) return "the number of values is not that of the columns";
  if (/MAX_RECORD_SIZE/.test(code))
    return `a record has more than ${LONGEST.toLocaleString("en-US")} characters; a quotation mark may not be closed`;
  return "this is not comma-separated values";
}

async function* jsonRecords(chunks: AsyncIterable<string>, name: string): AsyncGenerator<InputRecord> {
  let line = 0;
  for await (const text of linesOf(chunks)) {
    line++;
    if (text.trim() === "") continue;
    yield { line, cells: cellsOf(text, `${name}, line ${line}`) };
  }
}

function cellsOf(text: string, place: string): InputRecord["cells"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExportError("INPUT", `${place}: this is not JSON. ${CORRECT}`);
  }
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isRecord ? Object.entries(value as object) : [["", value] as const];
  const cells = entries.filter(([, cell]) => cell !== null && typeof cell !== "object");
  const rounded = cells.find(([, cell]) => typeof cell === "number" && Math.abs(cell) > Number.MAX_SAFE_INTEGER);
  if (rounded !== undefined)
    throw new ExportError(
      "INPUT",
      `${place}: the number${rounded[0] === "" ? "" : ` in ${rounded[0]}`} has more digits than a number in JSON keeps. Write it as a text, in quotation marks, then run the same export again.`,
    );
  return Object.fromEntries(cells.map(([column, cell]) => [column, String(cell)]));
}

/** Yields the ids of a range, including both ends, as records. */
export function* rangeRecords(from: number, to: number): Generator<InputRecord, void, undefined> {
  for (let id = from; id <= to; id++) yield { line: id - from + 1, cells: { "": String(id) } };
}
