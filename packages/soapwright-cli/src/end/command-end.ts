/** The end of a command with its own exit code. Everything but `text` is already printed. */
export class CommandEnd extends Error {
  readonly exitCode: number;
  readonly text: string | undefined;

  constructor(exitCode: number, text?: string) {
    super(text);
    this.exitCode = exitCode;
    this.text = text;
  }
}

/** The command line is wrong. The message names the correction; the exit code is 2. */
export class UsageError extends Error {}
