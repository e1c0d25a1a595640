/**
 * The text that a reader reads at the moment, as bytes, so that its tags are compared four characters at a time. V8 compares
 * a part of a string that is longer than twelve characters by a call into its runtime, which takes six times as long, and a
 * list is read by some ten comparisons for each of its entries.
 */

/** In bytes. Longer texts are compared as strings; chunks from a connection have at most 65,536. */
const CAPACITY = 262_144;
/** Each step of `hasControl` reads four bytes. */
const STEP = 4;
const BLANK = 0x20;

const bytes = Buffer.alloc(CAPACITY + STEP);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The number of the text that the bytes are of. Another reader may have written its own since. */
let held = 0;

const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

/** Copies the text, and returns its number; 0 for a text that has no copy: it is too long, or beyond Latin-1. */
export function copyText(text: string): number {
  if (text.length > CAPACITY || BEYOND_LATIN_1.test(text)) return 0;
  held++;
  bytes.write(text, 0, "latin1");
  bytes.fill(BLANK, text.length, text.length + STEP);
  return held;
}

/** Whether the last copied text has, at or after the index, a character that XML does not allow. */
export function hasControl(from: number, end: number): boolean {
  for (let at = from; at < end; at += STEP) {
    const four = view.getInt32(at, true);
    // Whether one of four bytes is below 0x20, without a branch for each.
    if (((four - 0x20202020) & ~four & 0x80808080) === 0) continue;
    for (let each = at; each < at + STEP; each++) {
      const byte = bytes[each]!;
      if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a) return true;
    }
  }
  return false;
}

/** A tag as it is written, and the same as numbers of four characters each. */
export class TagText {
  readonly text: string;
  /** Empty for a tag that is compared as a string: it is shorter than four characters, or beyond Latin-1. */
  readonly #fours: readonly number[];
  /** The last four characters: similar tags differ there. */
  readonly #last: number;

  constructor(text: string) {
    this.text = text;
    const count = BEYOND_LATIN_1.test(text) ? 0 : Math.floor(text.length / STEP);
    // A list that grows by `push` has room for 17.
    const fours = new Array<number>(count);
    for (let index = 0; index < count; index++) fours[index] = fourOf(text, index * STEP);
    this.#fours = fours;
    this.#last = count === 0 ? 0 : fourOf(text, text.length - STEP);
  }

  /** Whether the tag is in the text at the index. `copy` is the number of the text's copy. */
  isAt(at: number, text: string, copy: number): boolean {
    const end = at + this.text.length;
    const fours = this.#fours;
    if (copy !== held || fours.length === 0) return text.slice(at, end) === this.text;
    if (end > text.length || view.getInt32(end - STEP, true) !== this.#last) return false;
    for (let index = 0, from = at; index < fours.length; index++, from += STEP)
      if (view.getInt32(from, true) !== fours[index]) return false;
    return true;
  }
}

function fourOf(text: string, at: number): number {
  let four = 0;
  for (let index = STEP - 1; index >= 0; index--) four = (four << 8) | text.charCodeAt(at + index);
  return four;
}
