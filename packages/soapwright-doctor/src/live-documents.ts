/** The live WSDL with the documents that it imports from the same origin, within limits. */
import type { DocumentSource, Location, SourceDocument, UnreadDocument, XmlElement } from "soapwright-contract";
import { isNamed, LoadProblem, wsdlNamespace, xsdNamespace } from "soapwright-contract";
import { isServiceError } from "soapwright-runtime";
import { XmlTextDecoder } from "soapwright-runtime/internal";
import { XmlTree } from "./xml-tree";

/** A document as received. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly charset: string | undefined;
}

/** The limits of all documents of one contract together. */
export interface DocumentLimits {
  readonly maxDocuments: number;
  readonly maxBytes: number;
  readonly maxElements: number;
}

/** Ten times the largest known WSDL. */
export const documentLimits: DocumentLimits = { maxDocuments: 100, maxBytes: 32 * 2 ** 20, maxElements: 500_000 };

/** Reads at most `maxBytes` of one document of the same origin. Rejects with a message fit for users. */
export type ReadDocument = (url: URL, maxBytes: number) => Promise<DocumentBytes>;

/** The error for a document that is no WSDL. The message describes the document. */
export class NoWsdl extends Error {}

/** Documents of one origin. Each is requested once, even if that fails. */
export class LiveDocuments implements DocumentSource {
  readonly unread: UnreadDocument[] = [];
  readonly #root: URL;
  readonly #read: ReadDocument;
  readonly #limits: DocumentLimits;
  readonly #known = new Map<string, SourceDocument | LoadProblem>();
  #bytes = 0;
  #elements = 0;

  constructor(root: URL, read: ReadDocument, limits: DocumentLimits) {
    this.#root = root;
    this.#read = read;
    this.#limits = limits;
  }

  /** Returns the root document. @throws NoWsdl */
  root(bytes: DocumentBytes): SourceDocument {
    const root = this.#tree(this.#root, bytes);
    if (!isNamed(root, wsdlNamespace, "definitions")) {
      throw new NoWsdl(`its root element is ${root.name.local}, not definitions of WSDL 1.1`);
    }
    return this.#keep(this.#root, root);
  }

  async load(
    reference: string | undefined,
    namespace: string | undefined,
    base: Location,
    kind: "wsdl" | "schema",
  ): Promise<SourceDocument> {
    if (reference === undefined) throw new LoadProblem("no location is given", undefined, true);
    const from = base.kind === "remote" ? base.url : base.path;
    const isAddress = URL.canParse(reference, from);
    const url = new URL(isAddress ? reference : from, from);
    url.hash = "";
    const known = isAddress ? this.#known.get(url.href) : undefined;
    const found = known ?? (isAddress ? await this.#ask(url) : new LoadProblem("its location is no address"));
    if (!(found instanceof LoadProblem)) return found;
    if (known === undefined) {
      const place = url.origin === "null" ? url.protocol : url.origin + url.pathname;
      this.unread.push({ place, reason: found.message, kind, namespace });
      if (isAddress) this.#known.set(url.href, found);
    }
    throw found;
  }

  async #ask(url: URL): Promise<SourceDocument | LoadProblem> {
    const left = this.#limits.maxBytes - this.#bytes;
    if (this.#known.size >= this.#limits.maxDocuments) {
      return new LoadProblem(`there are more than ${this.#limits.maxDocuments} documents`);
    }
    if (url.origin !== this.#root.origin) return new LoadProblem("it is at another origin", undefined, true);
    if (left <= 0) return new LoadProblem("the documents before it are at the limit already");
    try {
      const root = this.#tree(url, await this.#read(url, left));
      const isOurs = root.name.namespace === wsdlNamespace || root.name.namespace === xsdNamespace;
      return isOurs ? this.#keep(url, root) : new LoadProblem("it is neither a WSDL nor a schema");
    } catch (error) {
      return new LoadProblem(error instanceof Error ? error.message.replace(/\.$/, "") : String(error));
    }
  }

  #keep({ href }: URL, root: XmlElement): SourceDocument {
    const document = { location: { kind: "remote", url: href }, id: href, shown: root.position.file, root } as const;
    this.#known.set(href, document);
    return document;
  }

  #tree({ origin, pathname }: URL, { bytes, charset }: DocumentBytes): XmlElement {
    this.#bytes += bytes.length;
    const { maxElements } = this.#limits;
    const tree = new XmlTree(origin + pathname, () => {
      if (++this.#elements > maxElements) {
        throw new NoWsdl(`it has more than ${maxElements.toLocaleString("en-US")} elements`);
      }
    });
    const decoder = new XmlTextDecoder(charset, { forgiving: true });
    try {
      // In chunks, so that the whole text is not in memory twice.
      for (let at = 0; at < bytes.length; at += 65_536) tree.write(decoder.write(bytes.subarray(at, at + 65_536)));
      tree.write(decoder.end());
      return tree.end();
    } catch (error) {
      if (!isServiceError(error)) throw error;
      throw new NoWsdl(`it cannot be read: ${error.message.replace("The response", "it").replace(/\.$/, "")}`);
    }
  }
}
