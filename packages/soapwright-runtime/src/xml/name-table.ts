/** Leaves that stand in a row: responses are lists of records, and a record is mostly leaves in the order of its schema. */
import type { XmlName } from "./events";
import type { Position, Source } from "./source";

/** An element, as far as a shape needs it. */
interface Leaf {
  readonly name: XmlName;
  /** `<name>` */
  readonly startTag: string;
  /** `</name>` */
  readonly endTag: string;
  /** Defined when there were elements in it: then it is no leaf. */
  readonly leaves: unknown;
}

/** Where expressions are paid for. */
interface RowRoom {
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

// The names that readers share, one object for each, and what all that is remembered may cost.

/** What the parts of a memory take, in bytes of a heap as measured, texts aside. */
const NAMESPACE_COST = 300;
const NAME_COST = 150;
/** One UTF-16 unit that may be written in two bytes. */
const UNIT_COST = 2;

/** V8 copies a shorter slice anyway (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/** A string of its own: a slice would keep the whole text alive that it was cut from. */
export function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text, "utf8").toString("utf8");
}

/** A namespace name and the local names that were met in it. */
export class KnownNamespace {
  readonly name: string;
  /** Whether the table keeps it. One that is not kept keeps no names either. */
  readonly isKept: boolean;
  readonly names = new Map<string, XmlName>();
  #hash: number | undefined;

  constructor(name: string, isKept: boolean) {
    this.name = name;
    this.isKept = isKept;
  }

  /** A number that stands for a local name in here: two names have the same one time in four thousand million. */
  fingerprint(local: string): number {
    this.#hash ??= hash(this.name, FNV_START);
    return hash(local, this.#hash);
  }
}

/** Another one in each process: nobody can make names whose fingerprints share a bucket. */
const FNV_START = Math.floor(Math.random() * 2 ** 32);
const FNV_PRIME = 0x01000193;

function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  return value;
}

/**
 * One object for each namespace and local name, as long as there is room. All that a memory keeps is paid for here and
 * never paid back: whatever is forgotten in the meantime, no more is alive than was paid for.
 */
export class NameTable {
  readonly #namespaces = new Map<string, KnownNamespace>();
  readonly #room: number;
  readonly #roomForRows: number;
  #spent = 0;
  #rows = 0;

  /** `room`: what all that is kept may cost, in bytes; `roomForRows`: characters of all expressions for rows. */
  constructor(room: number, roomForRows: number) {
    this.#room = room;
    this.#roomForRows = roomForRows;
  }

  /** What has been paid for, in bytes. */
  get spent(): number {
    return this.#spent;
  }

  /** Pays for something that is to be kept, with so many UTF-16 units of text. False when there is no room for it. */
  pay(bytes: number, units: number): boolean {
    const cost = bytes + units * UNIT_COST;
    if (this.#spent + cost > this.#room) return false;
    this.#spent += cost;
    return true;
  }

  /** How long all expressions for rows are. */
  get rows(): number {
    return this.#rows;
  }

  /** Pays for an expression of so many characters. False when there is no room for it. */
  payRow(length: number): boolean {
    if (this.#rows + length > this.#roomForRows) return false;
    this.#rows += length;
    return true;
  }

  namespace(name: string): KnownNamespace {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const namespace = new KnownNamespace(detached(name), this.pay(NAMESPACE_COST, name.length));
    if (namespace.isKept) this.#namespaces.set(namespace.name, namespace);
    return namespace;
  }

  /** `raw` is detached, and ends in `local`; it is written at `place`. */
  intern(
    namespace: KnownNamespace,
    local: string,
    raw: string,
    place: number | Position,
    request: NameRequest,
  ): XmlName {
    const known = namespace.names.get(local);
    if (known !== undefined) return known;
    const name = { namespace: namespace.name, local, raw };
    if (namespace.isKept && this.pay(NAME_COST, raw.length)) {
      namespace.names.set(local, name);
      request.bring(place);
    } else {
      request.bringOnce(namespace.fingerprint(local), place);
    }
    return name;
  }
}

/** Which reader asks for a name: where its errors stand, and how many new names it may still bring. */
export class NameRequest {
  readonly source: Source;
  readonly #maxNames: number;
  /** Names that this document was the first to have: another one's, read at the same time, do not count. */
  #brought = 0;
  /** The fingerprints of those that the table has no room for: they come again as new ones. */
  #unkept: Set<number> | undefined;

  constructor(source: Source, maxNames: number) {
    this.source = source;
    this.#maxNames = maxNames;
  }

  /** A name was not in the table. Throws when there were too many such. */
  bring(place: number | Position): void {
    if (this.#brought++ < this.#maxNames) return;
    this.source.failLimit("maxNames", this.#maxNames, `The ${this.source.subject} has more different names`, place);
  }

  /** A name is not in the table and will not be. Throws when there were too many such. */
  bringOnce(fingerprint: number, place: number | Position): void {
    this.#unkept ??= new Set();
    if (this.#unkept.has(fingerprint)) return;
    this.#unkept.add(fingerprint);
    this.bring(place);
  }
}
