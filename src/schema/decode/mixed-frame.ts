/** XML Schema Part 1, 3.4.2: mixed content, as the list of its texts and elements in document order. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { Assembler, type Child } from "../content/assembler";
import type { ElementRow } from "../plans/element-row";
import type { Content, LeafPlan } from "../plans/plans";
import { type PropertyKey, setProperty, type Target } from "../plans/property-key";
import { findWildcard, openLeafPlan, openUnknown } from "./children";
import type { Decoder } from "./decoder";
import { Frame } from "./frame";

export class MixedFrame extends Frame {
  private readonly content: Content;
  private readonly property: PropertyKey;
  private readonly target: Target;
  private readonly items: unknown[] = [];
  private readonly children: Child[] = [];

  constructor(
    decoder: Decoder,
    parent: Frame,
    row: ElementRow,
    name: string,
    content: Content,
    property: PropertyKey,
    target: Target,
  ) {
    super(decoder, parent, row, name);
    this.content = content;
    this.property = property;
    this.target = target;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const leaf = this.content.rows.get(name) ?? findWildcard(this.content, name);
    if (leaf === undefined) openUnknown(this, this.content, name);
    else openLeafPlan(this, leaf, name, attributes);
  }

  text(text: string): void {
    const last = this.items.length - 1;
    const before = this.items[last];
    if (typeof before === "string") this.items[last] = before + text;
    else if (text !== "") this.items.push(text);
  }

  override put(slot: LeafPlan, value: unknown): void {
    const item: Target = {};
    setProperty(item, slot.property, value);
    this.items.push(item);
    this.children.push({ slot, value });
  }

  override countOf(slot: LeafPlan): number {
    return this.children.filter((child) => child.slot === slot).length;
  }

  end(): void {
    const { decoder, content } = this;
    // The items say everything; whether they make up the content model is asked under `strict` only.
    if (decoder.validation === "strict") new Assembler(decoder, content, this.children).assemble(content.particles, {});
    setProperty(this.target, this.property, this.items);
    decoder.leave(this.target);
  }
}
