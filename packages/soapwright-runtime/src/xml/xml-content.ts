/** The elements that are open, and what tells of their starts and ends. */

import type { XmlAttributeEvent, XmlEvents } from "./events";
import type { ReaderLimits } from "./limits";
import { LeafShape, type Row } from "./name-table";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import type { Source } from "./source";
import { isBlank, isNameStart, nameEnd, SLASH, shown } from "./source";
import { type ElementName, followedBy, type NamespaceScope } from "./xml-namespaces";

const NOTHING: readonly never[] = Object.freeze([]);
/** So many shapes of records are learnt from one document: each costs an expression. */
const MOST_ROWS = 64;

export class OpenElements {
  depth = 0;
  /** Undefined when none is open. A field, because every event of an element asks for it. */
  innermost: ElementName | undefined;
  /** The scope inside the innermost one. */
  scope: NamespaceScope;
  rootWasRead = false;
  /** The tag before, for guessing the next one. */
  previous: ElementName | undefined;
  previousIsStart = false;
  /** Where the last end tag ended, in the text of the source; -1 when that is another text by now. */
  endedAt = -1;
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #open: ElementName[] = NOTHING.slice();
  /** The scopes around them. */
  readonly #scopes: NamespaceScope[] = NOTHING.slice();
  #rowsLeft = MOST_ROWS;

  constructor(events: XmlEvents, source: Source, outermost: NamespaceScope) {
    this.#events = events;
    this.#source = source;
    this.scope = outermost;
  }

  /** The scope around the innermost one. */
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

  /** Keeps which elements of the same scope stand in the open one, in which order. */
  #learn(element: ElementName): void {
    const { place, text } = this.#source;
    const parent = this.innermost!;
    // What is not kept must not be reached from what is, and a shape is only worth its price where it stays.
    if (!parent.isKept || !element.isKept) return;
    if (parent.scope !== element.scope || typeof place !== "number") return;
    if (parent.leaves === undefined) {
      if (!parent.isKept || !parent.scope.payShape()) return;
      parent.leaves = new LeafShape();
    }
    if (element.isKept) parent.leaves.note(element, text, place);
  }

  /** The innermost element, which is this one, ends. */
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

// What stands between tags: text with its references, CDATA sections, comments. XML 1.0, 2.4, 2.5 and 2.7.

const GREATER = 0x3e;
const BRACKET = 0x5d;
/** In UTF-16 code units: as many as a response has bytes at most, unless it is told otherwise. */
const LONGEST_BINARY = 67_108_864;

export class CharacterData {
  /** Length of the current text so far. Zero it where a text can start: at every tag. */
  textLength = 0;
  readonly #source: Source;
  readonly #events: XmlEvents;
  readonly #references: ReferenceOptions;
  readonly #maxTextLength: number;
  /** Where `&` and `]]>` come next; looked for again when they are behind, so that a chunk is searched once. */
  #ampersand = -1;
  #sectionEnd = -1;

  constructor(source: Source, events: XmlEvents, references: ReferenceOptions, maxTextLength: number) {
    this.#source = source;
    this.#events = events;
    this.#references = references;
    this.#maxTextLength = maxTextLength;
  }

  /** To be called when the source has another text. */
  forget(): void {
    this.#ampersand = -1;
    this.#sectionEnd = -1;
  }

  /** Reads text from `from`. Returns where it stops: at a `<`, or where more text is needed. */
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

  /** The same for text with references, or with `]]>`, which is an error. */
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

  /** Binary data may be as long as a whole response by default. */
  #checkBinary(before: number, at: number): void {
    const most = this.#events.isBinary?.() ? Math.max(this.#maxTextLength, LONGEST_BINARY) : this.#maxTextLength;
    if (this.textLength > most)
      this.#source.failLimit("maxTextLength", most, "A text is longer", at + Math.max(0, most - before));
  }

  /** Reads on in a CDATA section. Returns whether it ended; when not, more text is needed. */
  readSection(): boolean {
    const source = this.#source;
    const { text, at } = source;
    const close = text.indexOf("]]>", at);
    const end = close === -1 ? heldBack(text, at) : close;
    this.#deliver(text.slice(at, end), at);
    source.at = close === -1 ? end : close + 3;
    return close !== -1;
  }

  /** Reads on in a processing instruction. Returns whether it ended; when not, more text is needed. */
  readInstruction(): boolean {
    const source = this.#source;
    const end = source.text.indexOf("?>", source.at);
    source.at = end === -1 ? Math.max(source.at, source.text.length - 1) : end + 2;
    return end !== -1;
  }

  /** Reads on in a comment. Returns whether it ended; when not, more text is needed. */
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

