/**
 * The frame of an element that a wildcard or `xs:anyType` accepts, under `strict`: elements in it that messages declare
 * are checked by their declarations (XML Schema Part 1, 3.10.1 and 3.4.7). The value is the same tree.
 */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { LeafPlan } from "../plans/plans";
import type { XmlElement } from "../tables/table-values";
import type { ElementDecoder, Opening } from "./frame";
import { TreeFrame } from "./plain-frames";

export class AssessedTreeFrame extends TreeFrame {
  private judge: ElementDecoder | undefined;

  constructor(opening: Opening<LeafPlan>) {
    super(opening);
    const { name, attributes, slot } = opening;
    // An element of xs:anyType has its declaration already.
    if (slot.kind === "any") this.assess(name, attributes);
  }

  override start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.judge === undefined) this.assess(name, attributes);
    else this.judge.startElement(name, attributes);
    super.start(name, attributes);
  }

  override text(text: string): void {
    this.judge?.text(text);
    super.text(text);
  }

  override end(): void {
    if (this.judge !== undefined) {
      this.judge.endElement({ namespace: "", local: "", raw: "" });
      if (this.judge.done) this.judge = undefined;
    }
    super.end();
  }

  protected override leave(element: XmlElement): void {
    const { decoder, slot } = this;
    const fixed = slot?.kind === "element" ? slot.fixed : undefined;
    const [text = fixed, ...others] = element.children;
    // XML Schema Part 1, 3.3.4: content with a fixed value is that text, without elements.
    if (fixed !== undefined && (text !== fixed || others.length > 0)) decoder.fail(`expected the fixed value ${fixed}`);
    super.leave(element);
  }

  private assess(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.judge = this.decoder.judgeOf(name);
    this.judge?.startElement(name, attributes);
  }
}
