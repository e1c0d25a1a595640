/** Leaves that stand in a row: answers are lists of records, and a record is mostly leaves in the order of its schema. */

import type { XmlName } from "./events";

/** An element, as far as a shape needs it. */
export interface Leaf {
  readonly name: XmlName;
  /** `<name>` */
  readonly startTag: string;
  /** `</name>` */
  readonly endTag: string;
  /** Defined when there were elements in it: then it is no leaf. */
  readonly leaves: unknown;
}

/** Where expressions are paid for. */
export interface RowRoom {
  payRow(length: number): boolean;
}

/** Larger records are rare, and an expression should not be larger. */
const MOST_LEAVES = 64;
const LONGEST_SOURCE = 4096;
const LONGEST_GAP = 64;
/** So many elements in a row without a new leaf show a shape. */
const STEADY = 2;
/** What brings new leaves again and again has no shape. */
const MOST_CHANGES = 8;

const GAP = /^[ \t\n]*$/;
const LESS = 0x3c;
const META = /[.*+?^${}()|[\]\\/]/g;

/** An expression for leaves in a row. */
export interface Row<L extends Leaf> {
  readonly leaves: readonly L[];
  readonly names: readonly XmlName[];
  /**
   * Sticky. Two groups for each leaf: its text, or the end of its tag when that is an empty one. Behind the leaves may stand
   * the end tag of the element around them, and then the start tag of another such element.
   */
  readonly expression: RegExp;
  /** White space in front of each leaf, as writers indent them: the same everywhere, or none. */
  readonly gap: string;
  /** What a row begins with: of the gap, or `<`. */
  readonly first: number;
}

/**
 * What the leaves inside an element were, in which order. One look with an expression then reads a whole row of them, of
 * which any may be missing: without attributes, and without `]` in their texts.
 */
export class LeafShape<L extends Leaf> {
  row: Row<L> | undefined = undefined;
  #leaves: readonly L[] = [];
  #gap = "";
  /** The leaf before, as an index. */
  #last = -1;
  #steady = 0;
  #changes = 0;
  #isHopeless = false;

  /** An element begins in `text` at `place`, which may be a leaf. */
  note(leaf: L, text: string, place: number): void {
    if (this.#isHopeless || leaf.leaves !== undefined) return;
    const index = this.#leaves.indexOf(leaf);
    if (index === -1) this.#add(leaf, text, place);
    // It repeats, or the order is not always the same.
    else if (index <= this.#last) this.#giveUp();
    else this.#last = index;
  }

  #add(leaf: L, text: string, place: number): void {
    const tagBefore = text.lastIndexOf(">", place);
    if (tagBefore === -1) return;
    const gap = text.slice(tagBefore + 1, place);
    if (this.#leaves.length === 0) this.#gap = Buffer.from(gap.slice(0, LONGEST_GAP + 1)).toString();
    if (this.row !== undefined) this.#changes++;
    const fits = gap === this.#gap && gap.length <= LONGEST_GAP && GAP.test(gap);
    if (!fits || this.#leaves.length === MOST_LEAVES || this.#changes > MOST_CHANGES) {
      this.#giveUp();
      return;
    }
    this.#last++;
    this.#leaves = [...this.#leaves.slice(0, this.#last), leaf, ...this.#leaves.slice(this.#last)];
    this.row = undefined;
    this.#steady = 0;
  }

  #giveUp(): void {
    this.#isHopeless = true;
    this.#leaves = [];
    this.row = undefined;
  }

  /** Leaves were read up to this one. */
  passed(leaf: L): void {
    this.#last = this.#leaves.indexOf(leaf);
  }

  /** `owner`, an element with these leaves, ended. Returns whether this made a row of them, which `room` paid for. */
  ended(owner: L, room: RowRoom): boolean {
    this.#last = -1;
    if (this.row !== undefined || this.#leaves.length === 0 || ++this.#steady < STEADY) return false;
    const leaves = this.#leaves.filter((leaf) => leaf.leaves === undefined);
    const gap = this.#gap;
    const source = leaves.map((leaf) => groupOf(leaf, gap)).join("") + (gap === "" ? endOf(owner) : "");
    if (leaves.length === 0 || source.length > LONGEST_SOURCE || !room.payRow(source.length)) {
      this.#giveUp();
      return false;
    }
    const names = leaves.map(({ name }) => name);
    this.row = {
      leaves,
      names,
      expression: new RegExp(source, "y"),
      gap,
      first: gap === "" ? LESS : gap.charCodeAt(0),
    };
    return true;
  }
}

/** The way back out of a text is no longer than the text: what follows it must begin with `<`. */
function groupOf({ startTag, endTag }: Leaf, gap: string): string {
  return `(?:${gap}${literal(startTag.slice(0, -1))}(?:>([^<\\]]*)${literal(endTag)}|( ?/)>))?`;
}

function endOf({ startTag, endTag }: Leaf): string {
  return `(?:${literal(endTag)}(?:${literal(startTag)})?)?`;
}

function literal(text: string): string {
  return text.replace(META, "\\$&");
}
