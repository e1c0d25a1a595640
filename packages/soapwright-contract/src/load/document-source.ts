/** Documents as the other stages see them, without access to files or the network. */
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
    super(problem.message, problem.hint, problem.mayBeElsewhere);
  }
}
