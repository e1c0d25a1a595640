import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Diagnostics } from "../diagnostics";
import { decodeDocument, EncodingProblem } from "../xml/decode";
import { parseXml } from "../xml/parse";
import type { XmlElement } from "../xml/tree";
import type { Catalog } from "./catalog";
import { isInside, readRegularFile, realPath } from "./file-source";
import { LoadProblem } from "./load-problem";
import { isAbsoluteReference, type Location, resolveReference, shownLocation } from "./location";
import type { LoadLimits } from "./options";
import { readRemote } from "./remote-source";

/** A document that was read. The same document is the same object, however it is named. */
export interface LoadedDocument {
  readonly location: Location;
  /** Absolute path with links followed, or the address. */
  readonly id: string;
  /** As shown in messages. */
  readonly shown: string;
  /** Absent when it is not XML: `diagnostics` says why. */
  readonly root: XmlElement | undefined;
  readonly sha256: string;
}

export interface LoaderRules {
  readonly catalog: Catalog;
  readonly allowOutside: boolean;
  readonly allowRemote: boolean;
  readonly limits: LoadLimits;
}

/** Reads documents once each, within the rules and limits of one run. */
export class DocumentLoader {
  private readonly byId = new Map<string, LoadedDocument>();
  private totalBytes = 0;
  /** Where documents may stand: the folder of the root, and those of catalogued files. */
  private readonly folders = new Set<string>();

  constructor(
    private readonly rules: LoaderRules,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Every document read, in the order of reading. */
  get documents(): readonly LoadedDocument[] {
    return [...this.byId.values()];
  }

  /** The document that the user named; its folder is where others may stand. @throws LoadProblem */
  async loadRoot(path: string): Promise<LoadedDocument> {
    const location = resolveReference(path, { kind: "file", path: `${process.cwd()}/.` });
    if (location.kind === "file") this.allowFolderOf(location.path);
    return this.read(location);
  }

  /**
   * The document that `reference` or, failing that, `namespace` names. Catalogue entries for the reference come first,
   * then the place it names, then catalogue entries for the namespace. @throws LoadProblem
   */
  async load(reference: string | undefined, namespace: string | undefined, base: Location): Promise<LoadedDocument> {
    const mapped = this.lookUp(reference, namespace, base);
    if (mapped !== undefined) {
      this.allowFolderOf(mapped);
      return this.read({ kind: "file", path: mapped });
    }
    if (reference === undefined)
      throw new LoadProblem("no location is given", "map the namespace to a file with --catalog", true);
    const location = resolveReference(reference, base);
    if (location.kind === "file") this.expectInside(location);
    else if (!this.rules.allowRemote) {
      const hint = "map it to a file with --catalog, or allow the network with --allow-remote";
      throw new LoadProblem(`${location.url} is not read: no network`, hint, true);
    }
    return this.read(location);
  }

  private lookUp(reference: string | undefined, namespace: string | undefined, base: Location): string | undefined {
    const { catalog } = this.rules;
    const byReference = reference === undefined ? undefined : catalog.lookUp(reference);
    if (byReference !== undefined) return byReference;
    const relativeReference = reference !== undefined && !isAbsoluteReference(reference) && base.kind === "file";
    return relativeReference || namespace === undefined ? undefined : catalog.lookUp(namespace);
  }

  private allowFolderOf(path: string): void {
    const folder = dirname(path);
    this.folders.add(folder);
    this.folders.add(realPath(folder, shownLocation({ kind: "file", path: folder })));
  }

  private expectInside(location: Location & { readonly kind: "file" }): void {
    if (this.rules.allowOutside) return;
    const shown = shownLocation(location);
    const inside = (path: string) => [...this.folders].some((folder) => isInside(path, folder));
    // First by its name alone, so that no answer tells which files exist elsewhere.
    if (inside(location.path) && inside(realPath(location.path, shown))) return;
    const hint = "allow it with --allow-outside, or map it to a file with --catalog";
    throw new LoadProblem(`file ${shown} is outside the folder of the WSDL`, hint);
  }

  private async read(location: Location): Promise<LoadedDocument> {
    const shown = shownLocation(location);
    const id = location.kind === "file" ? realPath(location.path, shown) : location.url;
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const { limits } = this.rules;
    if (this.byId.size >= limits.maxFiles)
      throw new LoadProblem(`more than ${limits.maxFiles} files`, "raise the limit with --max-files");
    const bytes =
      location.kind === "file"
        ? readRegularFile(id, shown, limits.maxFileBytes)
        : await readRemote(id, limits.maxFileBytes);
    this.totalBytes += bytes.length;
    if (this.totalBytes > limits.maxTotalBytes) {
      throw new LoadProblem(
        `more than ${limits.maxTotalBytes} bytes in all files`,
        "raise the limit with --max-total-bytes",
      );
    }
    const sha256 = createHash("sha256").update(withoutCarriageReturns(bytes)).digest("hex");
    const document: LoadedDocument = { location, id, shown, sha256, root: this.parse(bytes, shown) };
    this.byId.set(id, document);
    return document;
  }

  private parse(bytes: Uint8Array, shown: string): XmlElement | undefined {
    try {
      return parseXml(decodeDocument(bytes), shown, this.rules.limits.maxDepth, this.diagnostics);
    } catch (error) {
      if (!(error instanceof EncodingProblem)) throw error;
      this.diagnostics.error({ file: shown, line: 1, column: 1 }, `not readable as text: ${error.message}`);
      return undefined;
    }
  }
}

/** XML reads both line ends alike (XML 1.0, section 2.11), and so does the digest: a checkout may have either. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x0d)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replace(/\r\n?/g, "\n"), "latin1");
}
