/** The events of the XML reader. */
import type { QName } from "./xml-names";

/** A resolved name. While the reader caches it, equal namespace and local name give the same object. */
export interface XmlName extends QName {
  /** As written, for messages. */
  readonly raw: string;
}

export interface XmlAttributeEvent {
  readonly name: XmlName;
  readonly value: string;
}

/** Consecutive leaves: elements without attributes whose content is text alone. The same object for the same row. */
export interface LeafRow {
  readonly names: readonly XmlName[];
  /** White space before each element. */
  readonly gap: string;
}

export interface XmlEvents {
  /** `attributes` without namespace declarations; valid during the call only. */
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  endElement(name: XmlName): void;
  /** Character data, CDATA and resolved references; may be split, also around comments. */
  text(text: string): void;
  /**
   * Consecutive leaves that the reader has met before. `texts[n]` is the text of the element `row.names[n]`, `""` when
   * it is empty, undefined when it is missing; the array is valid during the call only. Accepts leaves from index
   * `from` up to `to`, and returns the index of the first leaf that it rejects: the reader emits separate events for
   * that leaf, with its position, and continues the row after it. Omit the method to receive separate events alone.
   */
  leafRow?(row: LeafRow, texts: readonly (string | undefined)[], from: number, to: number): number;
  /** Whether the current text is binary data, which may be long. Called when the text exceeds the limit. */
  isBinary?(): boolean;
}
