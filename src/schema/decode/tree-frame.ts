/** XML Schema Part 1, 3.10 and 3.4.7: what a wildcard or `xs:anyType` holds, as a tree. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { AlternativePlan, LeafPlan } from "../plans/plans";
import { TreeReader } from "../tree/tree-reader";
import type { Decoder } from "./decoder";
import { Frame } from "./frame";
import { labelled } from "./labelled";

export class TreeFrame extends Frame {
  private readonly reader: TreeReader;
  private readonly alternative: AlternativePlan | undefined;

  constructor(
    decoder: Decoder,
    parent: Frame,
    slot: LeafPlan,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
    alternative?: AlternativePlan,
  ) {
    super(decoder, parent, slot, name.local);
    this.alternative = alternative;
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
    if (this.reader.done) this.decoder.leave(labelled(this.reader.element, this.alternative));
  }
}
