/** Where a command writes. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, on which progress may be shown. */
  readonly isTerminal: boolean;
}

/** Those of the running program. */
export const standardStreams: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  get isTerminal() {
    return process.stderr.isTTY === true;
  },
};

/** Exit codes of every command. */
export const exitCode = { success: 0, failure: 1, usage: 2 } as const;
