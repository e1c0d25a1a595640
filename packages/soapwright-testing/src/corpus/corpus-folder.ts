import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the corpus: `CORPUS_DIR`, or a folder beside the project. */
export const corpusFolder = resolve(__dirname, "../../../..", process.env.CORPUS_DIR || "../shared/corpus");

/** Whether the slow proofs run, as in `make corpus`. */
export const everything = process.env.CORPUS === "all";

/** Registers the suite if the corpus exists. Otherwise registers one test that reports its absence. */
export function describeCorpus(name: string, suite: () => void): void {
  if (existsSync(corpusFolder)) {
    describe(name, suite);
    return;
  }
  test(`${name}: skipped: corpus absent at ${corpusFolder}`, () => {
    console.log(`${name}: skipped: corpus absent`);
  });
}

/** Returns the rows of a table of the corpus, without its heading. */
export function corpusTable(path: string): string[][] {
  const lines = readFileSync(join(corpusFolder, path), "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t"));
}

/** Returns the 62 WSDLs by their paths in `wsdl/`. */
export function corpusWsdls(): string[] {
  return corpusTable("wsdl/SOURCES.tsv").map(([file]) => file ?? "");
}
