/** Frames of elements with children: by name, which is the usual case, or in document order. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { QName } from "../../xml/xml-names";
import { Assembler, type Child } from "../content/assembler";
import { type Departure, verifyContent } from "../content/content-checks";
import { findElement, findWildcard, isContested, isOpen, Place, Succession } from "../content/succession";
import type { Content, ElementPlan, LeafPlan, RepeatedPlan } from "../plans/plans";
import { emptyList, getProperty, type PropertyKey, setProperty, type Target } from "../plans/property-key";
import { Mismatch } from "../simple/mismatch";
import type { XmlElement } from "../tables/table-values";
import { type Decoding, Frame, type Opening, readValue } from "./frame";
import { meantElement } from "./meant-names";
import { SkipFrame } from "./plain-frames";

function openChild(frame: Frame, leaf: LeafPlan, name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
  const { decoder } = frame;
  if (leaf.kind === "element") openDeclared(frame, leaf, name, attributes);
  else decoder.enter(decoder.openTree({ decoder, parent: frame, slot: leaf, name, attributes }));
}

export function openDeclared(
  frame: Frame,
  element: ElementPlan,
  name: XmlName,
  attributes: readonly XmlAttributeEvent[],
): void {
  if (attributes.length === 0 && element.simple !== undefined) frame.decoder.openLeaf(element);
  else frame.decoder.open({ decoder: frame.decoder, parent: frame, slot: element, name, attributes });
}

function skip(frame: Frame, name: XmlName): void {
  const { decoder } = frame;
  decoder.enter(new SkipFrame({ decoder, parent: frame, slot: undefined, name, attributes: [] }));
}

/**
 * The cache for one content, shared by the decoders of one codec. Readers intern names, so their declarations are
 * resolved once. Plans are not changed.
 */
class ContentMemory {
  /** The last name of each leaf, by the leaf's index. */
  readonly names: (XmlName | undefined)[];
  /** Defined when names do not determine each child's leaf. */
  readonly succession: Succession | undefined;

  constructor(content: Content) {
    this.names = new Array<undefined>(content.leaves.length).fill(undefined);
    this.succession = isContested(content) ? new Succession(content) : undefined;
  }
}

const memories = new WeakMap<Content, ContentMemory>();

function memoryOf(content: Content): ContentMemory {
  let memory = memories.get(content);
  if (memory === undefined) {
    memory = new ContentMemory(content);
    memories.set(content, memory);
  }
  return memory;
}

const REFUSED = Symbol("refused");

function tryLeaf(decoder: Decoding, element: ElementPlan, text: string): unknown {
  try {
    return readValue(decoder, element, element.simple!, text);
  } catch (error) {
    if (error instanceof Mismatch) return REFUSED;
    throw error;
  }
}

/** Lists outside choices and optional groups are always present. */
function addEmptyLists({ lists }: Content, target: Target): void {
  for (const { property } of lists) {
    if (getProperty(target, property) === undefined) setProperty(target, property, emptyList());
  }
}

/**
 * The frame for content in which every name has one declaration. Each child is assigned immediately, in any order, and
 * missing children are found at the end. Nearly all messages are of this kind, so this is the fast path.
 */
export class DistinctFrame extends Frame {
  declare private readonly content: Content;
  declare private readonly target: Target;
  declare private readonly reference: boolean;
  declare private readonly memory: ContentMemory;
  declare private readonly place: Place | undefined;
  /** The bits of the leaves that occurred. */
  declare private seen: number;
  declare private seenBeyond: Set<LeafPlan> | undefined;
  /** The leaf that most likely follows. */
  declare private next: number;
  declare private last: number;
  declare private list: unknown[] | undefined;
  declare private listOwner: LeafPlan | undefined;
  declare private repeated: Map<RepeatedPlan, Child[]> | undefined;
  declare private readonly streamAt: number;
  declare private streamed: number;

