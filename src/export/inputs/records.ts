/** Records of a file of inputs: comma-separated values, lines of JSON, or nothing but ids. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { errorCode } from "../error-code";
import { ExportError } from "../export-error";
import { linesOf } from "../lines";
import { storageError } from "../storage-error";

/** One record of a file of inputs. */
export interface InputRecord {
  /** The line where it ends, from 1. */
  readonly line: number;
  /** Its cells by column; the one value of a file without columns under the empty name. */
  readonly cells: Readonly<{ [column: string]: string }>;
}

/** The longest first line. */
const LONGEST_LINE = 1_048_576;

/**
 * Reads a file, or a stream, record by record. Its first line says what it is: an object of JSON, a value alone, or the
 * titles of columns, divided by commas, semicolons or tabs.
 *
 * Throws an `ExportError` with the line where the file cannot be read on.
 */
export async function* readRecords(
  source: string | AsyncIterable<Uint8Array | string>,
): AsyncGenerator<InputRecord, void, undefined> {
  const name = typeof source === "string" ? source : "standard input";
  const file = typeof source === "string" ? createReadStream(source) : undefined;
  try {
    const { first, rest } = await peek(file ?? (source as AsyncIterable<Uint8Array | string>), name);
    if (first.trim() === "") throw new ExportError("INPUT", `${name} is empty. It needs a line for each input.`);
    if (/^\s*\{/.test(first)) yield* jsonRecords(rest, name);
    else yield* csvRecords(rest, name, /^\s*"?-?\d+"?\s*$/.test(first) ? undefined : dividerOf(first));
  } catch (error) {
    throw storageError("read", name, error);
  } finally {
    file?.destroy();
  }
}

/** The first line, and all of the bytes. */
async function peek(
  bytes: AsyncIterable<Uint8Array | string>,
  name: string,
): Promise<{ readonly first: string; readonly rest: Readable }> {
  const chunks: Buffer[] = [];
  const iterator = bytes[Symbol.asyncIterator]();
  let text = "";
  let isWhole = false;
  while (!isWhole) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(Buffer.from(next.value));
    text = Buffer.concat(chunks)
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .replace(/^[\r\n]+/, "");
    isWhole = text.includes("\n");
    if (text.length > LONGEST_LINE)
      throw new ExportError(
        "INPUT",
        `${name} has no line break in its first ${LONGEST_LINE.toLocaleString("en-US")} characters. It needs a line for each input.`,
      );
  }
  async function* all() {
    yield* chunks;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { first: text.split("\n", 1)[0] ?? "", rest: Readable.from(all(), { objectMode: false }) };
}

/** What stands most often between the titles. */
function dividerOf(titles: string): string {
  const count = (divider: string) => titles.split(divider).length;
  return [",", ";", "\t"].reduce((best, divider) => (count(divider) > count(best) ? divider : best));
}

/** Without a divider there are no titles, and each line is a value. */
async function* csvRecords(rest: Readable, name: string, divider: string | undefined): AsyncGenerator<InputRecord> {
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    skip_empty_lines: true,
    delimiter: divider ?? ",",
    columns: divider !== undefined,
  });
  rest.on("error", (error) => parser.destroy(error));
  rest.pipe(parser);
  try {
    for await (const each of parser) {
      const { record, info } = each as { record: string[] | { [column: string]: string }; info: { lines: number } };
      yield { line: info.lines, cells: Array.isArray(record) ? { "": record[0] ?? "" } : record };
    }
  } catch (error) {
    const code = errorCode(error);
    if (code?.startsWith("CSV_") !== true) throw error;
    const line: unknown = Reflect.get(error as Error, "lines");
    throw new ExportError(
      "INPUT",
      `${name}, line ${String(line)}: ${csvWords(code)}. Correct the line, then run the same export again.`,
    );
  }
}

function csvWords(code: string): string {
  if (/QUOTE/.test(code)) return "a quotation mark is not closed, or is in the middle of a value";
  if (/INCONSISTENT/.test(code)) return "the number of values is not that of the columns";
  return "this is not comma-separated values";
}

async function* jsonRecords(rest: Readable, name: string): AsyncGenerator<InputRecord> {
  let line = 0;
  for await (const text of linesOf(rest)) {
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
    throw new ExportError("INPUT", `${place}: this is not JSON. Correct the line, then run the same export again.`);
  }
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isRecord ? Object.entries(value as object) : [["", value] as const];
  const cells = entries.filter(([, cell]) => cell !== null && typeof cell !== "object");
  return Object.fromEntries(cells.map(([column, cell]) => [column, String(cell)]));
}

/** The ids of a range, both ends included, as records. */
export function* rangeRecords(from: number, to: number): Generator<InputRecord, void, undefined> {
  for (let id = from; id <= to; id++) yield { line: id - from + 1, cells: { "": String(id) } };
}
