/**
 * Frames of elements whose children have distinct names, which is the usual case, and functions shared with other
 * frames.
 */
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import { Assembler, type Child } from "../content/assembler";
import { findWildcard, type Place } from "../content/succession";
import { verifyContent } from "../content/verify-content";
import type { Content, ElementPlan, LeafPlan, RepeatedPlan } from "../plans/plans";
import { emptyList, getProperty, setProperty, type Target } from "../plans/property-key";
import { type ContentMemory, type Decoding, Frame, isItsText, REFUSED } from "./frame";
import { SkipFrame } from "./skip-frame";
import { TreeFrame } from "./tree-frame";

export abstract class ElementsFrame extends Frame {
  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text between elements");
  }
}

export function openChild(
  frame: Frame,
  content: Content,
  leaf: LeafPlan | undefined,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  const { decoder } = frame;
  if (leaf === undefined) openUnknown(frame, content, name);
  else if (leaf.kind === "element") openDeclared(frame, leaf, name, attributes);
  else decoder.enter(new TreeFrame(decoder, frame, leaf, name, attributes));
}

export function openDeclared(
  frame: Frame,
  element: ElementPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  if (attributes.length === 0 && element.simple !== undefined) frame.decoder.openLeaf(element);
  else frame.decoder.open(element, name, attributes, frame);
}

function openUnknown(frame: Frame, content: Content, name: XmlName): void {
  const { decoder } = frame;
  if (decoder.validation === "strict") {
    const hint = content.elements.hasLocal(name.local) ? ` (the schema has one of that name in another namespace)` : "";
    decoder.fail(`an element that the schema does not know here: {${name.namespace}}${name.local}${hint}`);
  }
  decoder.enter(new SkipFrame(decoder, frame, name.local));
}

/** The parent frame of the outermost element. */
export class RootFrame extends Frame {
  private readonly element: ElementPlan;
  private started = false;

  constructor(decoder: Decoding, element: ElementPlan) {
    super(decoder, undefined, undefined, "");
    this.element = element;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { element } = this;
    if (this.started) this.decoder.fail("a second element after the one that was expected");
    if (!element.names.some(({ local, namespace }) => local === name.local && namespace === name.namespace)) {
      const { local, namespace } = element.name;
      this.decoder.fail(`expected the element {${namespace}}${local}, found {${name.namespace}}${name.local}`);
    }
    this.started = true;
    this.decoder.open(element, name, attributes, this);
  }

  text(text: string): void {
    if (!isBlank(text)) this.decoder.fail("text where an element was expected");
  }

  end(): void {
    this.decoder.fail("an element ends that did not start");
  }

  override put(): void {
    // The decoder stores the value.
  }

  override streamIndex(): number {
    return 0;
  }
}

/**
 * The frame for content in which every name has one declaration. Each child is assigned immediately, in any order, and
 * missing children are found at the end. Nearly all messages are of this kind, so this is the fast path.
 */
export class DistinctFrame extends ElementsFrame {
  private readonly content: Content;
  private readonly memory: ContentMemory;
  private readonly place: Place | undefined;
  private readonly target: Target;
  private readonly reference: boolean;
  /** The bits of the leaves that occurred. */
  private seen = 0;
  private seenBeyond: Set<LeafPlan> | undefined;
  /** The leaf that most likely follows. */
  private next = 0;
  private last = 0;
  private list: unknown[] | undefined;
  private listOwner: LeafPlan | undefined;
  private repeated: Map<RepeatedPlan, Child[]> | undefined;
  private readonly streamAt: number;
  private streamed = 0;

  constructor(
    decoder: Decoding,
    parent: Frame,
    element: ElementPlan,
    name: string,
    content: Content,
    target: Target,
    reference: boolean,
  ) {
    super(decoder, parent, element, name);
    this.content = content;
    this.memory = decoder.memoryOf(content);
    this.place = this.memory.place();
    this.target = target;
    this.reference = reference;
    this.streamAt = decoder.stream === undefined ? -1 : parent.streamIndex(element);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const leaf = this.find(name);
    if (leaf !== undefined) this.mark(leaf, name);
    openChild(this, this.content, leaf, name, attributes);
  }

  /**
   * See `Frame.leafRow`. Rejects an element that is out of order or whose text does not fit, whose separate events
   * report the error.
   */
  override leafRow(row: LeafRow, texts: readonly (string | undefined)[], from: number, to: number): number {
    const { decoder, target, place } = this;
    const strict = decoder.validation === "strict";
    const plans = this.memory.plansOf(row);
    for (let index = from; index < to; index++) {
      const text = texts[index];
      if (text === undefined) continue;
      const plan = plans[index];
      if (plan === undefined || (this.seen & plan.bit) !== 0) return index;
      if (strict && !this.isInOrder(plan)) return index;
      if (place !== undefined && place.next(row.names[index]!) !== plan) return index;
      const value = isItsText(plan, strict) ? text : decoder.tryLeaf(plan, text);
      if (value === REFUSED) return index;
      place?.move(plan);
      this.last = plan.index;
      this.seen |= plan.bit;
      this.next = plan.index + 1;
      setProperty(target, plan.property, value);
    }
    return to;
  }

