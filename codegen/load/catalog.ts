import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Maps namespaces and absolute locations to local files, so that nothing has to come over the network. */
export interface Catalog {
  /** Absolute path for a namespace or location. */
  lookUp(key: string): string | undefined;
}

/** The line of a catalogue that cannot be read as an entry. */
export class CatalogProblem extends Error {
  constructor(
    readonly file: string,
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads catalogues: each line a namespace or an absolute location, a tab, and a path relative to the catalogue. Empty
 * lines and lines that start with `#` are passed over. The first entry of a key counts.
 * @throws CatalogProblem for a file that cannot be read or a line without a tab.
 */
export function readCatalogs(files: readonly string[]): Catalog {
  const entries = new Map<string, string>();
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      throw new CatalogProblem(file, 1, "cannot read the catalog");
    }
    text.split(/\r?\n/).forEach((line, index) => {
      if (line.trim() === "" || line.startsWith("#")) return;
      const [key, path] = line.split("\t").map((field) => field.trim());
      if (key === undefined || key === "" || path === undefined || path === "") {
        throw new CatalogProblem(file, index + 1, "not an entry: a namespace or location, a tab, a path");
      }
      if (!entries.has(key)) entries.set(key, resolve(dirname(file), path));
    });
  }
  return { lookUp: (key) => entries.get(key) };
}
