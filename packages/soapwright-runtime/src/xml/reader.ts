/**
 * An incremental XML reader (XML 1.0, fifth edition) for SOAP: it reads no DTD, and no processing instruction in
 * messages.
 */

import { CharacterData } from "./character-data";
import { DocumentNames } from "./document-names";
import type { XmlAttributeEvent, XmlEvents } from "./events";
import type { ReaderLimits } from "./limits";
import {
  blankEnd,
  checkEnd,
  endOfStartName,
  readBang,
  readInstruction,
  readXmlDeclaration,
  refuseOutside,
  refuseSecondRoot,
} from "./markup";
import { type Position, Source, type Subject } from "./source";
import { StartTag } from "./start-tag";
import {
  type ElementName,
  type NamespaceScope,
  type ReaderOptions,
  ReaderPlan,
  type ResolvedTag,
} from "./xml-namespaces";

type State =
  | "start"
  | "outside"
  | "content"
  | "start tag"
  | "end tag"
  | "comment"
  | "cdata"
  | "instruction"
  | "stopped";

const BANG = 0x21;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** A document may be one string, of which the source copies each piece. A connection's chunks are not longer than this. */
const LONGEST_PIECE = 65_536;

const NO_ATTRIBUTES: readonly never[] = [];

const unfinishedOutside: { readonly [state in State]?: string } = {
  comment: "a comment",
  instruction: "a processing instruction",
};

/**
 * Emits `events` from chunks of text. Every error is a `ResponseError` with line and column: reason `xml` when the text
 * is not well-formed, not namespace-well-formed, has a DTD or, in a message, a processing instruction; reason `limit`
 * when it exceeds a limit. Events and errors do not depend on the chunks, except for the pieces of text. After an error
 * of its own or of `events`, the reader stops.
 */
export class XmlReader {
  readonly #plan: ReaderPlan;
  readonly #limits: ReaderLimits;
  #events: XmlEvents;
  /** The receiver that has delegated, and the depth of the element that it has delegated; 0 when none is. */
  #delegating: XmlEvents | undefined = undefined;
  #delegatedAt = 0;
  readonly #source: Source;
  readonly #characters: CharacterData;
  /** Made for the first tag that is not cached, as `#names`. */
  #tag: StartTag | undefined = undefined;
  #names: DocumentNames | undefined = undefined;
  #state: State = "start";
  /** The open elements, and the scope around each of them. */
  readonly #open: ElementName[] = [];
  readonly #scopes: NamespaceScope[] = [];
  #innermost: ElementName | undefined = undefined;
  #scope: NamespaceScope;
  #rootWasRead = false;
  /** The last tag, from which the next one is predicted. */
  #previous: ElementName | undefined = undefined;
  #previousIsStart = false;
  #predicted: ElementName | undefined = undefined;

  /** @param options A plan shares its cache between readers. */
  constructor(events: XmlEvents, options: ReaderOptions | ReaderPlan = {}) {
    const plan = options instanceof ReaderPlan ? options : new ReaderPlan(options);
    this.#plan = plan;
    this.#limits = plan.limits;
    this.#events = events;
    this.#source = new Source(plan.subject);
    this.#characters = new CharacterData(this.#source, events, plan.references, plan.limits.maxTextLength);
    this.#scope = plan.begin();
  }

  /** Reads a chunk. Throws a `ResponseError` with line and column, and rethrows errors of `events`. */
  write(chunk: string): void {
    let at = 0;
    do {
      this.#read(chunk.slice(at, at + LONGEST_PIECE));
      at += LONGEST_PIECE;
    } while (at < chunk.length);
  }

  #read(chunk: string): void {
    const state = this.#state;
    if (state === "stopped") throw new Error("The reader stopped at an error.");
    this.#state = "stopped";
    if (state === "start tag") this.#tag!.keepPlaces();
    this.#source.append(chunk);
    this.#characters.forget();
    let reached: State = state;
    for (let next = this.#step(state); next !== undefined; next = this.#step(next)) reached = next;
    this.#source.checkNext();
    this.#state = reached;
  }

  /** Ends the document. Throws a `ResponseError` when it is incomplete. */
  end(): void {
    const state = this.#state;
    this.write("");
    this.#state = "stopped";
    const inside = state === "start tag" ? `the tag <${this.#tag!.raw}>` : this.#innermost?.startTag.text;
    checkEnd(this.#source, inside ?? unfinishedOutside[state], this.#rootWasRead);
  }

  /**
   * Returns the namespace bound to `prefix` at the current event. `""` is the default namespace, which is `""` when
   * none is declared.
   */
  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  /**
   * Gives what comes inside the element that starts to `events`, which is faster than to pass it on. Called in
   * `startElement`; the receiver so far gets the end of that element. Does not nest.
   */
  delegate(events: XmlEvents): void {
    this.#delegating = this.#events;
    this.#delegatedAt = this.#open.length;
    this.#receive(events);
  }

  /** The text of elements goes to the same receiver. */
  #receive(events: XmlEvents): void {
    this.#events = events;
    this.#characters.events = events;
  }

