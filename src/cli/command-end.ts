/** How a command ends that knows its own exit code. What there was to say has been said, but for `message`. */
export class CommandEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message = "") {
    super(message);
    this.exitCode = exitCode;
  }
}
