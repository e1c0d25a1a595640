/** XML-binary Optimized Packaging (XOP; W3C, 2005): `xop:Include` in place of base64 text. */
import type { XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/codecs";
import { attachmentError } from "./attachment-error";

export const XOP = "http://www.w3.org/2004/08/xop/include";

interface AttachedOctets {
  /**
   * Returns the octets of the part at `url`, or their stream. Throws a `ResponseError` if `url` is no `cid:` URL, names
   * the envelope or was taken before.
   */
  take(url: string): object;
}

/**
 * Removes `xop:Include` from the events between a reader and their receiver. For binary data it emits a token as text,
 * which `tokens` maps to the octets, to avoid converting them to base64 and back. Elsewhere it emits the base64 text
 * that XOP defines.
 */
export class XopEvents implements XmlEvents {
  readonly #inner: XmlEvents;
  readonly #octets: AttachedOctets;
  readonly #tokens: Map<string, object>;
  /** Includes the `xop:Include` itself. */
  #depth = 0;

  /** @param tokens Receives the octets by their tokens. */
  constructor(inner: XmlEvents, octets: AttachedOctets, tokens = new Map<string, object>()) {
    this.#inner = inner;
    this.#octets = octets;
    this.#tokens = tokens;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.#depth > 0) {
      this.#depth++;
    } else if (isInclude(name)) {
      this.#depth = 1;
      this.#include(attributes);
    } else this.#inner.startElement(name, attributes);
  }

  text(text: string): void {
    if (this.#depth === 0) this.#inner.text(text);
  }

  endElement(name: XmlName): void {
    if (this.#depth > 0) this.#depth--;
    else this.#inner.endElement(name);
  }

  leaf(name: XmlName, text: string): boolean {
    return this.#depth > 0 || (!isInclude(name) && this.#inner.leaf?.(name, text) === true);
  }

  isBinary(): boolean {
    return this.#inner.isBinary?.() === true;
  }

  #include(attributes: readonly XmlAttributeEvent[]): void {
    const href = attributes.find(({ name }) => name.local === "href" && name.namespace === "")?.value;
    const octets = this.#octets.take(requireHref(href));
    if (!this.isBinary()) {
      if (!(octets instanceof Uint8Array)) {
        throw attachmentError("an xop:Include is where text is read, which cannot be streamed", [
          { action: "set", option: "attachments", value: "buffer" },
        ]);
      }
      this.#inner.text(base64Of(octets));
      return;
    }
    // No document contains the token, because it starts with a character that XML forbids.
    const token = `\0${this.#tokens.size}`;
    this.#tokens.set(token, octets);
    this.#inner.text(token);
  }
}

function isInclude({ namespace, local }: XmlName): boolean {
  return local === "Include" && namespace === XOP;
}

export function requireHref(href: string | undefined): string {
  if (href === undefined) throw attachmentError("an xop:Include has no href");
  return href;
}

export function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
