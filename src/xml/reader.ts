/** XML as SOAP allows it, read chunk by chunk: no DTD and no processing instruction. XML 1.0, fifth edition. */
import { blankEnd, isBlank, isNameStart, nameEnd, shown } from "./characters";
import { findWrongDeclaration } from "./declaration";
import type { XmlAttributeEvent, XmlEvents } from "./events";
import { DEFAULT_LIMITS, type ReaderLimits } from "./limits";
import { type ElementName, NamespaceScope, NameTable } from "./namespaces";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import { type Position, Source } from "./source";
import { StartTag } from "./start-tag";

export type { ReaderLimits } from "./limits";

export interface ReaderOptions {
  readonly limits?: Partial<ReaderLimits>;
  /** Let references to the control characters U+0001 to U+001F through, which XML 1.0 forbids. */
  readonly allowControlCharacters?: boolean;
}

const BANG = 0x21;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const BRACKET = 0x5d;

const NO_ATTRIBUTES: readonly XmlAttributeEvent[] = Object.freeze([]);

/** What the reader is in when a chunk ends. */
type State = "start" | "outside" | "content" | "start tag" | "end tag" | "comment" | "cdata" | "stopped";

/**
 * Tells `events` what it reads. Every error is a `ResponseError` with line and column: reason `xml` when the text is not
 * well-formed, not namespace-well-formed, has a DTD or a processing instruction; reason `limit` when it is over a limit.
 * However the text is cut into chunks, the events are the same but for the pieces of text, and so is the error.
 * After an error, its own or one thrown by `events`, the reader reads no further.
 */
export class XmlReader {
  readonly #events: XmlEvents;
  readonly #limits: ReaderLimits;
  readonly #references: ReferenceOptions;
  readonly #source = new Source();
  readonly #tag: StartTag;
  #state: State = "start";
  /** The open elements and the scopes around them. */
  readonly #open: ElementName[] = [];
  readonly #scopes: NamespaceScope[] = [];
  #depth = 0;
  #scope: NamespaceScope;
  #rootWasRead = false;
  /** Length of the current text so far. */
  #textLength = 0;
  /** Where `&` and `]]>` come next in the text of the source; looked for again when they are behind. */
  #ampersand = -1;
  #sectionEnd = -1;
  /** Where the current event starts. */
  #place: number | Position = 0;
  /** The tag before, for guessing the next one. */
  #previous: ElementName | undefined;
  #previousIsStart = false;

  constructor(events: XmlEvents, options: ReaderOptions = {}) {
    this.#events = events;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { maxNameLength } = this.#limits;
    this.#references = { maxNameLength, allowControlCharacters: options.allowControlCharacters ?? false };
    this.#tag = new StartTag(this.#source, this.#limits, this.#references);
    this.#scope = NamespaceScope.outermost(new NameTable(this.#source, this.#limits.maxNames), this.#source);
  }

  /** Reads on. Throws `ResponseError` with reason `xml` or `limit`, line and column, and what `events` throws. */
  write(chunk: string): void {
    const state = this.#state;
    if (state === "stopped") throw new Error("The reader stopped at an error.");
    this.#state = "stopped";
    this.#place = this.position();
    if (state === "start tag") this.#tag.keepPlaces();
    this.#source.append(chunk);
    this.#ampersand = -1;
    this.#sectionEnd = -1;
    const reached = this.#read(state);
    this.#source.checkNext();
    this.#state = reached;
  }

