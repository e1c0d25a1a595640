import type { QName } from "../tables/table-values";

interface Entry<T> {
  readonly namespace: string;
  readonly item: T;
  readonly next: Entry<T> | undefined;
}

export interface Named<T> {
  readonly name: QName;
  readonly item: T;
}

/** Whether both lists have the same names in the same order, as declarations of one type have. */
export function areSame(names: readonly QName[], others: readonly QName[] = []): boolean {
  const isSame = ({ namespace, local }: QName, other: QName | undefined): boolean =>
    local === other?.local && namespace === other.namespace;
  return names.length === others.length && names.every((name, at) => isSame(name, others[at]));
}

/**
 * A map by expanded name. It looks up the local name first, because few names share one. The first item with a name
 * wins.
 */
export class NameIndex<T> {
  private readonly entries = new Map<string, Entry<T>>();
  /** Local names by their lower-case form. Undefined before it is first needed. */
  private folded: Map<string, string[]> | undefined;

  add(name: QName, item: T): void {
    if (this.get(name) !== undefined) return;
    this.entries.set(name.local, { namespace: name.namespace, item, next: this.entries.get(name.local) });
  }

  get(name: QName): T | undefined {
    let entry = this.entries.get(name.local);
    while (entry !== undefined && entry.namespace !== name.namespace) entry = entry.next;
    return entry?.item;
  }

  /**
   * Returns the items whose local name is `local`, in whatever namespace; if there are none, the items whose local name
   * differs from it only in case.
   */
  alike(local: string): readonly Named<T>[] {
    const exact = this.all(local);
    if (exact.length > 0) return exact;
    this.folded ??= this.fold();
    return (this.folded.get(local.toLowerCase()) ?? []).flatMap((each) => this.all(each));
  }

  private fold(): Map<string, string[]> {
    const folded = new Map<string, string[]>();
    for (const local of this.entries.keys()) {
      const key = local.toLowerCase();
      const locals = folded.get(key);
      if (locals === undefined) folded.set(key, [local]);
      else locals.push(local);
    }
    return folded;
  }

  private all(local: string): readonly Named<T>[] {
    const all: Named<T>[] = [];
    for (let entry = this.entries.get(local); entry !== undefined; entry = entry.next) {
      all.push({ name: { namespace: entry.namespace, local }, item: entry.item });
    }
    return all;
  }
}
