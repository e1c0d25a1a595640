/** The reason why a document cannot be loaded. The message has its shown location, without the referring document. */
export class LoadProblem extends Error {
  constructor(
    message: string,
    readonly hint?: string,
    /** Whether another option or a catalog could find the document: an optional one may stay missing. */
    readonly mayBeElsewhere: boolean = false,
  ) {
    super(message);
  }
}
