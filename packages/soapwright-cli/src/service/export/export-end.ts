/** The ends of an export with a problem: a message, and an exit code for its kind. */

import { type ExportError, type ExportErrorCode, isExportError } from "soapwright-export";
import { isFaultError, isServiceError } from "soapwright-runtime/errors";
import { CommandEnd, UsageError } from "../../end/command-end";
import { causeWords } from "../../end/complaint";
import { voiceOf } from "../../end/speech";
import type { Terminal } from "../../terminal/terminal";
import type { ServiceCommand } from "../service-command";
import { exportExitCodes } from "./export-notes";

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
  return message.replace(quoted, () => causeWords(voiceOf(service, terminal))(cause));
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