  /** The document is over. Throws `ResponseError` when it is not complete. */
  end(): void {
    const state = this.#state;
    this.write("");
    this.#state = "stopped";
    this.#source.end();
    const end = this.#source.text.length;
    if (this.#depth > 0) this.#source.fail(`it ends inside <${this.#open[this.#depth - 1]!.name.raw}>`, end);
    if (state === "start tag") this.#source.fail(`it ends inside the tag <${this.#tag.raw}>`, end);
    if (state === "comment") this.#source.fail("it ends inside a comment", end);
    if (this.#source.at < end) this.#source.fail("it ends inside markup", end);
    if (!this.#rootWasRead) this.#source.fail("it has no root element", end);
  }

  /** The namespace bound to `prefix` where the current event stands; for `""` the default namespace, `""` when there is none. */
  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  /** Where the current event starts. */
  position(): Position {
    return typeof this.#place === "number" ? this.#source.positionOf(this.#place) : this.#place;
  }

  #read(from: State): State {
    let state = from;
    for (;;) {
      const next = this.#step(state);
      if (next === undefined) return state;
      state = next;
    }
  }

  /** Reads as far as one state goes. Returns the next one, undefined when more text is needed. */
  #step(state: State): State | undefined {
    switch (state) {
      case "start":
        return this.#readStart();
      case "outside":
        return this.#readOutside();
      case "content":
        return this.#readContent();
      case "start tag":
        return this.#readAttributes();
      case "end tag":
        return this.#readEndTagClose();
      case "comment":
        return this.#readComment();
      case "cdata":
        return this.#readSection();
      case "stopped":
        return undefined;
    }
  }

  get #around(): State {
    return this.#depth > 0 ? "content" : "outside";
  }

