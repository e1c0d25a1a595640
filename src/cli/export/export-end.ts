/** The ends of an export with a problem: a message, and an exit code for its kind. */
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
  /** Stopped by Ctrl-C. The same command resumes. */
  stopped: 7,
  /** Refused by the service, by another run, or by a journal or a table of another export. */
  refused: 8,
  /** A file cannot be read or written. */
  storage: 9,
  /** With `--status`: an export of the queue is not done. */
  unfinished: 10,
} as const;

/** Descriptions for the help. */
export const exportCodesHelp: Readonly<Record<number, string>> = {
  [exportExitCodes.success]: "success",
  [exportExitCodes.failed]: "some inputs ended with an error, or an error without a code of its own",
  [exportExitCodes.usage]: "the command line is wrong, or an input cannot be read",
  3: "the environment is wrong",
  [exportExitCodes.connection]: "no connection to the service, the database or the queue",
  [exportExitCodes.stopped]: "stopped by Ctrl-C; the same command resumes it",
  [exportExitCodes.refused]:
    "refused: by the service, for example the credentials; by another run, or by the journal or table of another export (with doctor, 8 is warnings alone)",
  [exportExitCodes.storage]: "a file or a table cannot be read or written",
  [exportExitCodes.unfinished]: "with --status: an export is not done",
};

export type ExportExitCode = (typeof exportExitCodes)[keyof typeof exportExitCodes];

/** Ends an export with one of its exit codes. */
export class ExportEnd extends CommandEnd {
  constructor(exitCode: ExportExitCode, message = "") {
    super(exitCode, message);
  }
}

/** The end for a wrong command line or input. */
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

/** The end for an export error; undefined for other errors. */
export function endOf(error: unknown, textOf: CauseWords = ({ message }) => message): ExportEnd | undefined {
  if (error instanceof ExportEnd) return error;
  if (!isExportError(error)) return undefined;
  return new ExportEnd(BY_CODE[error.code], inFlags(messageInWords(error, textOf)));
}

const FLAGS: Readonly<{ [what: string]: string }> = {
  inputs: "--ids",
  output: "--out",
  errors: "--errors",
  journal: "--journal",
};

/** Replaces the library's options by the command's flags. */
function inFlags(message: string): string {
  return message
    .replace(/\b(begin anew with|replace it with) restart\b/, "$1 --restart")
    .replace("with the doctor, then", "with employee-service doctor, then")
    .replace(/\buse keepGoing\b/, "use --keep-going")
    .replace(/ is the file of .* and of .*\. Name/, (text) =>
      text.replace(/\bof the (inputs|output|errors|journal)\b(?= and|\.)/g, (_, what: string) => `of ${FLAGS[what]}`),
    );
}

/**
 * The rejection of the command for an error. With `--json` it is also printed as the last event. `say` adapts the
 * message to the command.
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
