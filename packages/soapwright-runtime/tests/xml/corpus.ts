/** The shared corpus, if it exists. It is third-party data and no part of this repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";

export const HAS_CORPUS = existsSync(corpusFolder);

/** Replaces the tests of a file when the corpus is absent. */
export function testWithoutCorpus(): void {
  const message = `skipped: corpus absent at ${corpusFolder}`;
  test(message, () => {
    console.log(message);
  });
}

/** Rows of a table with a header line, as objects. */
export function readTable(path: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(join(corpusFolder, path), "utf8").trimEnd().split("\n");
  const columns = head!.split("\t");
  return rows.map((row) => Object.fromEntries(row.split("\t").map((cell, index) => [columns[index]!, cell])));
}

/** All XML documents of the corpus by extension, in a fixed order. */
export function documentPaths(): string[] {
  const all = readdirSync(corpusFolder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && /\.(?:wsdl|xsd|xml)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
