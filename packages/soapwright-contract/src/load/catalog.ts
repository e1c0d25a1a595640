import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Diagnostics, formatDiagnostic } from "../diagnostics";
import { decodeDocument, EncodingProblem } from "../xml/decode";
import { parseXml } from "../xml/parse";
import type { XmlElement } from "../xml/tree";
import { readRegularFile, realPath } from "./file-source";
import type { LoadLimits } from "./load-options";
import { LoadProblem } from "./load-problem";
import { type CatalogEntries, readXmlCatalog } from "./xml-catalog";

/** The place that a catalog maps a document to. */
export interface CatalogTarget {
  /** Absolute path, or a URL. */
  readonly place: string;
  /** Absolute path of the catalog. */
  readonly catalog: string;
}

/** Maps namespaces and locations to places, so that nothing is fetched over the network. */
export interface Catalog {
  /** Returns the place of a namespace or location. */
  lookUp(key: string): CatalogTarget | undefined;
  /** Absolute paths of all catalogs read, including catalogs that others name. */
  readonly files: readonly string[];
}

/** The error for a catalog that cannot be read, with the line of the wrong entry. */
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
 * Reads catalogs; the first entry of a key applies. A catalog is XML (OASIS XML Catalogs 1.1), or lines of a namespace
 * or an absolute location, a tab, and a path relative to the catalog; empty lines and lines that start with `#` are
 * ignored.
 * @throws CatalogProblem for a file that cannot be read or is no catalog.
 */
export function readCatalogs(files: readonly string[], limits: LoadLimits, diagnostics: Diagnostics): Catalog {
  const catalogs: { readonly path: string; readonly entries: CatalogEntries }[] = [];
  const seen = new Set<string>();
  const read = (file: string): CatalogEntries | undefined => {
    const path = realPath(file, file);
    if (seen.has(path)) return undefined;
    if (seen.size >= limits.maxFiles)
      throw new LoadProblem(`more than ${limits.maxFiles} catalogs`, "raise the limit with --max-files");
    seen.add(path);
    const entries = entriesOf(file, readRegularFile(path, file, limits.maxFileBytes), limits, diagnostics);
    catalogs.push({ path: resolve(file), entries });
    return entries;
  };
  // Catalogs that a catalog names come directly after it, before the user's next catalog.
  const readFurther = ({ further }: CatalogEntries): void => {
    for (const { path, position } of further) {
      try {
        const entries = read(path);
        if (entries !== undefined) readFurther(entries);
      } catch (error) {
        if (!(error instanceof LoadProblem)) throw error;
        diagnostics.warning(position, `nextCatalog is ignored: ${error.message}`);
      }
    }
  };
  for (const file of files) {
    try {
      const entries = read(file);
      if (entries !== undefined) readFurther(entries);
    } catch (error) {
      if (!(error instanceof LoadProblem)) throw error;
      throw new CatalogProblem(file, 1, `cannot read the catalog: ${error.message}`);
    }
  }
  return {
    files: catalogs.map(({ path }) => path),
    lookUp(key) {
      for (const { path, entries } of catalogs) {
        const place = entries.lookUp(key);
        if (place !== undefined) return { place, catalog: path };
      }
      return undefined;
    },
  };
}

function entriesOf(file: string, bytes: Uint8Array, limits: LoadLimits, diagnostics: Diagnostics): CatalogEntries {
  let text: string;
  try {
    text = decodeDocument(bytes);
  } catch (error) {
    if (!(error instanceof EncodingProblem)) throw error;
    throw new CatalogProblem(file, 1, `cannot read the catalog: ${error.message}`);
  }
  if (!/^\s*</.test(text)) return readLines(file, text);
  const found = new Diagnostics();
  const root: XmlElement | undefined = parseXml(text, file, limits.maxDepth, found);
  const wrong = found.all.find(({ severity }) => severity === "error");
  if (root === undefined || wrong !== undefined) {
    const said =
      wrong === undefined ? "not XML" : formatDiagnostic({ ...wrong, position: { ...wrong.position, line: 0 } });
    throw new CatalogProblem(file, wrong?.position.line ?? 1, said.replace(/^.*?: error: /, "").replace(/\.$/, ""));
  }
  const entries = readXmlCatalog(root, pathToFileURL(resolve(file)).href, diagnostics);
  if (entries === undefined)
    throw new CatalogProblem(file, root.position.line, `not a catalog: its root is ${root.raw}`);
  return entries;
}

function readLines(file: string, text: string): CatalogEntries {
  const entries = new Map<string, string>();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const [key, path] = line.split("\t").map((field) => field.trim());
    if (key === undefined || key === "" || path === undefined || path === "") {
      throw new CatalogProblem(file, index + 1, "not an entry: a namespace or location, a tab, a path");
    }
    if (!entries.has(key)) entries.set(key, resolve(dirname(file), path));
  });
  return { lookUp: (key) => entries.get(key), further: [] };
}
