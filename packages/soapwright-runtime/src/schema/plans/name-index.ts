/** Finds things by expanded name. */
import type { QName } from "../tables/table-values";

interface Entry<T> {
  readonly namespace: string;
  readonly item: T;
  readonly next: Entry<T> | undefined;
}

/** By local name first: few share one. The first item that is added under a name stays. */
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

  /** Items whose local name this is, whatever their namespace. */
  hasLocal(local: string): boolean {
    return this.entries.has(local);
  }
}
