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
   * An element without attributes that is text alone, `""` when it is empty. Who has this method may get it instead of
   * the three events that it stands for; `giveLeaf` gives them to who has not.
   */
  leafElement?(name: XmlName, text: string): void;
}

const NO_ATTRIBUTES: readonly never[] = Object.freeze([]);

/** Gives a leaf to `events`, in one event or in three. */
export function giveLeaf(events: XmlEvents, name: XmlName, text: string): void {
  if (events.leafElement !== undefined) {
    events.leafElement(name, text);
    return;
  }
  events.startElement(name, NO_ATTRIBUTES);
  if (text !== "") events.text(text);
  events.endElement(name);
}
