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

/**
 * Consecutive leaves, which are elements without attributes that contain only text. The reader passes the same object
 * for the same row.
 */
export interface LeafRow {
  readonly names: readonly XmlName[];
  /** White space before each element. */
  readonly gap: string;
}

export interface XmlEvents {
  /** Starts an element. `attributes` has no namespace declarations and is valid only during the call. */
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  endElement(name: XmlName): void;
  /** Receives character data, CDATA and resolved references. A text may be split, also around comments. */
  text(text: string): void;
  /**
   * Receives consecutive leaves that the reader has met before. `texts[n]` is the text of the element `row.names[n]`,
   * `""` when it is empty, undefined when it is missing; the array is valid only during the call. Accepts leaves from
   * index `from` up to `to`, and returns the index of the first leaf that it rejects: the reader emits separate events
   * for that leaf, with its position, and continues the row after it. Without this method, all leaves are separate
   * events.
   */
  leafRow?(row: LeafRow, texts: readonly (string | undefined)[], from: number, to: number): number;
  /** Whether the current text is binary data, which may be long. Called when the text exceeds the limit. */
  isBinary?(): boolean;
}
