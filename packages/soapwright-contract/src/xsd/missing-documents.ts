import type { Diagnostics, Position } from "../diagnostics";
import type { QName } from "../xml/qname";

interface MissingDocument {
  readonly position: Position;
  readonly message: string;
  readonly hint?: string;
  /** Where a reference was found that would need it. */
  needed?: Position;
  count: number;
}

/**
 * Documents that could not be had, by the namespace they would bring. Whether that matters is known when all references
 * are resolved: a reference into such a namespace is a consequence and not told by itself.
 */
export class MissingDocuments {
  private readonly byNamespace = new Map<string, MissingDocument[]>();
  private readonly broken = new Set<string>();

  constructor(private readonly diagnostics: Diagnostics) {}

  /** An error or warning, when all references are known. */
  tolerable(namespace: string, position: Position, message: string, hint: string | undefined): void {
    const list = this.byNamespace.get(namespace) ?? [];
    list.push({ position, message, ...(hint !== undefined && { hint }), count: 0 });
    this.byNamespace.set(namespace, list);
  }

  /** An error now; references into the namespace are its consequences. */
  broke(namespace: string): void {
    this.broken.add(namespace);
  }

  /** Whether a name that was not found is the consequence of a missing document. */
  explains(name: QName, position: Position): boolean {
    const missing = this.byNamespace.get(name.namespace);
    if (missing === undefined) return this.broken.has(name.namespace);
    for (const one of missing) {
      one.needed ??= position;
      one.count++;
    }
    return true;
  }

  report(): void {
    for (const list of this.byNamespace.values()) {
      for (const { position, message, hint, needed, count } of list) {
        const about = hint === undefined ? {} : { hint };
        if (needed === undefined) this.diagnostics.warning(position, `${message}; nothing refers to it`, about);
        else {
          const references = `${count} ${count === 1 ? "reference needs" : "references need"} it, the first in line ${needed.line}`;
          this.diagnostics.error(position, `${message}; ${references}`, about);
        }
      }
    }
  }
}
