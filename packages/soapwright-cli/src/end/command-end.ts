/** The end of a command with its own exit code. Everything but `message` is already printed. */
export class CommandEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message = "") {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command line is wrong. The message names the correction; the exit code is 2. */
export class UsageError extends Error {}
