import { type SafeText, safeLine } from "soapwright-runtime/xsd";

export interface Streams {
  out(text: string): void;
  err(text: SafeText): void;
  /** Whether `err` is a terminal, so that progress can be shown. */
  readonly isTerminal: boolean;
}

let hasOutListener = false;
let hasErrListener = false;

/** Writes to stdout. Opening it on first use spares other runs a tenth of what Node loads. */
export function printOut(text: string): void {
  if (!hasOutListener) {
    hasOutListener = true;
    // A reader such as `head` may close the pipe early, which is no failure.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      printErr(safeLine`error: Standard output cannot be written: ${error.message}.\n`);
      process.exit(exitCode.failure);
    });
  }
  process.stdout.write(text);
}

/** Writes to stderr. When stderr cannot be written, the exit code still reports the error. */
export function printErr(text: SafeText): void {
  if (!hasErrListener) {
    hasErrListener = true;
    process.stderr.on("error", () => {});
  }
  process.stderr.write(text);
}

export const standardStreams: Streams = {
  out: printOut,
  err: printErr,
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
};

export const exitCode = { success: 0, failure: 1, usage: 2 } as const;

export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
