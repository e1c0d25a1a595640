/**
 * Reads rows of leaves with one expression: responses are lists of records, and a record consists mostly of leaves in
 * the order of its schema.
 */
import type { XmlName } from "./events";
import type { Position, Source } from "./source";

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

// Interned names, shared by readers, and the budget of all caches.

/** Costs of cached objects in bytes of heap, as measured, without their texts. */
const NAMESPACE_COST = 300;
const NAME_COST = 150;
const UNIT_COST = 2;

/** Minimum length of a slice; V8 copies shorter ones (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/** Returns a copy of the string, because a slice would keep its whole source text alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text, "utf8").toString("utf8");
}

/** A namespace name and its cached local names. */
export class KnownNamespace {
  readonly names = new Map<string, XmlName>();

  #hash: number | undefined;

  /** @param isKept The names of a namespace that is not cached are not cached either. */
  constructor(
    readonly name: string,
    readonly isKept: boolean,
  ) {}

  /** Two names collide with a probability of one in four thousand million. */
  fingerprint(local: string): number {
    this.#hash ??= hash(this.name, FNV_START);
    return hash(local, this.#hash);
  }
}

/** Random for each process, so that an attacker cannot choose names whose fingerprints share a bucket. */
const FNV_START = Math.floor(Math.random() * 2 ** 32);
const FNV_PRIME = 0x01000193;

function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  return value;
}

/**
 * Interns names: one object for each namespace and local name, within a budget. Every cached object is charged and
 * never refunded, so whatever is evicted, no more is alive than was charged.
 */
export class NameTable {
  readonly #namespaces = new Map<string, KnownNamespace>();
  readonly #room: number;
  readonly #roomForRows: number;
  /** Number of bytes charged so far. */
  spent = 0;
  /** Length of all row expressions, in characters. */
  rows = 0;

  /**
   * @param room In bytes.
   * @param roomForRows In characters.
   */
  constructor(room: number, roomForRows: number) {
    this.#room = room;
    this.#roomForRows = roomForRows;
  }

  pay(bytes: number, units: number): boolean {
    const cost = bytes + units * UNIT_COST;
    if (this.spent + cost > this.#room) return false;
    this.spent += cost;
    return true;
  }

  payRow(length: number): boolean {
    if (this.rows + length > this.#roomForRows) return false;
    this.rows += length;
    return true;
  }

  namespace(name: string): KnownNamespace {
    const namespaceEntry = this.#namespaces.get(name);
    if (namespaceEntry !== undefined) return namespaceEntry;
    const namespace = new KnownNamespace(detached(name), this.pay(NAMESPACE_COST, name.length));
    if (namespace.isKept) this.#namespaces.set(namespace.name, namespace);
    return namespace;
  }

  /** `raw` is a detached string that ends in `local`, and is written at `place`. */
  intern(
    namespace: KnownNamespace,
    local: string,
    raw: string,
    place: number | Position,
    request: NameRequest,
  ): XmlName {
    const nameEntry = namespace.names.get(local);
    if (nameEntry !== undefined) return nameEntry;
    const name = { namespace: namespace.name, local, raw };
    if (namespace.isKept && this.pay(NAME_COST, raw.length)) {
      namespace.names.set(local, name);
      request.countNew(place);
    } else {
      request.countUncached(namespace.fingerprint(local), place);
    }
    return name;
  }
}

/** The document that interns names: its source for errors, and its limit of new names. */
export class NameRequest {
  readonly source: Source;
  readonly #maxNames: number;
  /** Names of documents that are read concurrently do not count. */
  #newNames = 0;
  /** The fingerprints of names without room in the table, each of which counts only once. */
  #uncachedNames: Set<number> | undefined;

  constructor(source: Source, maxNames: number) {
    this.source = source;
    this.#maxNames = maxNames;
  }

  countNew(place: number | Position): void {
    if (this.#newNames++ < this.#maxNames) return;
    this.source.failLimit("maxNames", this.#maxNames, `The ${this.source.subject} has more different names`, place);
  }

  countUncached(fingerprint: number, place: number | Position): void {
    this.#uncachedNames ??= new Set();
    if (this.#uncachedNames.has(fingerprint)) return;
    this.#uncachedNames.add(fingerprint);
    this.countNew(place);
  }
}
