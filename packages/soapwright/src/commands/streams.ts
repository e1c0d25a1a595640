/** Where a command writes. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, on which progress may be shown. */
  readonly isTerminal: boolean;
}

let isHeard = false;

/** Writes to stdout. It is opened when something is to be written: that loads a tenth of what Node loads. */
export function printOut(text: string): void {
  if (!isHeard) {
    isHeard = true;
    // A reader that has seen enough, as `head` has, is no failure.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
  process.stdout.write(text);
}

/** Those of the running program. */
export const standardStreams: Streams = {
  out: printOut,
  err: (text) => void process.stderr.write(text),
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
};

/** Exit codes of every command. */
export const exitCode = { success: 0, failure: 1, usage: 2 } as const;

/** Resolves when the process is told to stop. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
