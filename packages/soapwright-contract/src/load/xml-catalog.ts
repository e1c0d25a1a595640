/** OASIS XML Catalogs 1.1: the entries of one catalog for URIs. A WSDL has no public identifiers. */
import { fileURLToPath } from "node:url";
import type { Diagnostics, Position } from "../diagnostics";
import { attribute, childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xmlNamespace } from "../xml/xml-namespaces";

const catalogNamespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";

export interface CatalogEntries {
  /** Returns the absolute path or URL for a namespace or location. */
  lookUp(key: string): string | undefined;
  /** Catalogs to search after this one. */
  readonly further: readonly { readonly path: string; readonly position: Position }[];
}

/** An entry for keys that start, or end, with `part`. */
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
export function readXmlCatalog(
  root: XmlElement,
  address: string,
  diagnostics: Diagnostics,
): CatalogEntries | undefined {
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
        this.diagnostics.warning(element, `${element.raw} of a catalog is not read`, {
          hint: "write uri, system, rewriteURI, rewriteSystem, uriSuffix, systemSuffix or nextCatalog",
        });
    }
  }

  #addEntry(element: XmlElement, [keyName, targetName, matches]: EntryForm, base: string): void {
    const [key, written] = [attribute(element, keyName)?.trim(), attribute(element, targetName)?.trim()];
    const target = written === undefined ? undefined : resolved(written, base);
    if (key === undefined || key === "" || target === undefined) {
      this.diagnostics.warning(element, `${element.raw} of a catalog is ignored`, {
        hint: `it needs ${keyName} and ${targetName}, an address or a path`,
      });
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
      this.diagnostics.warning(element, "nextCatalog is ignored", {
        hint: "its attribute catalog names a local file",
      });
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
