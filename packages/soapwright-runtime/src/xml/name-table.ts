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
  /** The leaves of the element. Defined when it has had child elements, so that it is not a leaf itself. */
  readonly leaves: unknown;
}

/** The budget for row expressions. */
interface RowRoom {
  payRow(length: number): boolean;
}

/** Maximum number of leaves in a row. Larger records are rare, and a larger expression is too expensive. */
const MAX_LEAVES = 64;
const LONGEST_SOURCE = 4096;
const LONGEST_GAP = 64;
/** Number of consecutive elements without a new leaf after which a shape is stable. */
const STABLE_AFTER = 2;
/** Number of new leaves after which an element gets no shape. */
const MAX_NEW_LEAVES = 8;

const GAP = /^[ \t\n]*$/;
const LESS = 0x3c;
const META = /[.*+?^${}()|[\]\\/]/g;

/** An expression that matches consecutive leaves. */
export interface Row<L extends Leaf> {
  readonly leaves: readonly L[];
  readonly names: readonly XmlName[];
  /**
   * A sticky expression with two groups for each leaf: its text, or the end of its tag for an empty-element tag. After
   * the leaves, it may match the end tag of the parent, and then the start tag of another parent.
   */
  readonly expression: RegExp;
  /** White space before each leaf from indentation: the same everywhere, or none. */
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
  /** Index of the leaf that was met last. */
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

  /**
   * Records the end of `owner`, an element with these leaves. Returns whether this created a row, which is charged to
   * `room`.
   */
  ended(owner: L, room: RowRoom): boolean {
    this.#last = -1;
    if (this.row !== undefined || this.#leaves.length === 0 || ++this.#steady < STABLE_AFTER) return false;
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

/** Returns the groups of a leaf. Because `<` must follow a text, backtracking is limited to the text's length. */
function groupOf({ startTag, endTag }: Leaf, gap: string): string {
  return `(?:${gap}${literal(startTag.slice(0, -1))}(?:>([^<\\]]*)${literal(endTag)}|( ?/)>))?`;
}

function endOf({ startTag, endTag }: Leaf): string {
  return `(?:${literal(endTag)}(?:${literal(startTag)})?)?`;
}

function literal(text: string): string {
  return text.replace(META, "\\$&");
}

// Interned names, shared by readers, and the budget of all caches.

/** Costs of cached objects in bytes of heap, as measured, without their texts. */
const NAMESPACE_COST = 300;
const NAME_COST = 150;
/** Maximum number of bytes of one UTF-16 code unit. */
const UNIT_COST = 2;

/** Minimum length of a slice; V8 copies shorter ones (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/** Returns a copy of the string, because a slice would keep its whole source text alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text, "utf8").toString("utf8");
}

/** A namespace name and its cached local names. */
export class KnownNamespace {
  readonly name: string;
  /** Whether the table caches the namespace. If not, its names are not cached either. */
  readonly isKept: boolean;
  readonly names = new Map<string, XmlName>();
  #hash: number | undefined;

  constructor(name: string, isKept: boolean) {
    this.name = name;
    this.isKept = isKept;
  }

  /**
   * Returns a hash of a local name in this namespace. Two names collide with a probability of one in four thousand
   * million.
   */
  fingerprint(local: string): number {
    this.#hash ??= hash(this.name, FNV_START);
    return hash(local, this.#hash);
  }
}

/**
 * Start value of the hash. It is random for each process, so that an attacker cannot choose names whose fingerprints
 * share a bucket.
 */
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
  #spent = 0;
  #rows = 0;

  /**
   * @param room Budget of all caches, in bytes.
   * @param roomForRows Budget of all row expressions, in characters.
   */
  constructor(room: number, roomForRows: number) {
    this.#room = room;
    this.#roomForRows = roomForRows;
  }

  /** Number of bytes charged so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Charges a cached object with `units` UTF-16 units of text. Returns false when the budget is exhausted. */
  pay(bytes: number, units: number): boolean {
    const cost = bytes + units * UNIT_COST;
    if (this.#spent + cost > this.#room) return false;
    this.#spent += cost;
    return true;
  }

  /** Length of all row expressions, in characters. */
  get rows(): number {
    return this.#rows;
  }

  /** Charges a row expression of `length` characters. Returns false when the budget is exhausted. */
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

  /** Returns the interned name. `raw` is a detached string that ends in `local`, and is written at `place`. */
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
  /**
   * Number of names that this document added to the table. Names of documents that are read concurrently do not count.
   */
  #newNames = 0;
  /** Fingerprints of names that the table has no room for, so that each counts only once. */
  #uncachedNames: Set<number> | undefined;

  constructor(source: Source, maxNames: number) {
    this.source = source;
    this.#maxNames = maxNames;
  }

  /** Counts a name that was not in the table. Throws a `ResponseError` above the limit. */
  countNew(place: number | Position): void {
    if (this.#newNames++ < this.#maxNames) return;
    this.source.failLimit("maxNames", this.#maxNames, `The ${this.source.subject} has more different names`, place);
  }

  /** Counts a name that the table cannot hold. Throws a `ResponseError` above the limit. */
  countUncached(fingerprint: number, place: number | Position): void {
    this.#uncachedNames ??= new Set();
    if (this.#uncachedNames.has(fingerprint)) return;
    this.#uncachedNames.add(fingerprint);
    this.countNew(place);
  }
}
