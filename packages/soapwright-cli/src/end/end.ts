/** How a command ends: what is printed of the error that ended it, and the exit code. */
import { CommanderError } from "commander";
import { safeLine } from "soapwright-runtime/xsd";
import type { Terminal } from "../terminal/terminal";
import { CommandEnd } from "./command-end";
import type { Complaint } from "./complaint";
import { exitCodes } from "./exit-codes";
import { type Speech, voiceOf } from "./speech";

/** How errors are printed: as lines for people, or as JSON in the form of the program. */
interface Printing {
  readonly isJson: boolean;
  jsonOf(complaint: Complaint): string;
}

/** Prints the error that ended a command. Resolves to the exit code. */
export async function endOf(
  error: unknown,
  speech: Speech,
  terminal: Terminal,
  { isJson, jsonOf }: Printing,
): Promise<number> {
  if (error instanceof CommandEnd) {
    if (error.text !== undefined) terminal.err(safeLine`error: ${error.text}\n`);
    return error.exitCode;
  }
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
  // Without a command, Commander has printed the help.
  if (error instanceof CommanderError && error.code === "commander.help") return exitCodes.usage;
  const name = error instanceof Error ? error.name : "";
  if (name === "ExitPromptError") return exitCodes.stopped;
  if (name === "OpenProblem") {
    const { Report } = await import("soapwright-contract");
    const { reportProblem } = await import("../wsdl/reported");
    const report = new Report({ ...terminal, out: () => {}, isTerminal: false }, { json: isJson });
    reportProblem(error as Parameters<typeof reportProblem>[0], report);
    return exitCodes.failure;
  }
  const { complaintOf } = await import("./complaint");
  const complaint = complaintOf(error, voiceOf(speech, terminal));
  terminal.err(safeLine`${isJson ? jsonOf(complaint) : complaint.line}\n`);
  return complaint.exitCode;
}

/** Whether the words of a command ask for JSON, where `--json` does not name a file. The words may be invalid. */
export function asksJson(words: readonly string[], jsonIsFile = false): boolean {
  return words.some((word, at) => {
    const value = word === "--format" ? words[at + 1] : word.startsWith("--format=") ? word.slice(9) : undefined;
    return (word === "--json" && !jsonIsFile) || value === "json" || value === "ndjson";
  });
}