  get subject(): Subject {
    return this.#source.subject;
  }

  position(): Position {
    const { place } = this.#source;
    return typeof place === "number" ? this.#source.positionOf(place) : place;
  }

  /** Returns undefined when more text is needed. */
  #step(state: State): State | undefined {
    switch (state) {
      case "start":
        return readXmlDeclaration(this.#source, this.#limits.maxNameLength, this.#plan.forgiving)
          ? "outside"
          : undefined;
      case "outside":
        return this.#readOutside();
      case "content":
        return this.#readContent();
      case "start tag":
        return this.#readStartTagRest();
      case "end tag":
        return this.#readEndTagRest();
      case "comment":
        return this.#characters.readComment() ? this.#around : undefined;
      case "instruction":
        return this.#characters.readInstruction() ? this.#around : undefined;
      case "cdata":
        return this.#characters.readSection() ? "content" : undefined;
      case "stopped":
        return undefined;
    }
  }

  get #around(): State {
    return this.#open.length > 0 ? "content" : "outside";
  }

  #readOutside(): State | undefined {
    const source = this.#source;
    const at = blankEnd(source.text, source.at);
    source.at = at;
    if (at === source.text.length) return undefined;
    if (source.text.charCodeAt(at) !== LESS) refuseOutside(source, at, this.#rootWasRead);
    return this.#readMarkup(at);
  }

  #start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    this.#characters.textLength = 0;
    this.#scopes.push(this.#scope);
    this.#open.push(element);
    this.#innermost = element;
    this.#scope = element.scope;
    if (this.#predicted !== element) this.#previous?.precedes(element, this.#previousIsStart);
    this.#previous = element;
    this.#previousIsStart = true;
    this.#predicted = element.afterStart;
    this.#events.startElement(element.name, attributes);
  }

  #end(element: ElementName): void {
    this.#characters.textLength = 0;
    const open = this.#open;
    if (open.length === this.#delegatedAt) {
      this.#delegatedAt = 0;
      this.#receive(this.#delegating!);
    }
    this.#events.endElement(element.name);
    open.pop();
    this.#innermost = open[open.length - 1];
    this.#scope = this.#scopes.pop()!;
    this.#previous = element;
    this.#previousIsStart = false;
    this.#predicted = element.afterEnd;
    if (open.length === 0) this.#rootWasRead = true;
  }

  /** The hot loop. Most responses are lists, so a tag is compared with its prediction, and parsed only if it differs. */
  #readContent(): State | undefined {
    const source = this.#source;
    const { text } = source;
    let at = source.at;
    for (;;) {
      if (text.charCodeAt(at) !== LESS) {
        at = this.#characters.readText(at);
        if (text.charCodeAt(at) !== LESS) break;
      }
      const after = text.charCodeAt(at + 1) === SLASH ? this.#readPredictedEnd(at) : this.#readPredictedStart(at);
      if (after > at) {
        at = after;
        if (this.#open.length > 0) continue;
        source.at = at;
        return "outside";
      }
      source.at = at;
      const next = this.#readMarkup(at);
      if (next !== "content") return next;
      at = source.at;
    }
    source.at = at;
    return undefined;
  }

  /** Returns the index after the tag; `at` when another tag is there. */
  #readPredictedEnd(at: number): number {
    const source = this.#source;
    const element = this.#innermost!;
    const { endTag } = element;
    if (!endTag.isAt(at, source.octets)) return at;
    source.place = at;
    this.#end(element);
    return at + endTag.text.length;
  }

  /** Returns the index after what was read: the start tag of an element, or the whole of a leaf. */
  #readPredictedStart(at: number): number {
    const first = this.#predicted;
    if (first === undefined || first.scope !== this.#scope || this.#open.length >= this.#limits.maxDepth) return at;
    const after = this.#readPredicted(first, at);
    if (after > at) return after;
    // An optional element may be missing.
    const second = first.afterEnd;
    return second === undefined || second.scope !== first.scope ? at : this.#readPredicted(second, at);
  }

  #readPredicted(element: ElementName, at: number): number {
    const { octets } = this.#source;
    const { startTag, emptyTag } = element;
    if (startTag.isAt(at, octets)) return this.#readElement(element, at, at + startTag.text.length);
    if (emptyTag === undefined || !emptyTag.isAt(at, octets)) return at;
    this.#readEmpty(element, at);
    return at + emptyTag.text.length;
  }

  /**
   * Reads an element whose start tag ends at `from`: the whole element and those that are predicted after it while they
   * are leaves, then a start tag. Returns the index after what was read.
   */
  #readElement(first: ElementName, start: number, contentStart: number): number {
    const source = this.#source;
    const { text, octets } = source;
    const characters = this.#characters;
    let element = first;
    let at = start;
    let from = contentStart;
    for (;;) {
      const end = text.indexOf("<", from);
      if (end === -1 || text.charCodeAt(end + 1) !== SLASH) break;
      if (end > characters.plainEnd && !characters.isPlain(from, end)) break;
      // Taking the leaf may change what is predicted after it.
      const { joint, endTag, afterEnd } = element;
      const follows = joint?.isAt(end, octets) === true ? joint : undefined;
      if (follows === undefined && !endTag.isAt(end, octets)) break;
      if (!this.#isLeaf(element, text.slice(from, end), end)) break;
      at = end + endTag.text.length;
      if (follows === undefined) return at;
      from = end + follows.text.length;
      element = afterEnd!;
    }
    source.place = at;
    this.#start(element, NO_ATTRIBUTES);
    return from;
  }

  /** Returns whether the receiver took the element as one event. */
  #isLeaf(element: ElementName, content: string, place: number): boolean {
    const events = this.#events;
    // The root is never a leaf.
    if (events.leaf === undefined || this.#open.length === 0) return false;
    this.#source.place = place;
    if (!events.leaf(element.name, content)) return false;
    this.#characters.textLength = 0;
    if (this.#predicted !== element) this.#previous!.precedes(element, this.#previousIsStart);
    this.#previous = element;
    this.#previousIsStart = false;
    this.#predicted = element.afterEnd;
    return true;
  }

  #readEmpty(element: ElementName, at: number): void {
    if (this.#isLeaf(element, "", at)) return;
    this.#source.place = at;
    this.#start(element, NO_ATTRIBUTES);
    this.#end(element);
  }

  #readMarkup(at: number): State | undefined {
    const source = this.#source;
    if (at + 1 === source.text.length) return undefined;
    const next = source.text.charCodeAt(at + 1);
    if (next === BANG) return readBang(source, at, this.#open.length > 0);
    if (next === QUESTION) return readInstruction(source, at, this.#limits.maxNameLength);
    if (next !== SLASH) return this.#readStartTag(at);
    if (this.#open.length === 0) source.fail("there is no element to end", at);
    return this.#readEndTag(at);
  }

  #readStartTag(at: number): State | undefined {
    const source = this.#source;
    const { text } = source;
    if (this.#open.length === 0 && this.#rootWasRead) refuseSecondRoot(source, at);
    const end = endOfStartName(source, at, this.#open.length, this.#limits);
    if (end === text.length) return undefined;
    const raw = text.slice(at + 1, end);
    const next = text.charCodeAt(end);
    source.place = at;
    if (next === GREATER) {
      const element = this.#elementOf(raw, at);
      source.at = this.#readElement(element, at, end + 1);
      return "content";
    }
    const tail = next === SLASH ? "/>" : " />";
    if (text.startsWith(tail, end)) {
      source.at = end + tail.length;
      const element = this.#elementOf(raw, at);
      element.wasEmpty(tail);
      this.#readEmpty(element, at);
      return this.#around;
    }
    const cachedTag = next === SLASH ? undefined : this.#scope.tag(source, at);
    if (cachedTag === undefined) {
      this.#tag ??= new StartTag(source, this.#limits, this.#plan.references);
      this.#tag.begin(raw);
      source.at = end;
      return "start tag";
    }
    source.at = at + cachedTag.written.text.length;
    return this.#startWith(cachedTag);
  }

  get #naming(): DocumentNames {
    this.#names ??= new DocumentNames(this.#source, this.#limits.maxNames);
    return this.#names;
  }

  #elementOf(raw: string, at: number): ElementName {
    return this.#scope.known(raw) ?? this.#scope.element(raw, at, this.#naming);
  }

  #readStartTagRest(): State | undefined {
    const tag = this.#tag!;
    return tag.read() ? this.#startWith(tag.resolve(this.#scope, this.#naming)) : undefined;
  }

  #startWith({ element, attributes, isEmpty }: ResolvedTag): State {
    this.#start(element, attributes);
    if (isEmpty) this.#end(element);
    return this.#around;
  }

  #readEndTag(at: number): State | undefined {
    const source = this.#source;
    const { endTag } = this.#innermost!;
    const expected = endTag.text.slice(0, -1);
    const found = source.text.slice(at, at + expected.length);
    if (!expected.startsWith(found)) source.fail(`the end tag is not the ${endTag.text} of the open element`, at);
    if (found.length < expected.length) return undefined;
    source.place = at;
    source.at = at + expected.length;
    return "end tag";
  }

  #readEndTagRest(): State | undefined {
    const source = this.#source;
    const at = blankEnd(source.text, source.at);
    source.at = at;
    if (at === source.text.length) return undefined;
    const element = this.#innermost!;
    if (source.text.charCodeAt(at) !== GREATER) {
      source.fail(`the end tag is not the ${element.endTag.text} of the open element`, at);
    }
    source.at = at + 1;
    this.#end(element);
    return this.#around;
  }
}
