/** The reason why a document cannot be loaded. The message has its shown location, without the referring document. */
export class LoadProblem extends Error {
  constructor(
    message: string,
    readonly hint?: string,
    /** Whether another option or a catalog could find it, so that an optional document may stay missing. */
    readonly elsewhere: boolean = false,
  ) {
    super(message);
  }
}
