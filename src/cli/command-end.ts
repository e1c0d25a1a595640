/** How a command ends that has told everything itself: its exit code, and nothing more to print. */
export class CommandEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message = "") {
    super(message);
    this.exitCode = exitCode;
  }
}
