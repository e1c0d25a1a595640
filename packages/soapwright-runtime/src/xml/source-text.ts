/**
 * The text that a source has at the moment, and the tags that are compared with it. V8 compares a part of a string by a call
 * into its runtime, so that the text is held as UTF-16 too, and two characters are compared at once. A list is read by some
 * ten comparisons for each of its entries.
 */

import { allocateBytes, writeUtf16 } from "#platform";

/** In bytes. */
const CHARACTER = 2;
const PAIR = 4;
/** `hasSuspect` reads two pairs in a step, so it may read that far behind the end. */
const STEP = 8;
const BLANK = 0x20;

const NOTHING = new Uint8Array(0);

/** A text in UTF-16, little-endian. Each source has its own. */
export class SourceText {
  /** In UTF-16 code units. */
  length = 0;
  #octets: Uint8Array = NOTHING;
  /** Of `#octets`. */
  view = viewOf(NOTHING);

  /** Takes the memory of the earlier text where it is large enough. */
  replace(text: string): void {
    const size = text.length * CHARACTER;
    if (size + STEP > this.#octets.length) {
      // Chunks grow by what was not read of the last one.
      this.#octets = allocateBytes(Math.max(size + STEP, 2 * this.#octets.length));
      this.view = viewOf(this.#octets);
    }
    writeUtf16(this.#octets, text);
    this.#octets.fill(BLANK, size, size + STEP);
    this.length = text.length;
  }

  /** Whether there may be a character from the index on that XML does not allow. Half of a pair of surrogates may be one. */
  hasSuspect(from: number): boolean {
    const { view } = this;
    const end = this.length * CHARACTER;
    for (let at = from * CHARACTER; at < end; at += STEP) {
      const first = view.getInt32(at, true);
      const second = view.getInt32(at + PAIR, true);
      // Whether one of four characters is below 0x20 or above 0x7fff, without a branch for each.
      if (((first | (first - 0x00200020) | second | (second - 0x00200020)) & 0x80008000) === 0) continue;
      for (let each = at; each < at + STEP; each += CHARACTER) if (isSuspect(view.getUint16(each, true))) return true;
    }
    return false;
  }
}

/** A tag as it is written, and the same as numbers of two characters each. */
export class TagText {
  readonly text: string;
  readonly #pairs: readonly number[];
  /** The last two characters: similar tags differ there. */
  readonly #last: number;

  /** @param text At least two characters. */
  constructor(text: string) {
    this.text = text;
    // A list that grows by `push` has room for 17.
    const pairs = new Array<number>(text.length >> 1);
    for (let index = 0; index < pairs.length; index++) pairs[index] = pairOf(text, 2 * index);
    this.#pairs = pairs;
    this.#last = pairOf(text, text.length - 2);
  }

  /** Whether the source has the tag at the index. */
  isAt(at: number, { length, view }: SourceText): boolean {
    const end = at + this.text.length;
    if (end > length || view.getInt32(end * CHARACTER - PAIR, true) !== this.#last) return false;
    const pairs = this.#pairs;
    for (let index = 0, from = at * CHARACTER; index < pairs.length; index++, from += PAIR)
      if (view.getInt32(from, true) !== pairs[index]) return false;
    return true;
  }
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function pairOf(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
}

function isSuspect(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return (code >= 0xd800 && code <= 0xdfff) || code >= 0xfffe;
}
