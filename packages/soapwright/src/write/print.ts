import { printStructure } from "ts-morph";
import type { EmittedFile } from "../emit/emit";
import { banner, type Origin } from "./banner";

/** The texts of files by their names, with the banner of what they are made of. */
export function printFiles(files: Iterable<EmittedFile>, origin: Origin): Map<string, string> {
  const line = banner(origin);
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file.name, printFile(file, line));
  return texts;
}

/** The text of a file: the only place where structures become text. */
function printFile({ structure }: EmittedFile, line: string): string {
  const text = printStructure(structure, { indentNumberOfSpaces: 2 })
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return `${line}\n\n${text}\n`;
}
