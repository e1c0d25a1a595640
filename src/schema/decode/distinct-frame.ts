/**
 * Content in which every name means one declaration: each child goes straight into the object, in whatever order it
 * comes, and what is missing shows in the end. Nearly all messages are of this kind, so this is the fast way.
 */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { Assembler, type Child } from "../content/assembler";
import { verifyContent } from "../content/verify-content";
import type { ElementRow } from "../plans/element-row";
import type { Content, LeafPlan, RepeatedPlan } from "../plans/plans";
import { emptyList, getProperty, setProperty, type Target } from "../plans/property-key";
import { ElementsFrame, findWildcard, openLeafPlan, openUnknown } from "./children";
import type { Decoder } from "./decoder";
import type { Frame } from "./frame";

export class DistinctFrame extends ElementsFrame {
  private readonly content: Content;
  private readonly target: Target;
  private readonly reference: boolean;
  /** Bits of the leaves that have come. */
  private seen = 0;
  private seenBeyond: Set<LeafPlan> | undefined;
  /** The leaf that most likely comes next. */
  private next = 0;
  private last = 0;
  private list: unknown[] | undefined;
  private listOwner: LeafPlan | undefined;
  private repeated: Map<RepeatedPlan, Child[]> | undefined;
  private readonly streamAt: number;
  private streamed = 0;

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
    this.streamAt = decoder.stream === undefined ? -1 : parent.streamIndex(row);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const leaf = this.content.met[this.next] === name ? this.content.leaves[this.next] : this.find(name);
    if (leaf === undefined) {
      openUnknown(this, this.content, name);
      return;
    }
    this.mark(leaf, name);
    openLeafPlan(this, leaf, name, attributes);
  }

  private find(name: XmlName): LeafPlan | undefined {
    const row = this.content.rows.get(name);
    if (row === undefined) return this.findWildcard(name);
    this.content.met[row.index] = name;
    // Behind an element that may stand once, a wildcard may let another one of its name in.
    return this.isTwice(row) ? (this.findWildcard(name) ?? row) : row;
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
      if (this.isTwice(leaf)) this.decoder.failAt(leaf, name.local, "stands twice");
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
    if (leaf.index < this.last && !this.content.unordered) this.decoder.failAt(leaf, name.local, "is out of order");
    this.last = leaf.index;
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

  override streamIndex(row: ElementRow): number {
    const { stream } = this.decoder;
    return this.streamAt >= 0 && stream?.path[this.streamAt] === row.property.key ? this.streamAt + 1 : -1;
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
