/** What stands between tags: text with its references, CDATA sections, comments. XML 1.0, 2.4, 2.5 and 2.7. */
import type { XmlEvents } from "./events";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import type { Source } from "./source";

const GREATER = 0x3e;
const BRACKET = 0x5d;

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
    const room = this.#maxTextLength - this.textLength;
    this.textLength += length;
    if (length > room) this.#source.failLimit("maxTextLength", this.#maxTextLength, "A text is longer", at + room);
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