/** The end of `text` without the brackets that may be the start of `]]>`. */
function heldBack(text: string, from: number): number {
  let end = text.length;
  while (end > from && end > text.length - 2 && text.charCodeAt(end - 1) === BRACKET) end--;
  return end;
}

// What must hold of a document as a whole, and of where its elements begin: XML 1.0, 2.1 [1] document, 3.1 [40] STag.

/** One root element, and nothing unfinished: `unfinished` is what the text ends inside of. */
export function checkEnd(source: Source, unfinished: string | undefined, rootWasRead: boolean): void {
  source.end();
  const end = source.text.length;
  if (unfinished !== undefined) source.fail(`it ends inside ${unfinished}`, end);
  if (source.at < end) source.fail("it ends inside markup", end);
  if (!rootWasRead) source.fail("it has no root element", end);
}

/** Where the name of the start tag at `at` ends; checks that it may begin here, and that something follows that may. */
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

/** Text stands before or after the root element. */
export function refuseOutside(source: Source, at: number, rootWasRead: boolean): never {
  const where = rootWasRead ? "after" : "before";
  return source.fail(`${shown(source.text.codePointAt(at)!)} is ${where} the root element`, at);
}

/** A second element begins beside the root. */
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

// Reads rows of leaves, by the shapes that elements before have shown.

export class RowReader {
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #elements: OpenElements;
  readonly #characters: CharacterData;
  readonly #maxTextLength: number;
  /** The texts of the row that is being read; undefined for leaves that are missing. */
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
   * Reads as many leaves of `owner`, the innermost element, as stand in a row from `at` on; its end too when that comes
   * next, and the start of another such element behind it. Returns where that ends.
   */
  read(owner: ElementName, row: Row<ElementName>, at: number): number {
    const { text } = this.#source;
    // No text is longer than what it stands in.
    if (text.length > this.#maxTextLength) return at;
    const { expression } = row;
    expression.lastIndex = at;
    const found = expression.exec(text)!;
    const whole = found[0];
    if (whole === "") return at;
    const end = at + this.#measure(row, found);
    if (end > at) this.#deliver(owner, row, found, at, whole.includes("&"));
    return this.#goOn(owner, end, at + whole.length);
  }

  /** Puts the texts in place. Returns how long the leaves are. */
  #measure({ leaves, gap }: Row<ElementName>, found: RegExpExecArray): number {
    const texts = this.#texts;
    let length = 0;
    for (let index = 0; index < leaves.length; index++) {
      const content = found[2 * index + 1];
      const tail = content === undefined ? found[2 * index + 2] : undefined;
      texts[index] = tail === undefined ? content : "";
      if (texts[index] !== undefined) length += gap.length + lengthOf(leaves[index]!, content, tail);
    }
    return length;
  }

  #deliver(
    owner: ElementName,
    row: Row<ElementName>,
    found: RegExpExecArray,
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
      for (; placed < next; placed++) place += this.#lengthAt(row, found, placed);
      this.#single(leaves[next]!, texts[next]!, place, row.gap, found[2 * next + 2]);
    }
    let last = count - 1;
    while (texts[last] === undefined) last--;
    this.#elements.previous = leaves[last]!;
    this.#elements.previousIsStart = false;
    this.#characters.textLength = 0;
    owner.leaves!.passed(leaves[last]!);
  }

  /** The next text with a reference in it, from `from` on. */
  #nextReference(from: number, count: number): number {
    let at = from;
    while (at < count && this.#texts[at]?.includes("&") !== true) at++;
    return at;
  }

  #lengthAt({ leaves, gap }: Row<ElementName>, found: RegExpExecArray, index: number): number {
    if (this.#texts[index] === undefined) return 0;
    return gap.length + lengthOf(leaves[index]!, found[2 * index + 1], found[2 * index + 2]);
  }

  /** The events of one leaf, in front of which stands the gap. `tail`: the end of its tag, when that is an empty one. */
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

  /** What stands from `at` to `end`: nothing, the end tag of `owner`, or that and the start tag of another. */
  #goOn(owner: ElementName, at: number, end: number): number {
    const elements = this.#elements;
    const source = this.#source;
    // The end of the root is the reader's.
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
