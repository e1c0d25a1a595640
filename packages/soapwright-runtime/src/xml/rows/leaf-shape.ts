/**
 * Learns rows of leaves, to read each with one expression: responses are lists of records, and a record consists mostly
 * of leaves in the order of its schema.
 */
import type { XmlName } from "../events";
import type { NameTable } from "../name-table";

/** The texts of an element from which a row is built. */
interface Leaf {
  readonly name: XmlName;
  /** `<name>` */
  readonly startTag: string;
  /** `</name>` */
  readonly endTag: string;
  /** Defined when the element has had child elements, so that it is not a leaf itself. */
  readonly leaves: unknown;
}

/** Maximum number of leaves in a row. Larger records are rare, and a larger expression is too expensive. */
const MAX_LEAVES = 64;
const LONGEST_SOURCE = 4096;
const LONGEST_GAP = 64;
/** A shape is stable after so many consecutive elements without a new leaf. */
const STABLE_AFTER = 2;
/** An element with more new leaves gets no shape. */
const MAX_NEW_LEAVES = 8;

const GAP = /^[ \t\n]*$/;
const LESS = 0x3c;
const META = /[.*+?^${}()|[\]\\/]/g;

/** An expression that matches consecutive leaves. */
export interface Row<L extends Leaf> {
  readonly leaves: readonly L[];
  readonly names: readonly XmlName[];
  /**
   * Sticky, with two groups for each leaf: its text, or the end of its tag for an empty-element tag. After the leaves,
   * it may match the end tag of the parent, and then the start tag of another parent.
   */
  readonly expression: RegExp;
  /** Whether the last group of the expression is what it matches after the leaves. */
  readonly hasEnd: boolean;
  /** The indentation before each leaf: the same everywhere, or none. */
  readonly gap: string;
  /** First character code of a row, which is the gap's or `<`. */
  readonly first: number;
}

/**
 * The leaves that elements of one name have had, in order. One match of the expression reads a whole row, of which any
 * leaf may be missing; its leaves have no attributes, and no `]` in their texts.
 */
export class LeafShape<L extends Leaf> {
  row: Row<L> | undefined = undefined;
  #leaves: readonly L[] = [];
  #gap = "";
  #last = -1;
  #steady = 0;
  #changes = 0;
  #isHopeless = false;

  /** Records an element that starts in `text` at `place` and may be a leaf. */
  note(leaf: L, text: string, place: number): void {
    if (this.#isHopeless || leaf.leaves !== undefined) return;
    const index = this.#leaves.indexOf(leaf);
    if (index === -1) this.#add(leaf, text, place);
    // The leaf repeats, or the order varies.
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
    if (!fits || this.#leaves.length === MAX_LEAVES || this.#changes > MAX_NEW_LEAVES) {
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

  /** Records that the leaves up to this one were read. */
  passed(leaf: L): void {
    this.#last = this.#leaves.indexOf(leaf);
  }

  /** Returns whether this created a row, which is charged to `table`. */
  ended(owner: L, table: NameTable): boolean {
    this.#last = -1;
    if (this.row !== undefined || this.#leaves.length === 0 || ++this.#steady < STABLE_AFTER) return false;
    const leaves = this.#leaves.filter((leaf) => leaf.leaves === undefined);
    const gap = this.#gap;
    const hasEnd = gap === "";
    const source = leaves.map((leaf) => groupOf(leaf, gap)).join("") + (hasEnd ? endOf(owner) : "");
    if (leaves.length === 0 || source.length > LONGEST_SOURCE || !table.payRow(source.length)) {
      this.#giveUp();
      return false;
    }
    const names = leaves.map(({ name }) => name);
    this.row = {
      leaves,
      names,
      expression: new RegExp(source, "y"),
      hasEnd,
      gap,
      first: gap === "" ? LESS : gap.charCodeAt(0),
    };
    return true;
  }
}

/** Because `<` must follow a text, backtracking is limited to the text's length. */
function groupOf({ startTag, endTag }: Leaf, gap: string): string {
  return `(?:${gap}${literal(startTag.slice(0, -1))}(?:>([^<\\]]*)${literal(endTag)}|( ?/)>))?`;
}

function endOf({ startTag, endTag }: Leaf): string {
  return `((?:${literal(endTag)}(?:${literal(startTag)})?)?)`;
}

function literal(text: string): string {
  return text.replace(META, "\\$&");
}
