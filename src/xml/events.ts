/** What the reader says while it reads. */
import type { QName } from "./names";

/** A resolved name. The reader hands out the same object for the same namespace and local name. */
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
  /**
   * An element without attributes that is text alone, `""` when it is empty: what readers that have met such elements
   * before give instead of three events. The current event is that of its end. Returns false, having done nothing, to get
   * the three events after all; who always wants those leaves the method out.
   */
  leafElement?(name: XmlName, text: string): boolean;
}
