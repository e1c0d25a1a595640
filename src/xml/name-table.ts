/** The names that readers share, one object for each, and what all that is remembered may cost. */
import type { XmlName } from "./events";
import type { Position, Source } from "./source";

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
    this.source.failLimit("maxNames", this.#maxNames, "The response has more different names", place);
  }

  /** A name is not in the table and will not be. Throws when there were too many such. */
  bringOnce(fingerprint: number, place: number | Position): void {
    this.#unkept ??= new Set();
    if (this.#unkept.has(fingerprint)) return;
    this.#unkept.add(fingerprint);
    this.bring(place);
  }
}
