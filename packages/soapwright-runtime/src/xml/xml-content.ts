/** The stack of open elements, which emits their start and end events. */

import type { XmlAttributeEvent, XmlEvents } from "./events";
import type { ReaderLimits } from "./limits";
import { LeafShape, type Row } from "./name-table";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import type { Source } from "./source";
import { isBlank, isNameStart, nameEnd, SLASH, shown } from "./source";
import { type ElementName, followedBy, type NamespaceScope } from "./xml-namespaces";

const NOTHING: readonly never[] = Object.freeze([]);
/** Maximum number of row expressions that are learnt from one document, because each costs memory. */
const MAX_ROWS = 64;

export class OpenElements {
  depth = 0;
  /** The property is a field, because every event reads it. */
  innermost: ElementName | undefined;
  scope: NamespaceScope;
  rootWasRead = false;
  /** The last tag, from which the next one is predicted. */
  previous: ElementName | undefined;
  previousIsStart = false;
  /** Set to -1 after the text was changed. */
  endedAt = -1;
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #open: ElementName[] = NOTHING.slice();
  readonly #scopes: NamespaceScope[] = NOTHING.slice();
  #rowsLeft = MAX_ROWS;

  constructor(events: XmlEvents, source: Source, outermost: NamespaceScope) {
    this.#events = events;
    this.#source = source;
    this.scope = outermost;
  }

  get scopeAround(): NamespaceScope | undefined {
    return this.#scopes[this.depth - 1];
  }

  start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.depth > 0) this.#learn(element);
    this.#open[this.depth] = element;
    this.#scopes[this.depth] = this.scope;
    this.depth++;
    this.innermost = element;
    this.scope = element.scope;
    if (this.previous !== undefined) {
      followedBy(this.previous, this.previousIsStart, element, this.#source.place === this.endedAt);
    }
    this.previous = element;
    this.previousIsStart = true;
    this.#events.startElement(element.name, attributes);
  }

  #learn(element: ElementName): void {
    const { place, text } = this.#source;
    const parent = this.innermost!;
    // Cached objects must not refer to objects that are not cached, and a shape is only worth its cost when it is
    // cached.
    if (!parent.isKept || !element.isKept) return;
    if (parent.scope !== element.scope || typeof place !== "number") return;
    if (parent.leaves === undefined) {
      if (!parent.isKept || !parent.scope.payShape()) return;
      parent.leaves = new LeafShape();
    }
    if (element.isKept) parent.leaves.note(element, text, place);
  }

  end(element: ElementName): void {
    this.#events.endElement(element.name);
    if (element.leaves !== undefined && this.#rowsLeft > 0 && element.leaves.ended(element, element.scope))
      this.#rowsLeft--;
    this.depth--;
    this.innermost = this.#open[this.depth - 1];
    this.scope = this.#scopes[this.depth]!;
    this.previous = element;
    this.previousIsStart = false;
    if (this.depth === 0) this.rootWasRead = true;
  }
}

// Content between tags: text with its references, CDATA sections, comments. XML 1.0, 2.4, 2.5 and 2.7.

const GREATER = 0x3e;
const BRACKET = 0x5d;
/** Maximum length of binary data in UTF-16 code units, which is the default limit of a response's bytes. */
const MAX_BINARY_LENGTH = 67_108_864;

/** The text of the innermost element: resolves references, and limits its length. */
export class CharacterData {
  /** Every tag resets it. */
  textLength = 0;
  readonly #source: Source;
  readonly #events: XmlEvents;
  readonly #references: ReferenceOptions;
  readonly #maxTextLength: number;
  /** Searched again once they are passed, so that a chunk is searched once. */
  #ampersand = -1;
  #sectionEnd = -1;

  constructor(source: Source, events: XmlEvents, references: ReferenceOptions, maxTextLength: number) {
    this.#source = source;
    this.#events = events;
    this.#references = references;
    this.#maxTextLength = maxTextLength;
  }

  /** Called when the source's text was changed. */
  forget(): void {
    this.#ampersand = -1;
    this.#sectionEnd = -1;
  }

