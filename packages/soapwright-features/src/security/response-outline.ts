/** The outline of a response: its form and its ids, which are read before the signature is verified. */

import { type XmlAttributeEvent, type XmlEvents, type XmlName, XmlReader } from "soapwright-runtime/codecs";
import { DS, SOAP_11, SOAP_12, WSSE, WSU, XENC } from "./security-namespaces";

/** The names are of all dialects of XML Signature. */
const ID_NAMES: ReadonlySet<string> = new Set(["id", "assertionid"]);

export function isIdName(name: string): boolean {
  return ID_NAMES.has(name.slice(name.indexOf(":") + 1).toLowerCase());
}

const key = ({ namespace, local }: XmlName): string => `{${namespace}}${local}`;
const SIGNATURES: ReadonlySet<string> = new Set([`{${DS}}Signature`, `{${XENC}}EncryptedData`]);

/** Collects the outline from the events of a whole envelope. */
export class ResponseOutline implements XmlEvents {
  /** The namespace of the envelope; undefined if the root is none. */
  soap: string | undefined;
  /** The number of elements with each id of any name, and with each wsu:Id. */
  readonly ids = new Map<string, number>();
  readonly wsuIds = new Map<string, number>();
  /** The children of the Envelope, as `{namespace}name`. */
  readonly children: string[] = [];
  /** The first child of the Body, as `{namespace}name`. */
  firstInBody: string | undefined;
  /** The number of elements and attributes in the Header. */
  headerSize = 0;
  /** The number of wsse:Security blocks for any actor. */
  securityBlocks = 0;
  /** Whether a header block has a child ds:Signature or xenc:EncryptedData. */
  hasSignature = false;
  #depth = 0;

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#depth++;
    for (const { name: attribute, value } of attributes) {
      if (!isIdName(attribute.local)) continue;
      this.ids.set(value, (this.ids.get(value) ?? 0) + 1);
      if (attribute.namespace === WSU) this.wsuIds.set(value, (this.wsuIds.get(value) ?? 0) + 1);
    }
    if (this.#depth === 1) {
      const isEnvelope = name.local === "Envelope" && (name.namespace === SOAP_11 || name.namespace === SOAP_12);
      if (isEnvelope) this.soap = name.namespace;
      return;
    }
    if (this.#depth === 2) this.children.push(key(name));
    const parent = this.children.at(-1);
    if (parent === `{${this.soap}}Header`) {
      this.headerSize += 1 + attributes.length;
      if (this.#depth === 3 && key(name) === `{${WSSE}}Security`) this.securityBlocks++;
      if (this.#depth === 4) this.hasSignature ||= SIGNATURES.has(key(name));
    }
    if (this.#depth === 3 && parent === `{${this.soap}}Body`) this.firstInBody ??= key(name);
  }

  endElement(): void {
    this.#depth--;
  }

  text(): void {}
}

/** The limits of readers of whole messages, which are recursive. The reader of values applies the client's limits. */
export const LIMITS = {
  maxDepth: 512,
  maxAttributes: 1_000,
  maxTextLength: 500_000_000,
  maxNameLength: 1_000_000,
  maxNames: 10_000_000,
};
/** So many UTF-16 code units are read before other events of the event loop are handled. */
const SLICE = 65_536;

/** Passes the text to the reader, and yields to the event loop in between. */
export async function writeInSlices(reader: XmlReader, text: string): Promise<void> {
  for (let at = 0; at < text.length; at += SLICE) {
    reader.write(text.slice(at, at + SLICE));
    await new Promise<void>((settle) => setImmediate(settle));
  }
}

/** Rejects with a `ResponseError` for a text that is not well-formed. */
export async function readOutline(text: string): Promise<ResponseOutline> {
  const outline = new ResponseOutline();
  const reader = new XmlReader(outline, { limits: LIMITS });
  await writeInSlices(reader, text);
  reader.end();
  return outline;
}
