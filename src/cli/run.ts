/** One run of the command line, from its arguments to its exit code. */
import { CommanderError } from "commander";
import { complaintOf, type ExitCode } from "./complaint";
import { ExportEnd, type ExportExitCode } from "./export/export-end";
import { buildProgram } from "./program";
import type { Terminal } from "./terminal";

/** Runs `employee-service` with `args` (without node and script). Resolves to the exit code; never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode | ExportExitCode> {
  try {
    await buildProgram(terminal).parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    // Commander has written its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ExportEnd) {
      if (error.message !== "") terminal.err(`error: ${error.message}\n`);
      return error.exitCode;
    }
    const { line, exitCode } = complaintOf(error);
    terminal.err(`${line}\n`);
    return exitCode;
  }
}
