import type { SourceFileStructure } from "ts-morph";
import { lineBreak } from "../emit/layout";
import { printStructure } from "../emit/ts-morph";

/** The text of a file: the only place where structures become text. */
export function printFile(structure: SourceFileStructure, banner: string): string {
  const text = printStructure(structure, { indentNumberOfSpaces: 2 });
  return `${banner}\n\n${text
    .replaceAll(lineBreak, "\n")
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