  #readStart(): State | undefined {
    const { text } = this.#source;
    if (text.length < 6 && "<?xml".startsWith(text.slice(0, 5))) return undefined;
    const isDeclaration = text.startsWith("<?xml") && (isBlank(text.charCodeAt(5)) || text.charCodeAt(5) === QUESTION);
    if (!isDeclaration) return "outside";
    const end = text.indexOf("?>", 5);
    const { maxNameLength } = this.#limits;
    if (end > maxNameLength || (end === -1 && text.length > maxNameLength)) {
      this.#source.failLimit("maxNameLength", maxNameLength, "The XML declaration is longer", 0);
    }
    if (end === -1) return undefined;
    const found = findWrongDeclaration(text.slice(5, end));
    if (found !== undefined) this.#source.fail(found.wrong, 5 + found.at);
    this.#source.at = end + 2;
    return "outside";
  }

  #readOutside(): State | undefined {
    const source = this.#source;
    const at = blankEnd(source.text, source.at);
    source.at = at;
    if (at === source.text.length) return undefined;
    if (source.text.charCodeAt(at) !== LESS) {
      const where = this.#rootWasRead ? "after" : "before";
      source.fail(`${shown(source.text.codePointAt(at)!)} stands ${where} the root element`, at);
    }
    return this.#readMarkup(at);
  }

  /** The hot loop: text, the tags that were expected, and any other tag without attributes. */
  #readContent(): State | undefined {
    const source = this.#source;
    const { text } = source;
    const { length } = text;
    let at = source.at;
    while (at < length) {
      if (text.charCodeAt(at) !== LESS) {
        at = this.#readText(at);
        if (at === length || text.charCodeAt(at) !== LESS) break;
      }
      const element = this.#open[this.#depth - 1]!;
      if (text.charCodeAt(at + 1) === SLASH && text.startsWith(element.endTag, at)) {
        this.#place = at;
        at += element.endTag.length;
        this.#end(element);
        if (this.#depth > 0) continue;
        source.at = at;
        return "outside";
      }
      const guess = this.#previousIsStart ? this.#previous!.afterStart : this.#previous!.afterEnd;
      if (
        guess !== undefined &&
        guess.scope === this.#scope &&
        this.#depth < this.#limits.maxDepth &&
        text.startsWith(guess.startTag, at)
      ) {
        this.#place = at;
        at += guess.startTag.length;
        this.#start(guess, NO_ATTRIBUTES);
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

  /** Reads text from `from`. Returns where it ends: at a `<`, or where more text is needed. */
  #readText(from: number): number {
    const { text } = this.#source;
    let end = text.indexOf("<", from);
    if (this.#ampersand < from) this.#ampersand = indexOrEnd(text, "&", from);
    if (this.#sectionEnd < from) this.#sectionEnd = indexOrEnd(text, "]]>", from);
    if (end === -1) end = heldBack(text, from);
    let at = from;
    let piece = "";
    while (at < end) {
      const stop = Math.min(end, this.#ampersand, this.#sectionEnd);
      this.#countText(stop - at, at);
      piece = piece === "" ? text.slice(at, stop) : piece + text.slice(at, stop);
      at = stop;
      if (at === end) break;
      if (at === this.#sectionEnd) this.#source.fail('"]]>" in text must be written as ]]&gt;', at);
      const after = referenceEnd(this.#source, at, this.#references);
      if (after === -1) break;
      const resolved = resolveReference(this.#source, at, after, this.#references);
      this.#countText(resolved.length, at);
      piece += resolved;
      at = after;
      this.#ampersand = indexOrEnd(text, "&", at);
    }
    this.#place = from;
    if (piece !== "") this.#events.text(piece);
    return at;
  }

  #countText(length: number, at: number): void {
    const { maxTextLength } = this.#limits;
    const room = maxTextLength - this.#textLength;
    this.#textLength += length;
    if (length <= room) return;
    const what = `The text in <${this.#open[this.#depth - 1]!.name.raw}> is longer`;
    this.#source.failLimit("maxTextLength", maxTextLength, what, at + room);
  }

  #readMarkup(at: number): State | undefined {
    const source = this.#source;
    if (at + 1 === source.text.length) return undefined;
    const next = source.text.charCodeAt(at + 1);
    if (next === BANG) return this.#readDeclaration(at);
    if (next === QUESTION) return this.#readInstruction(at);
    if (next !== SLASH) return this.#readStartTag(at);
    if (this.#depth === 0) source.fail("there is no element to end", at);
    return this.#readEndTag(at);
  }

  #readDeclaration(at: number): State | undefined {
    const source = this.#source;
    const { text } = source;
    if (text.startsWith("<!--", at)) {
      source.at = at + 4;
      return "comment";
    }
    if (text.startsWith("<![CDATA[", at)) {
      if (this.#depth === 0) source.fail("a CDATA section stands outside the root element", at);
      source.at = at + 9;
      return "cdata";
    }
    if (text.startsWith("<!DOCTYPE", at))
      source.refuse("The answer has a document type declaration (DTD), which SOAP forbids", at);
    const rest = text.slice(at, at + 9);
    if (["<!--", "<![CDATA[", "<!DOCTYPE"].some((start) => start.startsWith(rest))) return undefined;
    source.fail('"<!" starts neither a comment nor a CDATA section', at);
  }

  #readInstruction(at: number): State | undefined {
    const source = this.#source;
    const { text } = source;
    const end = nameEnd(text, at + 2);
    const { maxNameLength } = this.#limits;
    if (end - at > maxNameLength) {
      source.failLimit("maxNameLength", maxNameLength, "The name of a processing instruction is longer", at);
    }
    if (end === text.length) return undefined;
    const name = text.slice(at + 2, end);
    if (name === "xml") source.fail("an XML declaration may only stand at the very start", at);
    source.refuse(`The answer has a processing instruction, <?${name} …?>, which SOAP forbids`, at);
  }

  #readStartTag(at: number): State | undefined {
    const source = this.#source;
    const { text } = source;
    if (!isNameStart(text, at + 1)) {
      source.fail(
        `"<" must be followed by a name or be written as &lt;, not by ${shown(text.codePointAt(at + 1)!)}`,
        at,
      );
    }
    if (this.#depth === 0 && this.#rootWasRead) source.fail("it has a second root element", at);
    if (this.#depth === this.#limits.maxDepth) {
      source.failLimit("maxDepth", this.#limits.maxDepth, "The answer has more elements inside one another", at);
    }
    const end = nameEnd(text, at + 1);
    const { maxNameLength } = this.#limits;
    if (end - at - 1 > maxNameLength) {
      source.failLimit("maxNameLength", maxNameLength, "The name of an element is longer", at);
    }
    if (end === text.length) return undefined;
    const raw = text.slice(at + 1, end);
    const next = text.charCodeAt(end);
    this.#place = at;
    if (next === GREATER) {
      source.at = end + 1;
      this.#start(this.#scope.element(raw, at), NO_ATTRIBUTES);
      return "content";
    }
    if (next !== SLASH && !isBlank(next)) {
      source.fail(`${shown(text.codePointAt(end)!)} cannot stand in the name of an element`, end);
    }
    this.#tag.begin(raw, at);
    source.at = end;
    return "start tag";
  }

  #readAttributes(): State | undefined {
    const tag = this.#tag;
    if (!tag.read()) return undefined;
    this.#place = tag.place;
    const attributes: XmlAttributeEvent[] = [];
    const element = tag.resolve(this.#scope, attributes);
    this.#start(element, attributes);
    if (tag.isEmpty) this.#end(element);
    return this.#around;
  }

  #readEndTag(at: number): State | undefined {
    const source = this.#source;
    const element = this.#open[this.#depth - 1]!;
    const expected = element.endTag.slice(0, -1);
    const found = source.text.slice(at, at + expected.length);
    if (!expected.startsWith(found))
      source.fail(`the end tag is not that of the open element <${expected.slice(2)}>`, at);
    if (found.length < expected.length) return undefined;
    this.#place = at;
    source.at = at + expected.length;
    return "end tag";
  }

  #readEndTagClose(): State | undefined {
    const source = this.#source;
    const at = blankEnd(source.text, source.at);
    source.at = at;
    if (at === source.text.length) return undefined;
    const element = this.#open[this.#depth - 1]!;
    if (source.text.charCodeAt(at) !== GREATER) {
      source.fail(`the end tag is not that of the open element, which is ${element.endTag}`, at);
    }
    source.at = at + 1;
    this.#end(element);
    return this.#around;
  }

  #readComment(): State | undefined {
    const source = this.#source;
    const { text } = source;
    const dashes = text.indexOf("--", source.at);
    if (dashes === -1 || dashes + 2 === text.length) {
      source.at = Math.max(source.at, dashes === -1 ? text.length - 1 : dashes);
      return undefined;
    }
    if (text.charCodeAt(dashes + 2) !== GREATER) source.fail('"--" may not stand in a comment', dashes);
    source.at = dashes + 3;
    return this.#around;
  }

  #readSection(): State | undefined {
    const source = this.#source;
    const { text, at } = source;
    const close = text.indexOf("]]>", at);
    const end = close === -1 ? heldBack(text, at) : close;
    this.#countText(end - at, at);
    this.#place = at;
    if (end > at) this.#events.text(text.slice(at, end));
    source.at = close === -1 ? end : close + 3;
    return close === -1 ? undefined : "content";
  }

  #start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    this.#open[this.#depth] = element;
    this.#scopes[this.#depth] = this.#scope;
    this.#depth++;
    this.#scope = element.scope;
    this.#textLength = 0;
    this.#expect(element);
    this.#previousIsStart = true;
    this.#events.startElement(element.name, attributes);
  }

  #end(element: ElementName): void {
    this.#events.endElement(element.name);
    this.#depth--;
    this.#scope = this.#scopes[this.#depth]!;
    this.#textLength = 0;
    this.#previous = element;
    this.#previousIsStart = false;
    if (this.#depth === 0) this.#rootWasRead = true;
  }

  /** Remembers that `element` came after the tag before it. */
  #expect(element: ElementName): void {
    const previous = this.#previous;
    if (previous !== undefined) {
      if (this.#previousIsStart) previous.afterStart = element;
      else previous.afterEnd = element;
    }
    this.#previous = element;
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
