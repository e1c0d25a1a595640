/** What is wrong with the documents of a command, for its user. */

import type { Report } from "soapwright-contract";
import { OpenProblem } from "soapwright-contract";
import { exitCode } from "soapwright-contract/flags";

/** Reports what is wrong with the documents: each error, with its place. */
export function reportProblem({ reason, message, diagnostics }: OpenProblem, report: Report): void {
  if (diagnostics.length > 0) report.diagnostics(diagnostics);
  else report.error(reason, message);
}

/** Runs a command that reads a WSDL, and reports an `OpenProblem`. Resolves to the exit code. */
export async function reported(report: Report, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OpenProblem)) throw error;
    reportProblem(error, report);
    return exitCode.failure;
  }
}
