import type { Reason } from "soapwright-runtime/errors";

/** The end of a command with its own exit code. Everything but `text` is already printed. */
export class CommandEnd extends Error {
  readonly exitCode: number;
  readonly text: string | undefined;
  /** The code of the list of reasons, for `--json`. */
  readonly reason: Reason | undefined;

  constructor(exitCode: number, text?: string, reason?: Reason) {
    super(text);
    this.exitCode = exitCode;
    this.text = text;
    this.reason = reason;
  }
}

/** The command line is wrong. The message names the correction; the exit code is 2. */
export class UsageError extends Error {}
