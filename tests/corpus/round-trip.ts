import { isDeepStrictEqual } from "node:util";
import type { Diagnostics, XmlElement } from "soapwright-contract";
import { Diagnostics as Collected, expandedName, parseXml } from "soapwright-contract";
import type { ElementNode, XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/codecs";
import { Codec, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import type { ElementDecoder } from "../../packages/soapwright-runtime/src/schema/decode/frame";
import { firstDifference, typeAttribute } from "./same-document";

const codec = new Codec({ validation: "strict", soapEncoding });

/**
 * Decodes a document by the table of its root element and encodes it again. Returns the first difference; undefined if
 * there is none. An `xsi:type` that repeats the declared type may be missing, if the second document has the same value
 * as the first.
 */
export function roundTrip(text: string, element: ElementNode, unordered: boolean): string | undefined {
  const value = decode(text, element);
  const again = codec.encode(element, value, element.key, { selfContained: true });
  const difference = firstDifference(tree(text), tree(again), unordered);
  if (difference?.endsWith(`@${typeAttribute} is lost`) && isDeepStrictEqual(decode(again, element), value))
    return undefined;
  return difference;
}

function decode(text: string, element: ElementNode): unknown {
  const events = new Forwarded();
  const reader = new XmlReader(events);
  events.decoder = codec.decoder(element, reader);
  reader.write(text);
  reader.end();
  return events.decoder.value;
}

/** Forwards events to the decoder: the reader needs its listener before the decoder can have its reader. */
class Forwarded implements XmlEvents {
  decoder: ElementDecoder | undefined;
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.decoder?.startElement(name, attributes);
  }
  endElement(name: XmlName): void {
    this.decoder?.endElement(name);
  }
  text(text: string): void {
    this.decoder?.text(text);
  }
}

function tree(text: string): XmlElement {
  const diagnostics: Diagnostics = new Collected();
  const root = parseXml(text, "document", 1000, diagnostics);
  if (root === undefined) throw new Error(diagnostics.all.map((one) => one.message).join("; "));
  return root;
}

export function rootName(text: string): string {
  return expandedName(tree(text).name);
}