  /** Returns the index of the next `<`, or the index where more text is needed. */
  readText(from: number): number {
    const { text } = this.#source;
    let end = text.indexOf("<", from);
    if (end === -1) end = heldBack(text, from);
    if (this.#ampersand < from) this.#ampersand = indexOrEnd(text, "&", from);
    if (this.#sectionEnd < from) this.#sectionEnd = indexOrEnd(text, "]]>", from);
    if (this.#ampersand < end || this.#sectionEnd < end) return this.#readSpecial(from, end);
    this.#deliver(text.slice(from, end), from);
    return end;
  }

  #deliver(piece: string, from: number): void {
    this.#count(piece.length, from);
    this.#source.place = from;
    if (piece !== "") this.#events.text(piece);
  }

  /** Handles references, and `]]>`, which is an error. Returns the same as `readText`. */
  #readSpecial(from: number, end: number): number {
    const { text } = this.#source;
    let at = from;
    let piece = "";
    while (at < end) {
      const stop = Math.min(end, this.#ampersand, this.#sectionEnd);
      this.#count(stop - at, at);
      piece += text.slice(at, stop);
      at = stop;
      if (at === end) break;
      if (at === this.#sectionEnd) this.#source.fail('"]]>" in text must be written as ]]&gt;', at);
      const after = referenceEnd(this.#source, at, this.#references);
      if (after === -1) break;
      const resolved = resolveReference(this.#source, at, after, this.#references);
      this.#count(resolved.length, at);
      piece += resolved;
      at = after;
      this.#ampersand = indexOrEnd(text, "&", at);
    }
    this.#source.place = from;
    if (piece !== "") this.#events.text(piece);
    return at;
  }

  #count(length: number, at: number): void {
    const before = this.textLength;
    this.textLength += length;
    if (this.textLength > this.#maxTextLength) this.#checkBinary(before, at);
  }

  /** Binary data may be as long as a whole response is by default. */
  #checkBinary(before: number, at: number): void {
    const most = this.#events.isBinary?.() ? Math.max(this.#maxTextLength, MAX_BINARY_LENGTH) : this.#maxTextLength;
    if (this.textLength > most)
      this.#source.failLimit("maxTextLength", most, "A text is longer", at + Math.max(0, most - before));
  }

  /** Returns false when more text is needed. */
  readSection(): boolean {
    const source = this.#source;
    const { text, at } = source;
    const close = text.indexOf("]]>", at);
    const end = close === -1 ? heldBack(text, at) : close;
    this.#deliver(text.slice(at, end), at);
    source.at = close === -1 ? end : close + 3;
    return close !== -1;
  }

  /** Returns false when more text is needed. */
  readInstruction(): boolean {
    const source = this.#source;
    const end = source.text.indexOf("?>", source.at);
    source.at = end === -1 ? Math.max(source.at, source.text.length - 1) : end + 2;
    return end !== -1;
  }

  /** Returns false when more text is needed. */
  readComment(): boolean {
    const source = this.#source;
    const { text } = source;
    const dashes = text.indexOf("--", source.at);
    if (dashes === -1 || dashes + 2 === text.length) {
      source.at = Math.max(source.at, dashes === -1 ? text.length - 1 : dashes);
      return false;
    }
    if (text.charCodeAt(dashes + 2) !== GREATER) source.fail('"--" is not allowed in a comment', dashes);
    source.at = dashes + 3;
    return true;
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

/** Brackets at the end may start `]]>`. */
function heldBack(text: string, from: number): number {
  let end = text.length;
  while (end > from && end > text.length - 2 && text.charCodeAt(end - 1) === BRACKET) end--;
  return end;
}

// Constraints of the document as a whole, and of the start of elements (XML 1.0, 2.1 [1] document, 3.1 [40] STag).

/** `unfinished` names an incomplete construct. */
export function checkEnd(source: Source, unfinished: string | undefined, rootWasRead: boolean): void {
  source.end();
  const end = source.text.length;
  if (unfinished !== undefined) source.fail(`it ends inside ${unfinished}`, end);
  if (source.at < end) source.fail("it ends inside markup", end);
  if (!rootWasRead) source.fail("it has no root element", end);
}

/** Throws a `ResponseError` for an invalid name, and above a limit. */
export function endOfStartName(source: Source, at: number, depth: number, limits: ReaderLimits): number {
  const { text } = source;
  const { maxNameLength, maxDepth } = limits;
  checkName(source, at);
  if (depth === maxDepth) {
    source.failLimit("maxDepth", maxDepth, `The ${source.subject} has elements nested deeper`, at);
  }
  const end = nameEnd(text, at + 1);
  if (end - at - 1 > maxNameLength) {
    source.failLimit("maxNameLength", maxNameLength, "The name of an element is longer", at);
  }
  const next = text.charCodeAt(end);
  if (end < text.length && next !== GREATER && next !== SLASH && !isBlank(next)) {
    source.fail(`${shown(text.codePointAt(end)!)} is not allowed in the name of an element`, end);
  }
  return end;
}

export function refuseOutside(source: Source, at: number, rootWasRead: boolean): never {
  const where = rootWasRead ? "after" : "before";
  return source.fail(`${shown(source.text.codePointAt(at)!)} is ${where} the root element`, at);
}

export function refuseSecondRoot(source: Source, at: number): never {
  checkName(source, at);
  return source.fail("it has a second root element", at);
}

function checkName(source: Source, at: number): void {
  if (isNameStart(source.text, at + 1)) return;
  source.fail(
    `"<" must be written as &lt; or followed by a name, not by ${shown(source.text.codePointAt(at + 1)!)}`,
    at,
  );
}

// Reader of rows of leaves, by the shapes of earlier elements.

/** Reads elements that contain only texts, such as the rows of a list, in one step. */
export class RowReader {
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #elements: OpenElements;
  readonly #characters: CharacterData;
  readonly #maxTextLength: number;
  readonly #texts: (string | undefined)[] = NOTHING.slice();

  constructor(
    events: XmlEvents,
    source: Source,
    elements: OpenElements,
    characters: CharacterData,
    maxTextLength: number,
  ) {
    this.#events = events;
    this.#source = source;
    this.#elements = elements;
    this.#characters = characters;
    this.#maxTextLength = maxTextLength;
  }

  /**
   * Reads the consecutive leaves of `owner`, the innermost element; then its end tag, and the start tag of a sibling of
   * the same name, when these follow. Returns the index after them.
   */
  read(owner: ElementName, row: Row<ElementName>, at: number): number {
    const { text } = this.#source;
    // A text cannot be longer than the chunk that contains it.
    if (text.length > this.#maxTextLength) return at;
    const { expression } = row;
    expression.lastIndex = at;
    const match = expression.exec(text)!;
    const whole = match[0];
    if (whole === "") return at;
    const end = at + this.#measure(row, match);
    if (end > at) this.#deliver(owner, row, match, at, whole.includes("&"));
    return this.#goOn(owner, end, at + whole.length);
  }

  /** Returns the length of the leaves. */
  #measure({ leaves, gap }: Row<ElementName>, match: RegExpExecArray): number {
    const texts = this.#texts;
    let length = 0;
    for (let index = 0; index < leaves.length; index++) {
      const content = match[2 * index + 1];
      const tail = content === undefined ? match[2 * index + 2] : undefined;
      texts[index] = tail === undefined ? content : "";
      if (texts[index] !== undefined) length += gap.length + lengthOf(leaves[index]!, content, tail);
    }
    return length;
  }

  #deliver(
    owner: ElementName,
    row: Row<ElementName>,
    match: RegExpExecArray,
    at: number,
    hasReferences: boolean,
  ): void {
    const texts = this.#texts;
    const { leaves } = row;
    const count = leaves.length;
    let place = at;
    let placed = 0;
    for (let next = 0; next < count; next++) {
      const stop = hasReferences ? this.#nextReference(next, count) : count;
      if (next < stop) next = this.#events.leafRow?.(row, texts, next, stop) ?? next;
      if (next === count) break;
      if (texts[next] === undefined) continue;
      for (; placed < next; placed++) place += this.#lengthAt(row, match, placed);
      this.#single(leaves[next]!, texts[next]!, place, row.gap, match[2 * next + 2]);
    }
    let last = count - 1;
    while (texts[last] === undefined) last--;
    this.#elements.previous = leaves[last]!;
    this.#elements.previousIsStart = false;
    this.#characters.textLength = 0;
    owner.leaves!.passed(leaves[last]!);
  }

  #nextReference(from: number, count: number): number {
    let at = from;
    while (at < count && this.#texts[at]?.includes("&") !== true) at++;
    return at;
  }

  #lengthAt({ leaves, gap }: Row<ElementName>, found: RegExpExecArray, index: number): number {
    if (this.#texts[index] === undefined) return 0;
    return gap.length + lengthOf(leaves[index]!, found[2 * index + 1], found[2 * index + 2]);
  }

  /** `tail` is the end of an empty-element tag. */
  #single(leaf: ElementName, content: string, at: number, gap: string, tail: string | undefined): void {
    const events = this.#events;
    const source = this.#source;
    const start = gap === "" ? at : this.#characters.readText(at);
    this.#characters.textLength = 0;
    source.place = start;
    events.startElement(leaf.name, NOTHING);
    const from = start + leaf.startTag.length;
    if (content !== "") this.#characters.readText(from);
    this.#characters.textLength = 0;
    source.place = tail === undefined ? from + content.length : start;
    events.endElement(leaf.name);
  }

  /** The text is empty, the end tag of `owner`, or that and the start tag of a sibling. */
  #goOn(owner: ElementName, at: number, end: number): number {
    const elements = this.#elements;
    const source = this.#source;
    // The reader handles the end of the root.
    if (at === end || elements.depth === 1) return at;
    source.place = at;
    const { scopeAround } = elements;
    elements.end(owner);
    const ended = at + owner.endTag.length;
    elements.endedAt = ended;
    if (ended === end || owner.scope !== scopeAround) return ended;
    source.place = ended;
    elements.start(owner, NOTHING);
    return end;
  }
}

function lengthOf({ startTag, endTag }: ElementName, content: string | undefined, tail: string | undefined): number {
  return content === undefined
    ? startTag.length - 1 + tail!.length + 1
    : startTag.length + content.length + endTag.length;
}
