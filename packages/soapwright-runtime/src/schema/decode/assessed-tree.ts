/**
 * The frame of an element that a wildcard or `xs:anyType` accepts, under `strict`: elements in it that messages declare
 * are checked by their declarations (XML Schema Part 1, 3.10.1 and 3.4.7). The value is the same tree.
 */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { LeafPlan } from "../plans/plans";
import type { XmlElement } from "../tables/table-values";
import { type ElementDecoder, type Opening, TREE_GIVEN } from "./frame";
import { TreeFrame } from "./plain-frames";

export class AssessedTreeFrame extends TreeFrame {
  /** The decoder of the outermost declared element that is open. */
  private judge: ElementDecoder | undefined;

  constructor(opening: Opening<LeafPlan>) {
    super(opening);
    const { name, attributes, slot } = opening;
    // An element of xs:anyType has its declaration already.
    if (slot.kind === "any") this.check(() => this.judgeStart(name, attributes));
  }

  override start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.check(() => this.judgeStart(name, attributes));
    super.start(name, attributes);
  }

  override text(text: string): void {
    this.check(() => this.judge?.text(text));
    super.text(text);
  }

  override end(): void {
    this.check(() => this.judge?.endElement({ namespace: "", local: "", raw: "" }));
    if (this.judge?.done) this.judge = undefined;
    super.end();
  }

  protected override leave(element: XmlElement): void {
    const { decoder, slot } = this;
    const fixed = slot?.kind === "element" ? slot.fixed : undefined;
    const [text = fixed, ...others] = element.children;
    // XML Schema Part 1, 3.3.4: content with a fixed value is that text, without elements.
    if (fixed !== undefined && (text !== fixed || others.length > 0))
      decoder.depart({ message: `expected the fixed value ${fixed}`, gives: TREE_GIVEN });
    super.leave(element);
  }

  /** After a departure nothing is checked, because no other level does. */
  private check(event: () => void): void {
    const { decoder } = this;
    if (decoder.validation === "strict") decoder.assess(TREE_GIVEN, event);
    if (decoder.validation !== "strict") this.judge = undefined;
  }

  private judgeStart(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.judge ??= this.decoder.judgeOf(name);
    this.judge?.startElement(name, attributes);
  }
}
