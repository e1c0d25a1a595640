import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withoutStop } from "soapwright-runtime/errors";
import { printable } from "soapwright-runtime/xsd";
import { Diagnostics, diagnosticText, type Position } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import { raise } from "../remedy";
import { decodeDocument, EncodingProblem } from "../xml/decode";
import { parseXml } from "../xml/parse";
import { attribute, childElements, type XmlElement, xmlNamespace } from "../xml/xml";
import type { LoadLimits } from "./default-limits";
import { LoadProblem, readDocumentFile, realPath } from "./file-source";

export interface CatalogTarget {
  /** Absolute path, or a URL. */
  readonly place: string;
  /** Absolute path of the catalog. */
  readonly catalog: string;
}

/** Maps namespaces and locations to places, so that nothing is fetched over the network. */
export interface Catalog {
  lookUp(key: string): CatalogTarget | undefined;
  /** Absolute paths of all catalogs read, including catalogs that others name. */
  readonly files: readonly string[];
}

/** The error for a catalog that cannot be read, with the line of the wrong entry. */
export class CatalogProblem extends Error {
  constructor(
    readonly reason: DiagnosticReason,
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
      throw new LoadProblem("too-many-catalogs", `more than ${limits.maxFiles} catalogs`, raise("--max-files"));
    seen.add(path);
    const entries = entriesOf(file, readDocumentFile(path, file, limits.maxFileBytes), limits, diagnostics);
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
        diagnostics.warning(position, error.reason, `nextCatalog is ignored: ${error.message}`);
      }
    }
  };
  for (const file of files) {
    try {
      const entries = read(file);
      if (entries !== undefined) readFurther(entries);
    } catch (error) {
      if (!(error instanceof LoadProblem)) throw error;
      throw new CatalogProblem(error.reason, file, 1, `cannot read the catalog: ${error.message}`);
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
    throw new CatalogProblem(error.reason, file, 1, `cannot read the catalog: ${error.message}`);
  }
  if (!/^\s*</.test(text)) return readLines(file, text);
  const found = new Diagnostics();
  const root: XmlElement | undefined = parseXml(text, file, limits.maxDepth, found);
  const wrong = found.all.find(({ severity }) => severity === "error");
  if (root === undefined || wrong !== undefined) {
    const said = wrong === undefined ? "not XML" : printable(withoutStop(diagnosticText(wrong)));
    throw new CatalogProblem(wrong?.reason ?? "catalog-not-xml", file, wrong?.position.line ?? 1, said);
  }
  const entries = readXmlCatalog(root, pathToFileURL(resolve(file)).href, diagnostics);
  if (entries === undefined)
    throw new CatalogProblem("catalog-root", file, root.position.line, `not a catalog: its root is ${root.raw}`);
  return entries;
}

function readLines(file: string, text: string): CatalogEntries {
  const entries = new Map<string, string>();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const [key, path] = line.split("\t").map((field) => field.trim());
    if (key === undefined || key === "" || path === undefined || path === "") {
      throw new CatalogProblem("catalog-line", file, index + 1, "not an entry: a namespace or location, a tab, a path");
    }
    if (!entries.has(key)) entries.set(key, resolve(dirname(file), path));
  });
  return { lookUp: (key) => entries.get(key), further: [] };
}

const catalogNamespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";

interface CatalogEntries {
  /** Returns the absolute path or URL for a namespace or location. */
  lookUp(key: string): string | undefined;
  /** Catalogs to search after this one. */
  readonly further: readonly { readonly path: string; readonly position: Position }[];
}

interface PartEntry {
  readonly part: string;
  readonly target: string;
}

/** The attributes for the key and the target of an entry, and the part of a name that the key is. */
type EntryForm = readonly [key: string, target: string, matches: "whole" | "start" | "end"];

const entryForms: ReadonlyMap<string, EntryForm> = new Map<string, EntryForm>([
  ["uri", ["name", "uri", "whole"]],
  ["system", ["systemId", "uri", "whole"]],
  ["rewriteURI", ["uriStartString", "rewritePrefix", "start"]],
  ["rewriteSystem", ["systemIdStartString", "rewritePrefix", "start"]],
  ["uriSuffix", ["uriSuffix", "uri", "end"]],
  ["systemSuffix", ["systemIdSuffix", "uri", "end"]],
]);

