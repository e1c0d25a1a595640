import type { Diagnostics, Position } from "../diagnostics";
import type { QName } from "../xml/xml";

interface MissingDocument {
  readonly position: Position;
  readonly message: string;
  readonly hint: string | undefined;
  needed?: Position;
  count: number;
}

/**
 * Collects documents that could not be loaded, by namespace. The severity depends on the references, which are resolved
 * later: a reference into such a namespace is a consequence and is not reported itself.
 */
export class MissingDocuments {
  private readonly byNamespace = new Map<string, MissingDocument[]>();
  private readonly broken = new Set<string>();

  constructor(private readonly diagnostics: Diagnostics) {}

  /** Records a problem: an error if a reference needs the document, else a warning. */
  recordMissing(namespace: string, position: Position, message: string, hint: string | undefined): void {
    const list = this.byNamespace.get(namespace) ?? [];
    list.push({ position, message, hint, count: 0 });
    this.byNamespace.set(namespace, list);
  }

  /** Records a namespace whose document has been reported; references into it are consequences. */
  recordBroken(namespace: string): void {
    this.broken.add(namespace);
  }

  /** Returns whether an unresolved name is the consequence of a missing document. */
  explains(name: QName, position: Position): boolean {
    const missing = this.byNamespace.get(name.namespace);
    if (missing === undefined) return this.broken.has(name.namespace);
    for (const document of missing) {
      document.needed ??= position;
      document.count++;
    }
    return true;
  }

  report(): void {
    for (const list of this.byNamespace.values()) {
      for (const { position, message, hint, needed, count } of list) {
        if (needed === undefined) this.diagnostics.warning(position, `${message}; nothing refers to it`, hint);
        else {
          const references = `${count} ${count === 1 ? "reference needs" : "references need"} it, the first in line ${needed.line}`;
          this.diagnostics.error(position, `${message}; ${references}`, hint);
        }
      }
    }
  }
}
