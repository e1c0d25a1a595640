/**
 * The frame of an element that a wildcard or `xs:anyType` accepts, whose value is a tree (XML Schema Part 1, 3.10 and
 * 3.4.7).
 */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { LeafPlan } from "../plans/plans";
import { TreeReader } from "../tree/tree-reader";
import { type Decoding, Frame } from "./frame";

export class TreeFrame extends Frame {
  private readonly reader: TreeReader;

  constructor(
    decoder: Decoding,
    parent: Frame,
    slot: LeafPlan,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
  ) {
    super(decoder, parent, slot, name.local);
    this.reader = new TreeReader(decoder.scope);
    this.reader.startElement(name, attributes);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.reader.startElement(name, attributes);
  }

  text(text: string): void {
    this.reader.text(text);
  }

  end(): void {
    this.reader.endElement();
    if (this.reader.done) this.decoder.leave(this.reader.element);
  }
}
