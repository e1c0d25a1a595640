/** What the reader says while it reads. */
import type { QName } from "./names";

/** A resolved name. As long as the reader remembers it, it hands out the same object for the same namespace and local name. */
export interface XmlName extends QName {
  /** As written, for messages. */
  readonly raw: string;
}

export interface XmlAttributeEvent {
  readonly name: XmlName;
  readonly value: string;
}

export interface XmlEvents {
  /** `attributes` without namespace declarations; valid during the call only. */
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  endElement(name: XmlName): void;
  /** Character data, CDATA and references resolved; may come in several pieces, also around comments. */
  text(text: string): void;
}
