import type { EmittedFile } from "../emit/emit";
import { printStructure } from "../emit/ts-morph";

/** The text of a file: the only place where structures become text. */
export function printFile({ structure, texts }: EmittedFile, banner: string): string {
  const text = printStructure(structure, { indentNumberOfSpaces: 2 })
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return `${banner}\n\n${texts.restore(text)}\n`;
}
