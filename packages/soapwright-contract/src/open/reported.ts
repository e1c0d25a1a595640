/** What is wrong with the documents of a command, for its user. */
import { OpenProblem } from "./loaded-services";
import type { Report } from "./report";
import { exitCode } from "./streams";

/** Returns the lines of the errors, which a command begins with a word of its own. */
export function problemLines({ message }: OpenProblem): readonly string[] {
  return message.split("\n").map((line) => line.replace(": error: ", ": "));
}

/** Runs a command that reads a WSDL, and reports an `OpenProblem`. Resolves to the exit code. */
export async function reported(report: Report, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OpenProblem)) throw error;
    for (const line of problemLines(error)) report.error(line);
    return exitCode.failure;
  }
}
