/**
 * An incremental XML reader (XML 1.0, fifth edition) for SOAP: it reads no DTD, and no processing instruction in
 * messages.
 */

import { CharacterData } from "./character-data";
import { BANG, blankEnd, GREATER, LESS, QUESTION, SLASH } from "./characters";
import type { XmlAttributeEvent, XmlEvents } from "./events";
import type { ReaderLimits } from "./limits";
import {
  checkEnd,
  endOfStartName,
  readBang,
  readInstruction,
  readXmlDeclaration,
  refuseOutside,
  refuseSecondRoot,
} from "./markup";
import { NameRequest } from "./name-table";
import { NOTHING, OpenElements } from "./open-elements";
import { RowReader } from "./rows/row-reader";
import { type Position, Source, type Subject } from "./source";
import { StartTag } from "./start-tag";
import { type ElementName, type KnownTag, type ReaderOptions, ReaderPlan } from "./xml-namespaces";

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
  readonly #limits: ReaderLimits;
  readonly #forgiving: boolean;
  readonly #source: Source;
  readonly #characters: CharacterData;
  readonly #tag: StartTag;
  #state: State = "start";
  readonly #naming: NameRequest;
  readonly #elements: OpenElements;
  readonly #rows: RowReader;

  /** @param options A plan shares its cache between readers. */
  constructor(events: XmlEvents, options: ReaderOptions | ReaderPlan = {}) {
    const plan = options instanceof ReaderPlan ? options : new ReaderPlan(options);
    const { limits, references } = plan;
    this.#source = new Source(plan.subject);
    this.#limits = limits;
    this.#forgiving = plan.forgiving;
    this.#characters = new CharacterData(this.#source, events, references, limits.maxTextLength);
    this.#tag = new StartTag(this.#source, limits, references);
    this.#naming = new NameRequest(this.#source, limits.maxNames);
    this.#elements = new OpenElements(events, this.#source, plan.begin());
    this.#rows = new RowReader(events, this.#source, this.#elements, this.#characters, limits.maxTextLength);
  }

  /** Reads a chunk. Throws a `ResponseError` with line and column, and rethrows errors of `events`. */
  write(chunk: string): void {
    const state = this.#state;
    if (state === "stopped") throw new Error("The reader stopped at an error.");
    this.#state = "stopped";
    if (state === "start tag") this.#tag.keepPlaces();
    this.#source.append(chunk);
    this.#characters.forget();
    this.#elements.endedAt = -1;
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
    const inside = state === "start tag" ? `the tag <${this.#tag.raw}>` : this.#elements.innermost?.startTag;
    const unfinished = this.#elements.depth > 0 || state === "start tag" ? inside : unfinishedOutside[state];
    checkEnd(this.#source, unfinished, this.#elements.rootWasRead);
  }

  /**
   * Returns the namespace bound to `prefix` at the current event. `""` is the default namespace, which is `""` when
   * none is declared.
   */
  resolvePrefix(prefix: string): string | undefined {
    return this.#elements.scope.resolve(prefix);
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
        return readXmlDeclaration(this.#source, this.#limits.maxNameLength, this.#forgiving) ? "outside" : undefined;
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
    return this.#elements.depth > 0 ? "content" : "outside";
  }

  #readOutside(): State | undefined {
    const source = this.#source;
    const at = blankEnd(source.text, source.at);
    source.at = at;
    if (at === source.text.length) return undefined;
    if (source.text.charCodeAt(at) !== LESS) refuseOutside(source, at, this.#elements.rootWasRead);
    return this.#readMarkup(at);
  }

  #start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    this.#characters.textLength = 0;
    this.#elements.start(element, attributes);
  }

  #end(element: ElementName): void {
    this.#characters.textLength = 0;
    this.#elements.end(element);
  }

  /**
   * The hot loop. Most responses are lists, so markup is compared with its predecessor's, and parsed only if it
   * differs.
   */
  #readContent(): State | undefined {
    const source = this.#source;
    const { text } = source;
    let at = source.at;
    for (;;) {
      const element = this.#elements.innermost!;
      const row = element.leaves?.row;
      if (
        row !== undefined &&
        text.charCodeAt(at) === row.first &&
        text.charCodeAt(at + 1) !== SLASH &&
        this.#elements.depth < this.#limits.maxDepth
      ) {
        const after = this.#rows.read(element, row, at);
        if (after > at) {
          at = after;
          continue;
        }
      }
      if (text.charCodeAt(at) !== LESS) {
        at = this.#characters.readText(at);
        if (text.charCodeAt(at) !== LESS) break;
      }
      const { joint, endTag } = element;
      if (
        joint !== "" &&
        text.slice(at, at + joint.length) === joint &&
        element.afterEnd!.scope === this.#elements.scopeAround
      ) {
        const sibling = element.afterEnd!;
        source.place = at;
        this.#end(element);
        source.place = at + endTag.length;
        at += joint.length;
        this.#start(sibling, NOTHING);
        continue;
      }
      if (text.charCodeAt(at + 1) === SLASH && text.slice(at, at + endTag.length) === endTag) {
        source.place = at;
        at += endTag.length;
        this.#end(element);
        this.#elements.endedAt = at;
        if (this.#elements.depth > 0) continue;
        source.at = at;
        return "outside";
      }
      const guess = this.#elements.previousIsStart ? element.afterStart : this.#elements.previous!.afterEnd;
      if (
        guess !== undefined &&
        guess.scope === this.#elements.scope &&
        this.#elements.depth < this.#limits.maxDepth &&
        text.slice(at, at + guess.startTag.length) === guess.startTag
      ) {
        source.place = at;
        at += guess.startTag.length;
        this.#start(guess, NOTHING);
        continue;
      }
      source.at = at;
      const next = this.#readMarkup(at);
      if (next !== "content") return next;
      at = source.at;
    }
    source.at = at;
    return undefined;
  }

  #readMarkup(at: number): State | undefined {
    const source = this.#source;
    if (at + 1 === source.text.length) return undefined;
    const next = source.text.charCodeAt(at + 1);
    if (next === BANG) return readBang(source, at, this.#elements.depth > 0);
    if (next === QUESTION) return readInstruction(source, at, this.#limits.maxNameLength);
    if (next !== SLASH) return this.#readStartTag(at);
    if (this.#elements.depth === 0) source.fail("there is no element to end", at);
    return this.#readEndTag(at);
  }

  #readStartTag(at: number): State | undefined {
    const source = this.#source;
    const { text } = source;
    if (this.#elements.depth === 0 && this.#elements.rootWasRead) refuseSecondRoot(source, at);
    const end = endOfStartName(source, at, this.#elements.depth, this.#limits);
    if (end === text.length) return undefined;
    const raw = text.slice(at + 1, end);
    const next = text.charCodeAt(end);
    source.place = at;
    if (next === GREATER) {
      source.at = end + 1;
      this.#start(this.#elements.scope.element(raw, at, this.#naming), NOTHING);
      return "content";
    }
    const tail = next === SLASH ? "/>" : " />";
    if (text.startsWith(tail, end)) {
      source.at = end + tail.length;
      const element = this.#elements.scope.element(raw, at, this.#naming);
      return this.#startWith({ element, attributes: NOTHING, isEmpty: true });
    }
    const cachedTag = next === SLASH ? undefined : this.#elements.scope.tag(text, at);
    if (cachedTag === undefined) {
      this.#tag.begin(raw);
      source.at = end;
      return "start tag";
    }
    source.at = text.indexOf(">", end) + 1;
    return this.#startWith(cachedTag);
  }

  #readStartTagRest(): State | undefined {
    return this.#tag.read() ? this.#startWith(this.#tag.resolve(this.#elements.scope, this.#naming)) : undefined;
  }

  #startWith({ element, attributes, isEmpty }: KnownTag): State {
    this.#start(element, attributes);
    if (isEmpty) this.#end(element);
    return this.#around;
  }

  #readEndTag(at: number): State | undefined {
    const source = this.#source;
    const { endTag } = this.#elements.innermost!;
    const expected = endTag.slice(0, -1);
    const found = source.text.slice(at, at + expected.length);
    if (!expected.startsWith(found)) source.fail(`the end tag is not the ${endTag} of the open element`, at);
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
    const element = this.#elements.innermost!;
    if (source.text.charCodeAt(at) !== GREATER) {
      source.fail(`the end tag is not the ${element.endTag} of the open element`, at);
    }
    source.at = at + 1;
    this.#end(element);
    return this.#around;
  }
}
