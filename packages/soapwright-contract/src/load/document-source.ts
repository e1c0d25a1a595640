/** Where documents come from: the stages after this one ask for them and know no file and no network. */
import type { XmlElement } from "../xml/tree";
import { LoadProblem } from "./load-problem";
import type { Location } from "./location";

/** A document as the stages see it. The same document is the same object, however it is named. */
export interface SourceDocument {
  readonly location: Location;
  /** Absolute path with links followed, or the address. */
  readonly id: string;
  /** As shown in messages. */
  readonly shown: string;
  /** Absent when it is not XML: `diagnostics` says why. */
  readonly root: XmlElement | undefined;
}

/** A document that may not be read, and was looked at all the same for what else is wrong: the run fails, and tells it at once. */
export class PeekedDocument extends LoadProblem {
  constructor(
    problem: LoadProblem,
    readonly document: SourceDocument,
  ) {
    super(problem.message, problem.hint, problem.elsewhere);
  }
}

/** Finds documents that others name. */
export interface DocumentSource {
  /**
   * The document that `reference` names in the document at `base`; `namespace` is that of an import, `kind` what is looked for.
   * @throws LoadProblem when it cannot be had.
   */
  load(
    reference: string | undefined,
    namespace: string | undefined,
    base: Location,
    kind: "wsdl" | "schema",
  ): Promise<SourceDocument>;
  /** A description of a well-known namespace, for an import that leads nowhere. */
  known?(namespace: string): SourceDocument | undefined;
}
