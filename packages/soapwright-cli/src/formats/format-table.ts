/** Records as a table for a person, not wider than the terminal. */
import { styleText } from "node:util";
import { printable } from "soapwright-runtime/xsd";
import stringWidth from "string-width";
import { getBorderCharacters, table } from "table";
import { type Cell, type Column, cellAt } from "./cell";

export interface Canvas {
  readonly width?: number | undefined;
  readonly colors?: boolean | undefined;
}

interface Drawn {
  readonly title: string;
  readonly cells: readonly string[];
  readonly right: boolean;
}

const gap = 2;
/** Longer words are broken. If the words of all columns do not fit, each record becomes its own table. */
const longWord = 20;

/** The text ends with a line break, and is empty without records. */
export function tableText(columns: readonly Column[], records: readonly unknown[], canvas: Canvas = {}): string {
  if (records.length === 0) return "";
  const drawn = columns.map(
    ({ title, path, right = false }): Drawn => ({
      title: printable(title),
      cells: records.map((record) => shown(cellAt(record, path))),
      right,
    }),
  );
  const natural = drawn.map(({ title, cells }) => widest([title, ...cells]));
  const least = drawn.map(({ title, cells }) => Math.min(longWord, widest([title, ...cells].flatMap(wordsOf))));
  const widths = fitted(natural, least, canvas.width);
  return widths === undefined ? blocks(drawn, canvas) : grid(drawn, widths, canvas);
}

/** An absent cell is empty, a nil one is `null`, and strings that look like these have quotes. */
export function shown(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  return cell === "" || cell === "null" || /^\s|\s$|^".*"$/s.test(cell)
    ? printable(JSON.stringify(cell))
    : printable(cell);
}

/** Returns undefined if the columns do not fit. */
function fitted(natural: readonly number[], least: readonly number[], width = Infinity): number[] | undefined {
  const room = width - gap * (natural.length - 1);
  const sum = (widths: readonly number[]) => widths.reduce((total, one) => total + one, 0);
  if (sum(natural) <= room) return [...natural];
  if (sum(least) > room) return undefined;
  // The widest columns shrink first, all to one width.
  const capped = (cap: number) => natural.map((one, index) => Math.max(least[index]!, Math.min(one, cap)));
  let cap = Math.max(...natural);
  while (sum(capped(cap)) > room) cap--;
  return capped(cap);
}

function grid(drawn: readonly Drawn[], widths: readonly number[], { colors = false }: Canvas): string {
  const head = drawn.map(({ title }) => (colors ? styleText("bold", title, { validateStream: false }) : title));
  const rows = drawn[0]!.cells.map((_, row) => drawn.map(({ cells }) => cells[row]!));
  const text = table([head, ...rows], {
    border: { ...getBorderCharacters("void"), bodyJoin: " ".repeat(gap), joinJoin: " ".repeat(gap), joinBody: "-" },
    columnDefault: { paddingLeft: 0, paddingRight: 0, wrapWord: true },
    columns: widths.map((width, index) => ({ width, alignment: drawn[index]!.right ? "right" : "left" })),
    drawHorizontalLine: (index) => index === 1,
  });
  return text.replace(/[^\S\n]+$/gm, "");
}

/** Each record becomes a table of names and values, separated by an empty line. */
function blocks(drawn: readonly Drawn[], canvas: Canvas): string {
  const width = canvas.width ?? Infinity;
  const names = widest(["Name", ...drawn.map(({ title }) => title)]);
  const left = Math.min(names, Math.max(1, Math.floor((width - gap) / 2)));
  return drawn[0]!.cells
    .map((_, row) => {
      const present = drawn.filter(({ cells }) => cells[row] !== "");
      const values = present.map(({ cells }) => cells[row]!);
      const right = Math.max(1, Math.min(widest(["Value", ...values]), width - gap - left));
      const pair: Drawn[] = [
        { title: "Name", cells: present.map(({ title }) => title), right: false },
        { title: "Value", cells: values, right: false },
      ];
      return grid(pair, [left, right], canvas);
    })
    .join("\n");
}

/** The table library breaks lines at these places. */
function wordsOf(text: string): string[] {
  return text.split(/\s+|(?<=[\\/_.,;-])/);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, stringWidth(text)), 1);
}
