/** The ends of an export with a problem: a message, and an exit code for its kind. */

import { type ExportErrorCode, type ExportWords, isExportError } from "soapwright-export";
import { isServiceError } from "soapwright-runtime/errors";
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

/** What a command has done when it is run again: a phrase that goes on after ` when it is back`. */
export type Again = ExportWords["again"];

const exportAgain: Again = (when = "") => `run the same export again${when}: it resumes where it stopped`;

/**
 * Returns the `CommandEnd` of a known error, and any other error unchanged. With `--json`, prints the error as the last
 * event.
 */
export function endOfCommand(
  service: ServiceCommand,
  error: unknown,
  { json }: { readonly json?: true },
  terminal: Terminal,
  again: Again = exportAgain,
): unknown {
  const end = endOf(service, error, terminal, again);
  if (end === undefined) return error;
  const { exitCode, text: message, reason } = end;
  if (message !== undefined && json === true)
    terminal.out(`${JSON.stringify({ at: new Date().toISOString(), event: "error", reason, message, exitCode })}\n`);
  return end;
}

function endOf(service: ServiceCommand, error: unknown, terminal: Terminal, again: Again): CommandEnd | undefined {
  if (error instanceof CommandEnd) return error;
  if (error instanceof UsageError) return new CommandEnd(exportExitCodes.usage, error.message, "usage");
  if (!isExportError(error)) return undefined;
  const quoted = causeWords(voiceOf(service, terminal));
  const quote = (cause: unknown): string => (isServiceError(cause) ? quoted(cause) : "The call failed.");
  const name = (what: string): string => nameOf(service, what);
  return new CommandEnd(BY_CODE[error.code], error.messageFor({ name, quote, again }), error.reason);
}

const FLAGS: Readonly<{ [what: string]: string }> = {
  restart: "--restart",
  keepGoing: "--keep-going",
  "the inputs": "--ids",
  "the output": "--out",
  "the errors": "--errors",
  "the journal": "--journal",
};

function nameOf({ product }: ServiceCommand, what: string): string {
  return what === "the doctor" ? `${product.name} doctor` : (FLAGS[what] ?? what);
}
