/** Content in which only the order tells what a child is: children are collected, and put in their places in the end. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { Assembler, type Child } from "../content/assembler";
import type { ElementRow } from "../plans/element-row";
import type { Content, LeafPlan } from "../plans/plans";
import { getProperty, setProperty, type Target } from "../plans/property-key";
import { ElementsFrame, findWildcard, openLeafPlan, openUnknown } from "./children";
import type { Decoder } from "./decoder";
import type { Frame } from "./frame";

export class PositionalFrame extends ElementsFrame {
  private readonly content: Content;
  private readonly target: Target;
  private readonly reference: boolean;
  private readonly children: Child[] = [];
  private readonly counts = new Map<LeafPlan, number>();

  constructor(
    decoder: Decoder,
    parent: Frame,
    row: ElementRow,
    name: string,
    content: Content,
    target: Target,
    reference: boolean,
  ) {
    super(decoder, parent, row, name);
    this.content = content;
    this.target = target;
    this.reference = reference;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const leaf = this.content.rows.get(name) ?? findWildcard(this.content, name);
    if (leaf === undefined) openUnknown(this, this.content, name);
    else openLeafPlan(this, leaf, name, attributes);
  }

  override put(slot: LeafPlan, value: unknown): void {
    this.children.push({ slot, value });
    this.counts.set(slot, this.countOf(slot) + 1);
  }

  override countOf(slot: LeafPlan): number {
    return this.counts.get(slot) ?? 0;
  }

  end(): void {
    const { content, decoder, target } = this;
    if (this.reference && this.children.length === 0) decoder.fail("a reference where a value was expected");
    new Assembler(decoder, content, this.children).assemble(content.particles, target);
    for (const { property } of content.lists) {
      if (getProperty(target, property) === undefined) setProperty(target, property, []);
    }
    decoder.leave(target);
  }
}
