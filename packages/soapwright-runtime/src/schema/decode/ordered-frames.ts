/** Frames that keep their children in document order. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import { Assembler, type Child } from "../content/assembler";
import { findWildcard, type Place } from "../content/succession";
import type { Content, ElementPlan, LeafPlan } from "../plans/plans";
import { getProperty, type PropertyKey, setProperty, type Target } from "../plans/property-key";
import { openChild } from "./distinct-frame";
import { type Decoding, Frame } from "./frame";

abstract class OrderedFrame extends Frame {
  protected readonly content: Content;
  protected readonly target: Target;
  protected readonly children: Child[] = [];
  private readonly place: Place | undefined;
  private readonly counts = new Map<LeafPlan, number>();

  constructor(decoder: Decoding, parent: Frame, element: ElementPlan, name: string, content: Content, target: Target) {
    super(decoder, parent, element, name);
    this.content = content;
    this.target = target;
    this.place = decoder.memoryOf(content).place();
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { content, place } = this;
    const next = place?.next(name);
    place?.move(next);
    // The first declaration of a name represents all declarations of it.
    const leaf = next?.kind === "any" ? next : (content.elements.get(name) ?? findWildcard(content, name));
    openChild(this, content, leaf, name, attributes);
  }

  override put(slot: LeafPlan, value: unknown): void {
    this.children.push({ slot, value });
    this.counts.set(slot, this.countOf(slot) + 1);
  }

  override countOf(slot: LeafPlan): number {
    return this.counts.get(slot) ?? 0;
  }
}

/** The frame for content in which only the order determines a child's leaf. Children are assigned at the end. */
export class PositionalFrame extends OrderedFrame {
  /** An attribute must not refer to a value elsewhere. */
  private readonly reference: boolean;

  constructor(
    decoder: Decoding,
    parent: Frame,
    element: ElementPlan,
    name: string,
    content: Content,
    target: Target,
    reference: boolean,
  ) {
    super(decoder, parent, element, name, content, target);
    this.reference = reference;
  }

  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text between elements");
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

/** The frame of mixed content (XML Schema Part 1, 3.4.2), whose value is the list of its texts and elements. */
export class MixedFrame extends OrderedFrame {
  private readonly property: PropertyKey;
  private readonly items: unknown[] = [];

  constructor(
    decoder: Decoding,
    parent: Frame,
    element: ElementPlan,
    name: string,
    content: Content,
    target: Target,
    property: PropertyKey,
  ) {
    super(decoder, parent, element, name, content, target);
    this.property = property;
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
    super.put(slot, value);
  }

  end(): void {
    const { decoder, content } = this;
    // The items are the value. Only `strict` checks them against the content model.
    if (decoder.validation === "strict") new Assembler(decoder, content, this.children).assemble(content.particles, {});
    setProperty(this.target, this.property, this.items);
    decoder.leave(this.target);
  }
}
