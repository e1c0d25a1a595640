/** How an export ends when not all is well: a message, and an exit code that says what kind of thing it was. */
import { type ExportErrorCode, isExportError } from "soapwright-export";
import { type CauseWords, causeWords, messageInWords } from "../cause-words";
import { CommandEnd } from "../command-end";
import type { Terminal } from "../terminal";

/** The exit codes of an export. */
export const exportExitCodes = {
  success: 0,
  /** Some inputs ended with an error. */
  failed: 1,
  /** The command line is wrong, or an input cannot be read. */
  usage: 2,
  /** No connection to the service, the database or the queue. */
  connection: 4,
  /** Ctrl-C. The same command goes on. */
  stopped: 7,
  /** By the service, by another run, or by a journal or a table of another export. */
  refused: 8,
  /** A file cannot be read or written. */
  storage: 9,
  /** By `--status`: an export of the queue is not done. */
  unfinished: 10,
} as const;

/** What the help says of them. */
export const exportCodesHelp: Readonly<Record<number, string>> = {
  [exportExitCodes.success]: "success",
  [exportExitCodes.failed]: "some inputs ended with an error, or an error without a code of its own",
  [exportExitCodes.usage]: "the command line is wrong, or an input cannot be read",
  3: "the environment is wrong",
  [exportExitCodes.connection]: "no connection to the service, the database or the queue",
  [exportExitCodes.stopped]: "stopped by Ctrl-C; the same command goes on where it was",
  [exportExitCodes.refused]:
    "refused: by the service, for example the credentials; by another run, or by the journal or table of another export (with doctor, 8 is warnings alone)",
  [exportExitCodes.storage]: "a file or a table cannot be read or written",
  [exportExitCodes.unfinished]: "with --status: an export is not done",
};

/** One of the exit codes of an export. */
export type ExportExitCode = (typeof exportExitCodes)[keyof typeof exportExitCodes];

/** An export ends with one of its exit codes. */
export class ExportEnd extends CommandEnd {
  constructor(exitCode: ExportExitCode, message = "") {
    super(exitCode, message);
  }
}

/** The command line, or an input, is wrong. */
export function usageEnd(message: string): ExportEnd {
  return new ExportEnd(exportExitCodes.usage, message);
}

const BY_CODE: Readonly<Record<ExportErrorCode, ExportExitCode>> = {
  INPUT: exportExitCodes.usage,
  OPTION: exportExitCodes.usage,
  CHANGED: exportExitCodes.refused,
  LOCKED: exportExitCodes.refused,
  JOURNAL: exportExitCodes.refused,
  TABLE: exportExitCodes.refused,
  REFUSED: exportExitCodes.refused,
  UNAVAILABLE: exportExitCodes.connection,
  CONNECTION: exportExitCodes.connection,
  STORAGE: exportExitCodes.storage,
};

/** The end that an error of the export means; undefined for errors of other kinds. */
export function endOf(error: unknown, words: CauseWords = ({ message }) => message): ExportEnd | undefined {
  if (error instanceof ExportEnd) return error;
  if (!isExportError(error)) return undefined;
  return new ExportEnd(BY_CODE[error.code], inFlags(messageInWords(error, words)));
}

const FLAGS: Readonly<{ [what: string]: string }> = {
  inputs: "--ids",
  output: "--out",
  errors: "--errors",
  journal: "--journal",
};

/** The library's options are the command's flags. */
function inFlags(message: string): string {
  return message
    .replace(/\b(begin anew with|replace it with) restart\b/, "$1 --restart")
    .replace("with the doctor, then", "with employee-service doctor, then")
    .replace(/\buse keepGoing\b/, "use --keep-going")
    .replace(/ is the file of .* and of .*\. Name/, (words) =>
      words.replace(/\bof the (inputs|output|errors|journal)\b(?= and|\.)/g, (_, what: string) => `of ${FLAGS[what]}`),
    );
}

/**
 * What the command rejects with for an error. Where events were asked for it is told as the last of them too. `say` puts
 * the message into the command's own words.
 */
export function endOfCommand(
  error: unknown,
  flags: { readonly json?: true },
  terminal: Terminal,
  say: (message: string) => string = (message) => message,
): unknown {
  const told = endOf(error, causeWords(flags, terminal));
  const end = told === undefined ? undefined : new ExportEnd(told.exitCode as ExportExitCode, say(told.message));
  if (end !== undefined && end.message !== "" && flags.json === true)
    terminal.out(
      `${JSON.stringify({ at: new Date().toISOString(), event: "error", message: end.message, exitCode: end.exitCode })}\n`,
    );
  return end ?? error;
}
