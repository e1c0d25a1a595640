/** Content between tags: text with its references, CDATA sections, comments (XML 1.0, 2.4, 2.5 and 2.7). */

import type { XmlEvents } from "./events";
import { GREATER } from "./markup";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import type { Source } from "./source";

const BRACKET = 0x5d;
/** Maximum length of binary data in UTF-16 code units, which is the default limit of a response's bytes. */
const MAX_BINARY_LENGTH = 67_108_864;

/**
 * The text of the innermost element: resolves references, and limits its length. Functions that return a boolean return
 * false when more text is needed.
 */
export class CharacterData {
  /** Every tag resets it. */
  textLength = 0;
  readonly #source: Source;
  /** The reader changes it. */
  events: XmlEvents;
  readonly #references: ReferenceOptions;
  readonly #maxTextLength: number;
  /** Searched again once they are passed, so that a chunk is searched once. */
  #ampersand = -1;
  #sectionEnd = -1;
  /** See `isPlain`. */
  plainEnd = -1;

  constructor(source: Source, events: XmlEvents, references: ReferenceOptions, maxTextLength: number) {
    this.#source = source;
    this.events = events;
    this.#references = references;
    this.#maxTextLength = maxTextLength;
  }

  /** Called when the source's text was changed. */
  forget(): void {
    this.plainEnd = -1;
    this.#ampersand = -1;
    this.#sectionEnd = -1;
  }

  /**
   * Whether the text without `<` between the indexes is its own value and within the limit. True without a call where
   * `plainEnd` is at or after `end`.
   */
  isPlain(from: number, end: number): boolean {
    const { text } = this.#source;
    if (this.#ampersand < from) this.#ampersand = indexOrEnd(text, "&", from);
    if (this.#sectionEnd < from) this.#sectionEnd = indexOrEnd(text, "]]>", from);
    const plainEnd = Math.min(this.#ampersand, this.#sectionEnd);
    // A text within a chunk of this length is within the limit.
    this.plainEnd = text.length <= this.#maxTextLength ? plainEnd : -1;
    return end <= plainEnd && end - from <= this.#maxTextLength;
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
    if (piece !== "") this.events.text(piece);
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
    if (piece !== "") this.events.text(piece);
    return at;
  }

  #count(length: number, at: number): void {
    const before = this.textLength;
    this.textLength += length;
    if (this.textLength > this.#maxTextLength) this.#checkBinary(before, at);
  }

  /** Binary data may be as long as a whole response is by default. */
  #checkBinary(before: number, at: number): void {
    const most = this.events.isBinary?.() ? Math.max(this.#maxTextLength, MAX_BINARY_LENGTH) : this.#maxTextLength;
    if (this.textLength > most)
      this.#source.failLimit("maxTextLength", most, "A text is longer", at + Math.max(0, most - before));
  }

  readSection(): boolean {
    const source = this.#source;
    const { text, at } = source;
    const close = text.indexOf("]]>", at);
    const end = close === -1 ? heldBack(text, at) : close;
    this.#deliver(text.slice(at, end), at);
    source.at = close === -1 ? end : close + 3;
    return close !== -1;
  }

  readInstruction(): boolean {
    const source = this.#source;
    const end = source.text.indexOf("?>", source.at);
    source.at = end === -1 ? Math.max(source.at, source.text.length - 1) : end + 2;
    return end !== -1;
  }

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
