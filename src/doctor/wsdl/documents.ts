/** The live WSDL with the documents that it imports from the same origin, within limits. */
import { isServiceError, XmlTextDecoder } from "../../door";
import { schemaNamespace, wsdlNamespace } from "./namespaces";
import { childrenOf, TooManyElements, type XmlNode, XmlTree } from "./xml-node";

/** A document as it came. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly charset: string | undefined;
}

/** A schema, with the namespace that it declares names in: an included one may take that of whoever includes it. */
export interface SchemaDocument {
  readonly root: XmlNode;
  readonly targetNamespace: string;
  /** Names that it refers to without a namespace are of the target namespace. */
  readonly takesNamespace: boolean;
}

/** A document that is imported and was not read. */
export interface UnreadDocument {
  /** Without query. */
  readonly place: string;
  readonly reason: string;
  readonly kind: "wsdl" | "schema";
  /** What it declares names in, where that is known. */
  readonly namespace: string | undefined;
}

/** All documents of a contract. */
export interface LiveDocuments {
  readonly definitions: readonly XmlNode[];
  readonly schemas: readonly SchemaDocument[];
  readonly unread: readonly UnreadDocument[];
}

/** What all documents of one contract may cost together. */
export interface DocumentLimits {
  readonly maxDocuments: number;
  readonly maxBytes: number;
  readonly maxElements: number;
}

/** More than any WSDL that is known has: the largest is a tenth of it. */
export const documentLimits: DocumentLimits = { maxDocuments: 100, maxBytes: 32 * 2 ** 20, maxElements: 500_000 };

/** Reads one document of the same origin: at most `maxBytes` of it. Rejects with a reason fit for users. */
export type ReadDocument = (url: URL, maxBytes: number) => Promise<DocumentBytes>;

/** The document is no WSDL; the message says what it is instead. */
export class NoWsdl extends Error {}

interface Wanted {
  readonly url: URL;
  readonly kind: "wsdl" | "schema";
  readonly namespace: string | undefined;
  /** The namespace of the schema that includes it. */
  readonly includedInto?: string;
}

/** The root document `first`, which stands at `url`, and what it leads to. Rejects with `NoWsdl`. */
export async function readDocuments(
  url: URL,
  first: DocumentBytes,
  read: ReadDocument,
  limits: DocumentLimits,
): Promise<LiveDocuments> {
  const reading = new Reading(url, limits);
  const root = reading.tree(first);
  if (root.name.namespace !== wsdlNamespace || root.name.local !== "definitions") {
    throw new NoWsdl(`its root element is ${root.name.local}, not definitions of WSDL 1.1`);
  }
  reading.addDefinitions(root, url);
  for (let wanted = reading.wanted.shift(); wanted !== undefined; wanted = reading.wanted.shift()) {
    await reading.follow(wanted, read);
  }
  return reading;
}

class Reading implements LiveDocuments {
  readonly definitions: XmlNode[] = [];
  readonly schemas: SchemaDocument[] = [];
  readonly unread: UnreadDocument[] = [];
  readonly wanted: Wanted[] = [];
  readonly #origin: string;
  readonly #limits: DocumentLimits;
  readonly #seen = new Set<string>();
  #bytes = 0;
  #elements = 0;

  constructor(url: URL, limits: DocumentLimits) {
    this.#origin = url.origin;
    this.#limits = limits;
    this.#seen.add(seenAs(url, undefined));
  }

  tree({ bytes, charset }: DocumentBytes): XmlNode {
    this.#bytes += bytes.length;
    const tree = new XmlTree(() => {
      if (++this.#elements > this.#limits.maxElements) throw new TooManyElements();
    });
    const decoder = new XmlTextDecoder(charset, { forgiving: true });
    try {
      // In pieces, so that no text is twice in memory as a whole.
      for (let at = 0; at < bytes.length; at += 65_536) tree.write(decoder.write(bytes.subarray(at, at + 65_536)));
      tree.write(decoder.end());
      return tree.end();
    } catch (error) {
      if (error instanceof TooManyElements) {
        throw new NoWsdl(`it has more than ${this.#limits.maxElements.toLocaleString("en-US")} elements`);
      }
      if (!isServiceError(error)) throw error;
      throw new NoWsdl(`it cannot be read: ${error.message.replace("The response", "it").replace(/\.$/, "")}`);
    }
  }

  addDefinitions(root: XmlNode, url: URL): void {
    this.definitions.push(root);
    for (const link of childrenOf(root, wsdlNamespace, "import")) {
      this.#want(link.attributes.get("location"), url, { kind: "wsdl", namespace: link.attributes.get("namespace") });
    }
    for (const types of childrenOf(root, wsdlNamespace, "types")) {
      for (const schema of childrenOf(types, schemaNamespace, "schema")) this.addSchema(schema, url, undefined);
    }
  }

  addSchema(root: XmlNode, url: URL, includedInto: string | undefined): void {
    const own = root.attributes.get("targetNamespace") ?? "";
    const takesNamespace = own === "" && includedInto !== undefined && includedInto !== "";
    const targetNamespace = takesNamespace ? includedInto : own;
    this.schemas.push({ root, targetNamespace, takesNamespace });
    for (const link of childrenOf(root, schemaNamespace, "import")) {
      const namespace = link.attributes.get("namespace") ?? "";
      this.#want(link.attributes.get("schemaLocation"), url, { kind: "schema", namespace });
    }
    for (const link of childrenOf(root, schemaNamespace, "include", "redefine")) {
      this.#want(link.attributes.get("schemaLocation"), url, {
        kind: "schema",
        namespace: targetNamespace,
        includedInto: targetNamespace,
      });
    }
  }

  async follow(wanted: Wanted, read: ReadDocument): Promise<void> {
    const { url, includedInto } = wanted;
    const left = this.#limits.maxBytes - this.#bytes;
    if (url.origin !== this.#origin) {
      this.#leaveOut(wanted, "it stands at another origin");
      return;
    }
    if (left <= 0) {
      this.#leaveOut(wanted, "the documents before it are at the limit already");
      return;
    }
    try {
      const root = this.tree(await read(url, left));
      if (root.name.namespace === wsdlNamespace) this.addDefinitions(root, url);
      else if (root.name.namespace === schemaNamespace) this.addSchema(root, url, includedInto);
      else this.#leaveOut(wanted, "it is neither a WSDL nor a schema");
    } catch (error) {
      this.#leaveOut(wanted, error instanceof Error ? error.message.replace(/\.$/, "") : String(error));
    }
  }

  #want(location: string | undefined, base: URL, what: Omit<Wanted, "url">): void {
    if (location === undefined) return;
    if (!URL.canParse(location, base.href)) {
      this.#leaveOut({ ...what, url: base }, "its location is no address");
      return;
    }
    const url = new URL(location, base);
    url.hash = "";
    const seen = seenAs(url, what.includedInto);
    if (this.#seen.has(seen)) return;
    this.#seen.add(seen);
    if (this.#seen.size > this.#limits.maxDocuments) {
      this.#leaveOut({ ...what, url }, `there are more than ${this.#limits.maxDocuments} documents`);
    } else this.wanted.push({ ...what, url });
  }

  #leaveOut({ url, kind, namespace }: Wanted, reason: string): void {
    this.unread.push({
      place: url.origin === "null" ? url.protocol : url.origin + url.pathname,
      reason,
      kind,
      namespace,
    });
  }
}

/** A schema without a namespace of its own is another one for each that includes it. */
function seenAs(url: URL, includedInto: string | undefined): string {
  return `${url.href} ${includedInto ?? ""}`;
}
