import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Diagnostics } from "../diagnostics";
import { permit, raise } from "../remedy";
import { decodeDocument, EncodingProblem } from "../xml/decode";
import { parseXml } from "../xml/parse";
import { AllowedPlaces } from "./allowed-places";
import type { Catalog, CatalogTarget } from "./catalog";
import { digestOf, parseDocument } from "./document-text";
import { LoadProblem, MissingFile, readDocumentFile, readStdin, realPath, stdinName, stdinShown } from "./file-source";
import { knownSchema } from "./known/schemas";
import type { LoadTerms } from "./load-options";
import {
  documentAddress,
  isAbsoluteReference,
  type Location,
  PeekedDocument,
  resolveReference,
  type SourceDocument,
  shownLocation,
} from "./location";
import { RemoteSource } from "./remote-source";

const MAP_IT = permit("map it to a file with --catalog", "--catalog");

/** A document with its bytes, and their digest after normalization of line ends. */
export interface LoadedDocument extends SourceDocument {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads each document once, within the rules and limits of one run. A relative reference in a local file is looked up
 * by its own catalog entry, then at its place, then by its namespace's entry; any other by both entries before its
 * place.
 */
export class DocumentLoader {
  private readonly byId = new Map<string, LoadedDocument>();
  private readonly bundled = new Map<string, SourceDocument>();
  private readonly peeked = new Map<string, LoadedDocument>();
  private readonly peekedFolders = new Set<string>();
  private totalBytes = 0;
  private readonly allowed: AllowedPlaces;
  private readonly requested = new Set<string>();
  private readonly remote: RemoteSource;

  constructor(
    private readonly catalog: Catalog,
    private readonly terms: LoadTerms,
  ) {
    this.allowed = new AllowedPlaces(terms);
    this.remote = new RemoteSource(terms.limits);
  }

  /** Paths of all requested files, including missing files. */
  get requestedFiles(): readonly string[] {
    return [...this.requested];
  }

  get peekedDocuments(): readonly LoadedDocument[] {
    return [...this.peeked.values()];
  }

  /** The documents of the contract, in the order of reading: without bundled schemas and peeked documents. */
  get documents(): readonly LoadedDocument[] {
    return [...this.byId.values()];
  }

  /** Returns the document that the user named, and allows its folder for further documents. @throws LoadProblem */
  async loadRoot(path: string): Promise<LoadedDocument> {
    // A path is not a reference (RFC 3986): # and % are characters of its names. A path with NUL is refused as one.
    const isReference = (isAbsoluteReference(path) && !existsSync(path)) || path.includes("\0");
    const location: Location = isReference
      ? resolveReference(path, { kind: "file", path: resolve("-") })
      : { kind: "file", path: resolve(path) };
    if (location.kind === "file") {
      this.allowed.allowFolderOf(location.path);
      if (path !== stdinName) return this.read(location);
      return this.keep(location, stdinName, stdinShown, await readStdin(this.terms.limits.maxFileBytes));
    }
    this.remote.remember(location.url);
    const address = documentAddress(location.url);
    this.allowed.allowAddress(address);
    // All redirects are allowed, because the user named this address.
    const document = await this.read({ kind: "remote", url: address }, () => {});
    if (document.location.kind === "remote") this.allowed.allowAddress(document.location.url);
    return document;
  }

  /**
   * Returns the document for `reference` or, failing that, `namespace`, in the order that the class names.
   *
   * @throws LoadProblem
   */
  async load(reference: string | undefined, namespace: string | undefined, base: Location): Promise<LoadedDocument> {
    const mapped = this.lookUp(reference, namespace, base);
    if (mapped !== undefined) return this.loadMapped(mapped);
    if (reference === undefined)
      throw new LoadProblem(
        "location-missing",
        "no location is given",
        permit("map the namespace to a file with --catalog", "--catalog"),
        true,
      );
    const location = resolveReference(reference, base);
    if (location.kind === "remote") {
      this.allowed.expectAddress(location.url);
      return this.readRemote(location);
    }
    if (base.kind === "remote")
      throw new LoadProblem("local-from-remote", "a document from the network refers to a local file", MAP_IT);
    this.requested.add(location.path);
    try {
      this.allowed.expectFile(location);
    } catch (error) {
      if (!(error instanceof LoadProblem)) throw error;
      if (error instanceof MissingFile && namespace !== undefined) {
        const named = this.catalog.lookUp(namespace);
        if (named !== undefined) return this.loadMapped(named);
        throw this.withCatalogs(error, namespace);
      }
      const document = this.peek(location);
      if (document === undefined) throw error;
      // Siblings of a document outside need the same permission, which has been reported.
      if (this.peekedFolders.has(dirname(base.path))) return document;
      this.peekedFolders.add(dirname(location.path));
      throw new PeekedDocument(error, document);
    }
    return this.read(location);
  }

  /** Returns the error for a file that neither exists nor has an entry in a catalog. */
  private withCatalogs({ reason, message, remedy }: MissingFile, namespace: string): LoadProblem {
    const { files } = this.catalog;
    const shown = files.map((path) => shownLocation({ kind: "file", path })).join(", ");
    const searched = files.length === 0 ? "" : `, and no entry of ${shown} names the namespace "${namespace}"`;
    const start = remedy.hint === undefined ? "map" : `${remedy.hint} Or map`;
    const mapping = permit(`${start} the namespace to a file with --catalog`, "--catalog");
    return new LoadProblem(reason, `${message}${searched}`, { ...remedy, ...mapping });
  }

