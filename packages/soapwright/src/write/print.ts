import { printStructure, type StatementStructures, StructureKind } from "ts-morph";
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

/**
 * ts-morph prints the structures. It would look at each character of the statements that are text, and change none, so they
 * are joined with what it prints.
 */
function printFile({ statements }: EmittedFile): string {
  const lines: string[] = [];
  let structures: StatementStructures[] = [];
  const printStructures = () => {
    if (structures.length === 0) return;
    const text = printStructure(
      { kind: StructureKind.SourceFile, statements: structures },
      { indentNumberOfSpaces: 2 },
    );
    lines.push(isLink(structures[0]!) ? text.trimEnd() : `\n${text}`);
    structures = [];
  };
  for (const statement of statements) {
    if (typeof statement !== "string") {
      structures.push(statement);
      continue;
    }
    printStructures();
    lines.push(statement);
  }
  printStructures();
  return lines
    .join("\n")
    .replace(/ +$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Imports and exports have no empty line between them. */
function isLink({ kind }: StatementStructures): boolean {
  return kind === StructureKind.ImportDeclaration || kind === StructureKind.ExportDeclaration;
}
