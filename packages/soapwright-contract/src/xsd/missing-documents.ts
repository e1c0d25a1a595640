import type { Diagnostics, Position } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import type { Remedy } from "../remedy";
import type { QName } from "../xml/xml";

interface MissingDocument {
  readonly position: Position;
  readonly reason: DiagnosticReason;
  readonly message: string;
  readonly remedy: Remedy;
}

/** The places of references into a namespace whose document is missing or broken. */
type Needs = ReadonlyMap<string, readonly Position[]>;

/**
 * Collects documents that could not be loaded, by namespace. The severity depends on the references, which are resolved
 * later: a reference into such a namespace is a consequence and is not reported itself.
 */
export class MissingDocuments {
  readonly #byNamespace = new Map<string, MissingDocument[]>();
  readonly #broken = new Set<string>();
  readonly #brokenFiles = new Map<string, string>();

  /** Records a problem: an error if a reference needs the document, else a warning. */
  recordMissing(namespace: string, document: MissingDocument): void {
    const list = this.#byNamespace.get(namespace) ?? [];
    list.push(document);
    this.#byNamespace.set(namespace, list);
  }

  /** Records a namespace whose document has been reported; references into it are consequences. `file`: its shown name. */
  recordBroken(namespace: string, file?: string): void {
    this.#broken.add(namespace);
    if (file !== undefined) this.#brokenFiles.set(file, namespace);
  }

  /** The namespaces of documents that are reported in the document itself, by its shown name. */
  get brokenFiles(): ReadonlyMap<string, string> {
    return this.#brokenFiles;
  }

  /** Returns a record of references, for one build of the schemas. */
  needs(): NeededDocuments {
    return new NeededDocuments(this.#byNamespace, this.#broken);
  }
}

/** The references of one build into namespaces whose documents are missing. */
export class NeededDocuments {
  readonly #needs = new Map<string, Position[]>();

  constructor(
    private readonly missing: ReadonlyMap<string, readonly MissingDocument[]>,
    private readonly broken: ReadonlySet<string>,
  ) {}

  /** Returns whether an unresolved name is the consequence of a missing document. */
  explains({ namespace }: QName, position: Position): boolean {
    if (!this.missing.has(namespace) && !this.broken.has(namespace)) return false;
    const positions = this.#needs.get(namespace) ?? [];
    positions.push(position);
    this.#needs.set(namespace, positions);
    return true;
  }

  /** The places of the references, by namespace. */
  get all(): Needs {
    return this.#needs;
  }

  report(diagnostics: Diagnostics): void {
    for (const [namespace, documents] of this.missing) {
      const needs = this.#needs.get(namespace) ?? [];
      for (const { position, reason, message, remedy } of documents) {
        const [first] = needs;
        if (first === undefined) diagnostics.warning(position, reason, `${message}; nothing refers to it`, remedy);
        else {
          const references = `${needs.length} ${needs.length === 1 ? "reference needs" : "references need"} it, the first in line ${first.line}`;
          diagnostics.error(position, reason, `${message}; ${references}`, remedy);
        }
      }
    }
  }
}
