import type { QName } from "../tables/table-values";

interface Entry<T> {
  readonly namespace: string;
  readonly item: T;
  readonly next: Entry<T> | undefined;
}

/**
 * A map by expanded name. It looks up the local name first, because few names share one. The first item with a name
 * wins.
 */
export class NameIndex<T> {
  private readonly entries = new Map<string, Entry<T>>();

  add(name: QName, item: T): void {
    if (this.get(name) !== undefined) return;
    this.entries.set(name.local, { namespace: name.namespace, item, next: this.entries.get(name.local) });
  }

  get(name: QName): T | undefined {
    let entry = this.entries.get(name.local);
    while (entry !== undefined && entry.namespace !== name.namespace) entry = entry.next;
    return entry?.item;
  }

  hasLocal(local: string): boolean {
    return this.entries.has(local);
  }
}
