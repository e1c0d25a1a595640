/** What the reader says while it reads. */
import type { QName } from "./xml-names";

/** A resolved name. As long as the reader remembers it, it hands out the same object for the same namespace and local name. */
export interface XmlName extends QName {
  /** As written, for messages. */
  readonly raw: string;
}

export interface XmlAttributeEvent {
  readonly name: XmlName;
  readonly value: string;
}

/** Elements without attributes that are text alone, one behind the other. The same object for the same row. */
export interface LeafRow {
  readonly names: readonly XmlName[];
  /** White space that stands in front of each. */
  readonly gap: string;
}

export interface XmlEvents {
  /** `attributes` without namespace declarations; valid during the call only. */
  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  endElement(name: XmlName): void;
  /** Character data, CDATA and references resolved; may come in several pieces, also around comments. */
  text(text: string): void;
  /**
   * A row of leaves, from a reader that has met such a row before. `texts[n]` is the text of the element `row.names[n]`, `""`
   * when it is empty, undefined where it is missing; the array is valid during the call only. Takes them from index `from`
   * up to `to`, and returns the index of the first one that it did not take: that one comes again as events of its own, with
   * its place, and the row goes on behind it. Who always wants those leaves the method out.
   */
  leafRow?(row: LeafRow, texts: readonly (string | undefined)[], from: number, to: number): number;
  /** Whether the text that is being read is of binary data, which is long by nature. Asked when it is over the limit. */
  isBinary?(): boolean;
}
