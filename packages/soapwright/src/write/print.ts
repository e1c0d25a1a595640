import { printStructure } from "ts-morph";
import type { EmittedFile } from "../emit/emit";
import { banner, type Origin } from "./banner";

/** Returns the texts of files by name, each with its banner. */
export function printFiles(files: Iterable<EmittedFile>, origin: Origin): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file.name, printFile(file));
  // If there are tables, only they contain the digest, so that a comment in a WSDL changes one file.
  const others = texts.has(tables) ? { source: origin.source } : origin;
  for (const [name, text] of texts) texts.set(name, `${banner(name === tables ? origin : others)}\n\n${text}\n`);
  return texts;
}

const tables = "schemas.ts";

function printFile({ structure }: EmittedFile): string {
  return printStructure(structure, { indentNumberOfSpaces: 2 })
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