  /** @param reference Whether an attribute refers to a value elsewhere, so that the element must not be empty. */
  constructor(opening: Opening, content: Content, target: Target, reference: boolean) {
    super(opening);
    this.content = content;
    this.target = target;
    this.reference = reference;
    this.memory = memoryOf(content);
    const { succession } = this.memory;
    this.place = succession && new Place(succession);
    this.seen = 0;
    this.seenBeyond = undefined;
    this.next = 0;
    this.last = 0;
    this.list = undefined;
    this.listOwner = undefined;
    this.repeated = undefined;
    this.streamAt = opening.decoder.stream === undefined ? -1 : opening.parent!.streamIndex(opening.slot);
    this.streamed = 0;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const leaf = this.find(name);
    if (leaf !== undefined) {
      this.mark(leaf, name);
      openChild(this, leaf, name, attributes);
      return;
    }
    const meant = meantElement(this, this.content, name);
    if (meant === undefined) {
      skip(this, name);
      return;
    }
    this.mark(meant.item, name);
    openDeclared(this, meant.item, { ...meant.name, raw: name.raw }, attributes);
  }

  /**
   * See `Frame.leaf`. Rejects an element that is out of order or whose text does not fit, whose separate events report
   * the error.
   */
  override leaf(name: XmlName, text: string): boolean {
    const { decoder, place } = this;
    const { names } = this.memory;
    const { leaves, elements } = this.content;
    let index = this.next;
    if (names[index] !== name && names[++index] !== name) index = -1;
    const plan = index === -1 ? elements.get(name) : leaves[index];
    if (plan?.kind !== "element" || plan.simple === undefined || plan.within !== undefined) return false;
    const { bit, property } = plan;
    if (bit === 0 || (!plan.array && (this.seen & bit) !== 0)) return false;
    // An identifier is noted at its own place.
    const strict = decoder.validation === "strict";
    if (strict && (plan.simple.identifies !== undefined || !this.isInOrder(plan))) return false;
    if (place !== undefined && place.next(name) !== plan) return false;
    const isText = plan.verbatim && (!strict || plan.simple.faceted !== true);
    const value = isText ? text : tryLeaf(decoder, plan, text);
    if (value === REFUSED) return false;
    if (index === -1) names[plan.index] = name;
    place?.move(plan);
    this.last = plan.index;
    this.seen |= bit;
    this.next = plan.array ? plan.index : plan.index + 1;
    if (plan.array) this.put(plan, value);
    else if (property.inherited) setProperty(this.target, property, value);
    else this.target[property.key] = value;
    return true;
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

  private mark(leaf: LeafPlan, name: QName): void {
    if (leaf.array) {
      this.next = leaf.index;
    } else {
      if (this.isTwice(leaf)) this.decoder.failAt(leaf, name.local, "appears twice");
      this.next = leaf.index + 1;
    }
    if (this.decoder.validation === "strict" && !isOpen(leaf)) this.requireOrder(leaf);
    if (leaf.bit !== 0) {
      this.seen |= leaf.bit;
    } else {
      this.seenBeyond ??= new Set();
      this.seenBeyond.add(leaf);
    }
  }

  private requireOrder(leaf: LeafPlan): void {
    if (!this.isInOrder(leaf)) this.departFromOrder(leaf);
    this.last = leaf.index;
  }

  private departFromOrder(leaf: LeafPlan): void {
    if (leaf.kind === "element")
      this.decoder.depart({ child: leaf, message: "is out of order", gives: "it in its property" });
    else this.decoder.depart({ message: "an element is out of order", gives: "it in its property" });
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

  /** Takes children that another frame has read. */
  take(children: readonly Child[]): void {
    for (const { slot, value } of children) {
      this.mark(slot, slot.kind === "element" ? slot.name : (value as XmlElement).name);
      this.put(slot, value);
    }
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
    if (content.lists.length > 0) addEmptyLists(content, this.target);
    decoder.leave(this.target);
  }
}

abstract class OrderedFrame extends Frame {
  protected readonly children: Child[] = [];
  private readonly place: Place | undefined;
  private readonly counts = new Map<LeafPlan, number>();

  constructor(
    opening: Opening,
    protected readonly content: Content,
    protected readonly target: Target,
  ) {
    super(opening);
    const { succession } = memoryOf(content);
    this.place = succession && new Place(succession);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { content, place } = this;
    const next = place?.next(name);
    place?.move(next);
    // The first declaration of a name represents all declarations of it, unless their values have other forms.
    const known = content.overlaps || next?.kind === "any" ? next : undefined;
    const leaf = known ?? findElement(content, name, this.children.at(-1)?.slot) ?? findWildcard(content, name);
    if (leaf !== undefined) {
      openChild(this, leaf, name, attributes);
      return;
    }
    const meant = meantElement(this, content, name);
    if (meant === undefined) skip(this, name);
    else openDeclared(this, meant.item, { ...meant.name, raw: name.raw }, attributes);
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
  /** The elements of open content. */
  private readonly beside: Child[] = [];

  constructor(
    private readonly opening: Opening,
    content: Content,
    target: Target,
    private readonly reference: boolean,
  ) {
    super(opening, content, target);
  }

  override put(slot: LeafPlan, value: unknown): void {
    if (isOpen(slot)) this.beside.push({ slot, value });
    else super.put(slot, value);
  }

  end(): void {
    const { content, decoder, target, children, beside } = this;
    for (const { slot, value } of beside) {
      const list = getProperty(target, slot.property);
      if (Array.isArray(list)) list.push(value);
      else setProperty(target, slot.property, [value]);
    }
    if (this.reference && children.length + beside.length === 0) decoder.fail("a reference where a value was expected");
    const assembler = new Assembler(decoder, content, children);
    if (content.positional || isContested(content)) assembler.assemble(content.particles, target);
    else {
      const departure = assembler.departure(content.particles, target);
      if (departure !== undefined) {
        decoder.depart(departure);
        this.endByName();
        return;
      }
    }
    addEmptyLists(content, target);
    decoder.leave(target);
  }

  /** Ends as the other levels do, which assign each child by its name: the error says what `lenient` makes of it. */
  private endByName(): void {
    const named = new DistinctFrame(this.opening, this.content, {}, this.reference);
    this.decoder.enter(named);
    named.take([...this.children, ...this.beside]);
    named.end();
  }
}

const ITEMS_GIVEN = "the items as they came";
/** Ends the check of mixed content at its first departure. */
const CHECKED = Symbol("checked");

/** The frame of mixed content (XML Schema Part 1, 3.4.2), whose value is the list of its texts and elements. */
export class MixedFrame extends OrderedFrame {
  private readonly items: unknown[] = [];

  constructor(
    opening: Opening,
    content: Content,
    target: Target,
    private readonly property: PropertyKey,
  ) {
    super(opening, content, target);
  }

  override text(text: string): void {
    const last = this.items.length - 1;
    const before = this.items[last];
    if (typeof before === "string") this.items[last] = before + text;
    else if (text !== "") this.items.push(text);
  }

  /** XML Schema Part 1, 3.3.4: mixed content with a fixed value is that text, without elements. */
  private requireFixed(fixed: string): void {
    const [text = fixed, ...others] = this.items;
    if (text !== fixed || others.length > 0)
      this.decoder.depart({ message: `expected the fixed value ${fixed}`, gives: ITEMS_GIVEN });
  }

  override put(slot: LeafPlan, value: unknown): void {
    const item: Target = {};
    setProperty(item, slot.property, value);
    this.items.push(item);
    if (!isOpen(slot)) super.put(slot, value);
  }

  end(): void {
    const { decoder, content, slot } = this;
    // The items are the value. Only `strict` checks them against the content model.
    if (decoder.validation === "strict") {
      this.checkContent(content);
      if (slot?.kind === "element" && slot.fixed !== undefined) this.requireFixed(slot.fixed);
    }
    setProperty(this.target, this.property, this.items);
    decoder.leave(this.target);
  }

  /** The items are the value, whatever their order. Only `strict` checks them against the content model. */
  private checkContent(content: Content): void {
    const { decoder } = this;
    const depart = (departure: Omit<Departure, "gives">): never => {
      decoder.depart({ ...departure, gives: ITEMS_GIVEN });
      throw CHECKED;
    };
    try {
      const judge = { validation: "strict", depart, fail: (message: string) => depart({ message }) } as const;
      new Assembler(judge, content, this.children).assemble(content.particles, {});
    } catch (error) {
      if (error !== CHECKED) throw error;
    }
  }
}
