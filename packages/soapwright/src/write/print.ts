import { printStructure } from "ts-morph";
import type { EmittedFile } from "../emit/emit";

/** The text of a file: the only place where structures become text. */
export function printFile({ structure }: EmittedFile, banner: string): string {
  const text = printStructure(structure, { indentNumberOfSpaces: 2 })
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return `${banner}\n\n${text}\n`;
}