  /** Returns a remote document. @throws LoadProblem with `mayBeElsewhere`, because the document may be optional. */
  private async readRemote(location: Location & { readonly kind: "remote" }): Promise<LoadedDocument> {
    const found = new Diagnostics();
    try {
      const document = await this.read(location, (url) => this.allowed.expectAddress(url), found);
      const wrong = found.all.find(({ severity }) => severity === "error");
      if (document.root === undefined)
        throw new LoadProblem(wrong?.reason ?? "remote-not-xml", `${document.shown} is ${wrong?.message ?? "not XML"}`);
      for (const one of found.all) this.terms.diagnostics.add(one);
      return document;
    } catch (error) {
      if (!(error instanceof LoadProblem)) throw error;
      throw new LoadProblem(error.reason, error.message, error.remedy.hint === undefined ? MAP_IT : error.remedy, true);
    }
  }

  /**
   * Returns a schema or WSDL outside the folders, so that one run finds all permissions that are needed. Returns
   * undefined for other and missing files, so that no message discloses them.
   */
  private peek(location: Location & { readonly kind: "file" }): LoadedDocument | undefined {
    const { limits } = this.terms;
    try {
      const id = realPath(location.path, "");
      const peeked = this.peeked.get(id);
      if (peeked !== undefined) return peeked;
      if (this.peeked.size >= limits.maxFiles) return undefined;
      const bytes = readDocumentFile(id, "", limits.maxFileBytes);
      if (this.totalBytes + bytes.length > limits.maxTotalBytes) return undefined;
      const shown = shownLocation(location);
      const root = parseXml(decodeDocument(bytes), shown, limits.maxDepth, new Diagnostics());
      if (root === undefined || !/^(?:schema|definitions)$/.test(root.name.local)) return undefined;
      this.totalBytes += bytes.length;
      const document: LoadedDocument = { location, id, shown, sha256: "", bytes, root };
      this.peeked.set(id, document);
      return document;
    } catch (error) {
      if (error instanceof LoadProblem || error instanceof EncodingProblem) return undefined;
      throw error;
    }
  }

  /** Returns the bundled schema of a namespace. It counts neither against the limits nor as read. */
  bundledSchema(namespace: string): SourceDocument | undefined {
    const text = knownSchema(namespace);
    if (text === undefined) return undefined;
    const name = `the generator's schema of ${namespace}`;
    const previous = this.bundled.get(name);
    if (previous !== undefined) return previous;
    const root = parseXml(text, name, this.terms.limits.maxDepth, this.terms.diagnostics);
    const document: SourceDocument = { location: { kind: "file", path: name }, id: name, shown: name, root };
    this.bundled.set(name, document);
    return document;
  }

  /** A catalog may refer to its own folder, the WSDL's, the working directory, and elsewhere if allowed. */
  private async loadMapped({ place, catalog }: CatalogTarget): Promise<LoadedDocument> {
    if (isAbsoluteReference(place)) {
      const location = resolveReference(place, { kind: "file", path: catalog });
      if (location.kind === "remote") this.allowed.expectAddress(location.url);
      return this.read(location);
    }
    const location: Location = { kind: "file", path: place };
    this.requested.add(place);
    this.allowed.expectFile(location, [dirname(catalog), process.cwd()]);
    this.allowed.allowFolderOf(place);
    return this.read(location);
  }

  private lookUp(
    reference: string | undefined,
    namespace: string | undefined,
    base: Location,
  ): CatalogTarget | undefined {
    const { catalog } = this;
    const byReference = reference === undefined ? undefined : catalog.lookUp(reference);
    if (byReference !== undefined) return byReference;
    const isRelative = reference !== undefined && !isAbsoluteReference(reference);
    const byAddress = isRelative ? catalog.lookUp(addressOf(resolveReference(reference, base))) : undefined;
    if (byAddress !== undefined) return byAddress;
    return (isRelative && base.kind === "file") || namespace === undefined ? undefined : catalog.lookUp(namespace);
  }

  private async read(
    location: Location,
    expectRedirect = (url: string): void => this.allowed.expectAddress(url),
    diagnostics = this.terms.diagnostics,
  ): Promise<LoadedDocument> {
    const shown = shownLocation(location);
    if (location.kind === "file") this.requested.add(location.path);
    const id = location.kind === "file" ? realPath(location.path, shown) : documentAddress(location.url);
    const loaded = this.byId.get(id);
    if (loaded !== undefined) return loaded;
    const { limits } = this.terms;
    if (this.byId.size >= limits.maxFiles)
      throw new LoadProblem("too-many-files", `more than ${limits.maxFiles} files`, raise("--max-files"));
    if (location.kind === "file")
      return this.keep(location, id, shown, readDocumentFile(id, shown, limits.maxFileBytes));
    const { bytes, url } = await (this.terms.read?.(id) ?? this.remote.read(id, expectRedirect));
    return this.keep({ kind: "remote", url }, id, shown, bytes, diagnostics);
  }

  private keep(
    location: Location,
    id: string,
    shown: string,
    bytes: Uint8Array,
    diagnostics = this.terms.diagnostics,
  ): LoadedDocument {
    const { limits } = this.terms;
    this.totalBytes += bytes.length;
    if (this.totalBytes > limits.maxTotalBytes) {
      throw new LoadProblem(
        "too-many-bytes",
        `more than ${limits.maxTotalBytes} bytes in all files`,
        raise("--max-total-bytes"),
      );
    }
    const document: LoadedDocument = {
      location,
      id,
      shown,
      sha256: digestOf(bytes),
      bytes,
      root: parseDocument(bytes, shown, limits.maxDepth, diagnostics),
    };
    this.byId.set(id, document);
    return document;
  }
}

/** An entry for a relative reference applies to its resolved address too (XML Catalogs 1.1, section 7). */
function addressOf(location: Location): string {
  return location.kind === "remote" ? location.url : pathToFileURL(location.path).href;
}
