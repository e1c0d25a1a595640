/** Interned names, shared by readers, and the budget of all caches. */
import { utf8Bytes, utf8Text } from "#platform";
import type { DocumentNames } from "./document-names";
import type { XmlName } from "./events";
import type { Position } from "./source";

/** Costs of cached objects in bytes of heap, as measured, without their texts. */
const NAMESPACE_COST = 300;
const NAME_COST = 150;
const UNIT_COST = 2;

/** Minimum length of a slice; V8 copies shorter ones (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/** Returns a copy of the string, because a slice would keep its whole source text alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : utf8Text(utf8Bytes(text));
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
  /** Number of bytes charged so far. */
  spent = 0;

  /** @param room In bytes. */
  constructor(room: number) {
    this.#room = room;
  }

  pay(bytes: number, units: number): boolean {
    const cost = bytes + units * UNIT_COST;
    if (this.spent + cost > this.#room) return false;
    this.spent += cost;
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
    request: DocumentNames,
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
