/** Why a document could not be had. The message names the location as it should be shown, without the place that asked. */
export class LoadProblem extends Error {
  constructor(
    message: string,
    readonly hint?: string,
    /** True when another option or a catalogue could find it: what is not needed may stay missing. */
    readonly elsewhere: boolean = false,
  ) {
    super(message);
  }
}
