/** The events that the XML reader emits. */
import type { QName } from "./xml-names";

/** A resolved name. While the reader caches it, equal namespaces and local names give the same object. */
export interface XmlName extends QName {
  /** The name as written, for messages. */
  readonly raw: string;
}

export interface XmlAttributeEvent {
  readonly name: XmlName;
  readonly value: string;
}

export interface XmlEvents {
  /** Starts an element. `attributes` has no namespace declarations and is valid only during the call. */
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  endElement(name: XmlName): void;
  /** Receives character data, CDATA and resolved references. A text may be split, also around comments. */
  text(text: string): void;
  /**
   * Receives an element without attributes that contains only this text, which is whole. Returns false, and changes
   * nothing, for an element that it does not take: the reader then emits separate events, each with its own position.
   * Without this method, all elements are separate events.
   */
  leaf?(name: XmlName, text: string): boolean;
  /** Whether the current text is binary data, which may be long. Called when the text exceeds the limit. */
  isBinary?(): boolean;
}
