/** The formats of results: the values of `--format`, and the writer of each. */
import { Option } from "commander";
import { isArgumentError } from "soapwright-runtime/errors";
import { type JsonType, toJson } from "soapwright-runtime/json";
import { jsonText, printable } from "soapwright-runtime/xsd";
import { lineWidth, type Terminal } from "../terminal/terminal";
import { type Cell, type Column, cellAt } from "./cell";
import { columnsOfData } from "./columns-of-data";
import type { Canvas } from "./format-table";

/** Records as a table for a person. The text ends with a line break, and is empty without records. */
export async function tableText(
  columns: readonly Column[],
  records: readonly unknown[],
  canvas: Canvas = {},
): Promise<string> {
  const tables = await import("./format-table");
  return tables.tableText(columns, records, canvas);
}

export const formats = ["table", "json", "ndjson", "csv"] as const;

export type Format = (typeof formats)[number];

export interface FormatFlags {
  readonly format?: Format;
  readonly json?: true;
}

export function formatOptions(): Option[] {
  return [
    new Option(
      "--format <format>",
      "table for people; json, ndjson (a line for each item) or csv for programs (default: table)",
    ).choices(formats),
    new Option("--json", "short for --format json").conflicts("format"),
  ];
}

export function formatOf({ format, json }: FormatFlags): Format {
  return format ?? (json === true ? "json" : "table");
}

type Tables = typeof import("./format-table");
type CsvLine = typeof import("soapwright-export").csvLine;

interface ItemWriter {
  /** The text is empty if the writer collects items until the end. */
  item(item: unknown): string;
  end(): string;
}

/** What is known of the values that are printed. */
export interface Shown {
  /** For tables and CSV. Default: the columns of the data. */
  readonly columns?: readonly Column[] | undefined;
  /** The type of the value, or of a list's items, for JSON. */
  readonly type?: JsonType | undefined;
}

/** The library that draws tables is loaded with the first one, and so is the writer of CSV. */
export async function listWriter(
  format: Format,
  terminal: Terminal,
  { columns, type }: Shown = {},
): Promise<ItemWriter> {
  if (format === "json") return jsonList(type);
  if (format === "ndjson") return { item: (item) => `${textOf(item, type)}\n`, end: () => "" };
  if (format === "table") return tableList(await import("./format-table"), terminal, columns);
  const { csvLine } = await import("soapwright-export");
  return columns === undefined ? csvOfData(csvLine, terminal) : csvWith(csvLine, columns, terminal);
}

/** A response that does not fit its type is printed as it is. */
function textOf(value: unknown, type: JsonType | undefined, indent?: number): string {
  if (type === undefined || value === undefined) return jsonText(value, indent);
  try {
    return jsonText(toJson(type, value, { validation: "lenient" }), indent);
  } catch (error) {
    if (isArgumentError(error)) return jsonText(value, indent);
    throw error;
  }
}

export async function valueText(
  value: unknown,
  format: Format,
  terminal: Terminal,
  { columns, type }: Shown = {},
): Promise<string> {
  if (format === "json") return `${textOf(value, type, 2)}\n`;
  if (value === undefined) return "";
  if (format === "ndjson") return `${textOf(value, type)}\n`;
  const shownColumns = columns ?? columnsOfData([value]);
  if (format === "csv") {
    const writer = csvWith((await import("soapwright-export")).csvLine, shownColumns, terminal);
    return writer.item(value) + writer.end();
  }
  const tables = await import("./format-table");
  if (shownColumns.every(({ path }) => path.length === 0)) return `${tables.shown(cellAt(value, []))}\n`;
  const pairs = shownColumns.map(({ title, path }) => ({ Name: title, Value: cellAt(value, path) }));
  const present = pairs.filter((pair) => pair.Value !== undefined);
  return tables.tableText(titledPairs, present, canvasOf(terminal));
}

const titledPairs: readonly Column[] = [
  { title: "Name", path: ["Name"] },
  { title: "Value", path: ["Value"] },
];

function canvasOf(terminal: Terminal) {
  return { width: lineWidth(terminal), colors: terminal.screen?.colors };
}

function jsonList(type: JsonType | undefined): ItemWriter {
  let isFirst = true;
  return {
    item(item) {
      const start = isFirst ? "[\n  " : ",\n  ";
      isFirst = false;
      return start + textOf(item, type, 2).replace(/\n/g, "\n  ");
    },
    end: () => (isFirst ? "[]\n" : "\n]\n"),
  };
}

/** A head precedes the first record. Absent or nil values are empty; an empty string is `""`. */
function csvWith(csvLine: CsvLine, columns: readonly Column[], { screen }: Terminal): ItemWriter {
  // A terminal gets no control characters and needs no carriage return; a file gets the unchanged text.
  const shownLine = (cells: readonly Cell[]): string => {
    if (screen === undefined) return csvLine(cells);
    const line = csvLine(cells.map((cell) => (typeof cell === "string" ? printable(cell) : cell)));
    return line.replace(/\r\n$/, "\n");
  };
  let head = shownLine(columns.map(({ title }) => title));
  const afterHead = (line: string) => {
    const text = head + line;
    head = "";
    return text;
  };
  return {
    item: (item) => afterHead(shownLine(columns.map(({ path }) => cellAt(item, path)))),
    end: () => afterHead(""),
  };
}

function csvOfData(csvLine: CsvLine, terminal: Terminal): ItemWriter {
  return collected((items) => {
    const writer = csvWith(csvLine, columnsOfData(items), terminal);
    return items.map((item) => writer.item(item)).join("");
  });
}

/** Column widths depend on all items, so a table is printed at the end. */
function tableList(tables: Tables, terminal: Terminal, columns: readonly Column[] | undefined): ItemWriter {
  return collected((items) => {
    const all = columns ?? columnsOfData(items);
    const used = all.filter(({ path }) => items.some((item) => cellAt(item, path) !== undefined));
    // Items without a value have no columns, and are as many as they are.
    if (used.length === 0) return items.map((item) => `${tables.shown(cellAt(item, []))}\n`).join("");
    return tables.tableText(used, items, canvasOf(terminal));
  });
}

function collected(textOf: (items: readonly unknown[]) => string): ItemWriter {
  const items: unknown[] = [];
  return {
    item(item) {
      items.push(item);
      return "";
    },
    end: () => textOf(items),
  };
}
