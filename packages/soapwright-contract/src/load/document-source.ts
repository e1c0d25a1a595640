/** The source of documents. The other stages load documents through it, without access to files or the network. */
import type { XmlElement } from "../xml/tree";
import { LoadProblem } from "./load-problem";
import type { Location } from "./location";

/** A document for the other stages. The same document is the same object, under every name. */
export interface SourceDocument {
  readonly location: Location;
  /** Absolute path with links followed, or a URL. */
  readonly id: string;
  /** The name shown in messages. */
  readonly shown: string;
  /** Undefined if the document is not XML; the reason is in the diagnostics. */
  readonly root: XmlElement | undefined;
}

/** The error for a forbidden document, read only so that the failing run reports all its problems at once. */
export class PeekedDocument extends LoadProblem {
  constructor(
    problem: LoadProblem,
    readonly document: SourceDocument,
  ) {
    super(problem.message, problem.hint, problem.elsewhere);
  }
}

/** Loads documents that other documents refer to. */
export interface DocumentSource {
  /**
   * Returns the document that `reference` names, resolved against `base`. `namespace` is the import's, `kind` the
   * expected kind.
   * @throws LoadProblem when it cannot be loaded.
   */
  load(
    reference: string | undefined,
    namespace: string | undefined,
    base: Location,
    kind: "wsdl" | "schema",
  ): Promise<SourceDocument>;
  /** Returns the bundled schema of a well-known namespace, for an import without a document. */
  known?(namespace: string): SourceDocument | undefined;
}