/** Section 7: returns the entries of a catalog at an address, undefined for a document that is not a catalog. */
function readXmlCatalog(root: XmlElement, address: string, diagnostics: Diagnostics): CatalogEntries | undefined {
  if (root.name.namespace !== catalogNamespace || root.name.local !== "catalog") return undefined;
  const reader = new Reader(diagnostics);
  reader.readGroup(root, baseOf(root, address));
  return reader.entries();
}

/** Reads the elements of a catalog into its entries, and reports those that it does not know. */
class Reader {
  readonly #exact = new Map<string, string>();
  readonly #starts: PartEntry[] = [];
  readonly #ends: PartEntry[] = [];
  readonly #further: { path: string; position: Position }[] = [];
  readonly #reportedNames = new Set<string>();

  constructor(private readonly diagnostics: Diagnostics) {}

  readGroup(parent: XmlElement, base: string): void {
    for (const element of childElements(parent)) {
      if (element.name.namespace === catalogNamespace) this.#readEntry(element, baseOf(element, base));
    }
  }

  entries(): CatalogEntries {
    const longestFirst = (one: PartEntry, other: PartEntry): number => other.part.length - one.part.length;
    const [starts, ends] = [this.#starts.sort(longestFirst), this.#ends.sort(longestFirst)];
    return {
      further: this.#further,
      // Section 7.2.2, steps 2 to 4: the exact entry, then the longest start, then the longest end.
      lookUp: (key) => {
        const exact = this.#exact.get(key);
        if (exact !== undefined) return exact;
        const start = starts.find(({ part }) => key.startsWith(part));
        if (start !== undefined) return placeAt(start.target + key.slice(start.part.length));
        const end = ends.find(({ part }) => key.endsWith(part));
        return end === undefined ? undefined : placeAt(end.target);
      },
    };
  }

  #readEntry(element: XmlElement, base: string): void {
    const form = entryForms.get(element.name.local);
    if (form !== undefined) {
      this.#addEntry(element, form, base);
      return;
    }
    switch (element.name.local) {
      case "group":
        this.readGroup(element, base);
        break;
      case "nextCatalog":
        this.#readNextCatalog(element, base);
        break;
      case "public":
      case "doctype":
      case "document":
        // These entries map public identifiers, which a WSDL and its schemas do not use.
        break;
      default:
        if (this.#reportedNames.has(element.raw)) break;
        this.#reportedNames.add(element.raw);
        this.diagnostics.warning(
          element,
          "catalog-element-unread",
          `${element.raw} of a catalog is not read`,
          "write uri, system, rewriteURI, rewriteSystem, uriSuffix, systemSuffix or nextCatalog",
        );
    }
  }

  #addEntry(element: XmlElement, [keyName, targetName, matches]: EntryForm, base: string): void {
    const [key, written] = [attribute(element, keyName)?.trim(), attribute(element, targetName)?.trim()];
    const target = written === undefined ? undefined : resolved(written, base);
    if (key === undefined || key === "" || target === undefined) {
      this.diagnostics.warning(
        element,
        "catalog-entry-incomplete",
        `${element.raw} of a catalog is ignored`,
        `it needs ${keyName} and ${targetName}, an address or a path`,
      );
    } else if (matches === "start") this.#starts.push({ part: key, target });
    else if (matches === "end") this.#ends.push({ part: key, target });
    else if (!this.#exact.has(key)) this.#exact.set(key, placeAt(target));
  }

  #readNextCatalog(element: XmlElement, base: string): void {
    const written = attribute(element, "catalog")?.trim();
    const target = written === undefined ? undefined : resolved(written, base);
    if (target !== undefined && /^file:/i.test(target))
      this.#further.push({ path: placeAt(target), position: element.position });
    else
      this.diagnostics.warning(
        element,
        "catalog-next-incomplete",
        "nextCatalog is ignored",
        "its attribute catalog names a local file",
      );
  }
}

/** Returns the base address of the references in an element (XML Base). */
function baseOf(element: XmlElement, around: string): string {
  const written = attribute(element, "base", xmlNamespace);
  return (written === undefined ? undefined : resolved(written, around)) ?? around;
}

function resolved(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** Returns the path of a `file:` URL, and any other URL unchanged. The loader decides which may be read. */
function placeAt(url: string): string {
  if (!/^file:/i.test(url)) return url;
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