  /** Most children are the next leaf of the schema, or the one after an optional leaf. */
  private find(name: XmlName): LeafPlan | undefined {
    const { next, place } = this;
    const { names } = this.memory;
    if (place !== undefined) {
      const leaf = place.next(name);
      const isFree = leaf !== undefined && !this.isTwice(leaf);
      place.move(isFree ? leaf : undefined);
      return isFree ? leaf : this.lookUp(name);
    }
    if (names[next] === name) return this.content.leaves[next];
    if (names[next + 1] === name) return this.content.leaves[next + 1];
    return this.lookUp(name);
  }

  private lookUp(name: XmlName): LeafPlan | undefined {
    const element = this.content.elements.get(name);
    if (element === undefined) return this.findWildcard(name);
    this.memory.names[element.index] = name;
    // After an element that may occur once, a wildcard may accept another element of its name.
    return this.isTwice(element) ? (this.findWildcard(name) ?? element) : element;
  }

  private findWildcard(name: XmlName): LeafPlan | undefined {
    const wildcard = findWildcard(this.content, name);
    return wildcard === undefined || this.isTwice(wildcard) ? undefined : wildcard;
  }

  private isTwice(leaf: LeafPlan): boolean {
    return !leaf.array && leaf.within === undefined && this.has(leaf);
  }

  private mark(leaf: LeafPlan, name: XmlName): void {
    if (leaf.array) {
      this.next = leaf.index;
    } else {
      if (this.isTwice(leaf)) this.decoder.failAt(leaf, name.local, "appears twice");
      this.next = leaf.index + 1;
    }
    if (this.decoder.validation === "strict") this.requireOrder(leaf, name);
    if (leaf.bit !== 0) {
      this.seen |= leaf.bit;
    } else {
      this.seenBeyond ??= new Set();
      this.seenBeyond.add(leaf);
    }
  }

  private requireOrder(leaf: LeafPlan, name: XmlName): void {
    if (!this.isInOrder(leaf)) this.decoder.failAt(leaf, name.local, "is out of order");
    this.last = leaf.index;
  }

  private isInOrder(leaf: LeafPlan): boolean {
    return leaf.index >= this.last || this.content.unordered;
  }

  has(leaf: LeafPlan): boolean {
    return leaf.bit === 0 ? this.seenBeyond?.has(leaf) === true : (this.seen & leaf.bit) !== 0;
  }

  hasRepeated(plan: RepeatedPlan): boolean {
    return this.repeated?.has(plan) === true;
  }

  override put(leaf: LeafPlan, value: unknown): void {
    if (leaf.within !== undefined) this.collect(leaf.within, { slot: leaf, value });
    else if (!leaf.array) setProperty(this.target, leaf.property, value);
    else if (this.streamAt >= 0 && this.isStreamed(leaf)) this.deliver(value);
    else this.listOf(leaf).push(value);
  }

  private listOf(leaf: LeafPlan): unknown[] {
    if (this.listOwner === leaf) return this.list!;
    let list = getProperty(this.target, leaf.property);
    if (!Array.isArray(list)) {
      list = emptyList();
      setProperty(this.target, leaf.property, list);
    }
    this.listOwner = leaf;
    this.list = list as unknown[];
    return this.list;
  }

  private collect(plan: RepeatedPlan, child: Child): void {
    this.repeated ??= new Map();
    const children = this.repeated.get(plan);
    if (children === undefined) this.repeated.set(plan, [child]);
    else children.push(child);
  }

  override countOf(leaf: LeafPlan): number {
    if (leaf.within !== undefined)
      return this.repeated?.get(leaf.within)?.filter(({ slot }) => slot === leaf).length ?? 0;
    if (this.streamed > 0 && this.isStreamed(leaf)) return this.streamed;
    const list = getProperty(this.target, leaf.property);
    return Array.isArray(list) ? list.length : 0;
  }

  override streamIndex(element: ElementPlan): number {
    const { stream } = this.decoder;
    return this.streamAt >= 0 && stream?.path[this.streamAt] === element.property.key ? this.streamAt + 1 : -1;
  }

  private isStreamed(leaf: LeafPlan): boolean {
    const { path } = this.decoder.stream!;
    return this.streamAt === path.length - 1 && path[this.streamAt] === leaf.property.key;
  }

  private deliver(value: unknown): void {
    this.decoder.streaming = true;
    this.streamed++;
    this.decoder.stream!.onItem(value);
  }

  end(): void {
    const { content, decoder } = this;
    if (this.reference && this.seen === 0) decoder.fail("a reference where a value was expected");
    const { requiredBits } = content;
    if (requiredBits === undefined || (this.seen & requiredBits) !== requiredBits)
      verifyContent(decoder, content, this);
    for (const [plan, children] of this.repeated ?? []) {
      new Assembler(decoder, content, children).assemble([plan], this.target);
    }
    for (const { property } of content.lists) {
      if (getProperty(this.target, property) === undefined) setProperty(this.target, property, emptyList());
    }
    decoder.leave(this.target);
  }
}
