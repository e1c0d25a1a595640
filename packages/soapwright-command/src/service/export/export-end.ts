/** The ends of an export with a problem: a message, and an exit code for its kind. */

import { type ExportError, type ExportErrorCode, isExportError } from "soapwright-export";
import { isFaultError, isServiceError } from "soapwright-runtime";
import { CommandEnd, UsageError } from "../../command-end";
import { exitCodes } from "../../exit-codes";
import type { Terminal } from "../../terminal";
import { causeWords } from "../complaint";
import type { ServiceCommand } from "../service-command";

export const exportExitCodes = { ...exitCodes, refused: 8, storage: 9, unfinished: 10 };

export const exportCodesHelp: Readonly<Record<number, string>> = {
  0: "success",
  1: "some inputs ended with an error, or an error without a code of its own",
  2: "the command line is wrong, or an input cannot be read",
  3: "the environment is wrong",
  4: "no connection to the service, the database or the queue",
  7: "stopped by Ctrl-C; the same command resumes it",
  8: "refused: by the service, for example the credentials; by another run, or by the journal or table of another export (with doctor, 8 is warnings alone)",
  9: "a file or a table cannot be read or written",
  10: "with --status: an export is not done",
};

const BY_CODE: Readonly<Record<ExportErrorCode, number>> = {
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

/**
 * Returns the `CommandEnd` of a known error, and any other error unchanged. With `--json`, prints the error as the last
 * event. `say` adapts the message to the command.
 */
export function endOfCommand(
  service: ServiceCommand,
  error: unknown,
  { json }: { readonly json?: true },
  terminal: Terminal,
  say: (message: string) => string = (message) => message,
): unknown {
  const end = endOf(service, error, terminal);
  if (end === undefined) return error;
  const { exitCode } = end;
  const message = say(end.message);
  if (message !== "" && json === true)
    terminal.out(`${JSON.stringify({ at: new Date().toISOString(), event: "error", message, exitCode })}\n`);
  return new CommandEnd(exitCode, message);
}

function endOf(service: ServiceCommand, error: unknown, terminal: Terminal): CommandEnd | undefined {
  if (error instanceof CommandEnd) return error;
  if (error instanceof UsageError) return new CommandEnd(exportExitCodes.usage, error.message);
  return isExportError(error)
    ? new CommandEnd(BY_CODE[error.code], inFlags(service, messageOf(service, error, terminal)))
    : undefined;
}

/** The command's text replaces a quoted client error. */
function messageOf(service: ServiceCommand, { cause, message }: ExportError, terminal: Terminal): string {
  if (!isServiceError(cause)) return message;
  // Of a fault, the message quotes only the code.
  const quoted = isFaultError(cause) ? /The service returned a fault \(.*?\)\./ : cause.message;
  return message.replace(quoted, () => causeWords(service, terminal)(cause));
}

const FLAGS: Readonly<{ [what: string]: string }> = {
  inputs: "--ids",
  output: "--out",
  errors: "--errors",
  journal: "--journal",
};

function inFlags({ product }: ServiceCommand, message: string): string {
  return message
    .replace(/\b(begin anew with|replace it with) restart\b/, "$1 --restart")
    .replace("with the doctor, then", `with ${product.name} doctor, then`)
    .replace(/\buse keepGoing\b/, "use --keep-going")
    .replace(/ is the file of .* and of .*\. Name/, (text) =>
      text.replace(/\bof the (inputs|output|errors|journal)\b(?= and|\.)/g, (_, what: string) => `of ${FLAGS[what]}`),
    );
}
