import { editDistance, maxEditDistance } from "soapwright-runtime/xsd";
import { grouped } from "../grouped";
import { guess, type Remedy } from "../remedy";
import { expandedName, type QName } from "../xml/xml";

/** An unknown name is compared with all names up to this number. */
const fewNames = 100;
/**
 * Beyond it, an unknown name is compared with this number of neighbors in alphabetical order, by prefix and by suffix:
 * most of a misspelled name is intact.
 */
const neighbours = 32;

/** An index of declared names, which finds the most similar name for an unknown name. */
export class NearQNames {
  readonly #byLocal: ReadonlyMap<string, readonly QName[]>;
  readonly #byLower: ReadonlyMap<string, readonly QName[]>;
  readonly #alphabets = new Map<string, Alphabets>();

  constructor(declared: Iterable<QName>) {
    const names = [...declared];
    this.#byLocal = grouped(names, ({ local }) => local);
    this.#byLower = grouped(names, ({ local }) => local.toLowerCase());
    for (const [namespace, members] of grouped(names, (name) => name.namespace))
      this.#alphabets.set(namespace, new Alphabets(members));
  }

  hasNamespace(namespace: string): boolean {
    return this.#alphabets.has(namespace);
  }

  /** Returns the most likely name: with another letter case or namespace, or a misspelled name. */
  find(wanted: QName): QName | undefined {
    const cased = this.#byLower.get(wanted.local.toLowerCase()) ?? [];
    return (
      cased.find((name) => name.namespace === wanted.namespace && name.local !== wanted.local) ??
      this.#byLocal.get(wanted.local)?.[0] ??
      cased[0] ??
      this.#slip(wanted)
    );
  }

  /** Returns `did you mean {ns}Name?`. */
  hint(wanted: QName): Remedy | undefined {
    const near = this.find(wanted);
    return near === undefined ? undefined : guess(expandedName(near));
  }

  #slip(wanted: QName): QName | undefined {
    let allowed = maxEditDistance(wanted.local);
    let best: QName | undefined;
    for (const name of this.#alphabets.get(wanted.namespace)?.around(wanted.local) ?? []) {
      const slips = editDistance(wanted.local, name.local, allowed);
      if (slips > allowed) continue;
      best = name;
      allowed = slips - 1;
    }
    return best;
  }
}

/** The names of a namespace, in two orders. */
class Alphabets {
  #forward: readonly Entry[] | undefined;
  #backward: readonly Entry[] | undefined;

  constructor(private readonly names: readonly QName[]) {}

  around(local: string): Iterable<QName> {
    if (this.names.length <= fewNames) return this.names;
    this.#forward ??= sorted(this.names, (text) => text);
    this.#backward ??= sorted(this.names, reversed);
    return new Set([...nextTo(this.#forward, local), ...nextTo(this.#backward, reversed(local))]);
  }
}

interface Entry {
  readonly key: string;
  readonly name: QName;
}

function sorted(names: readonly QName[], keyOf: (local: string) => string): Entry[] {
  const entries = names.map((name) => ({ key: keyOf(name.local), name }));
  return entries.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
}

function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}

function nextTo(entries: readonly Entry[], key: string): QName[] {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  return entries.slice(Math.max(0, low - neighbours), low + neighbours).map(({ name }) => name);
}
