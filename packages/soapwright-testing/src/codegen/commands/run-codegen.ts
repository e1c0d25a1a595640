import { createProgram } from "soapwright/internal";
import { type Outcome, runProgram } from "../../commands/run-program";

export type { Outcome };

/** Runs a command of soapwright. */
export function runCodegen(...args: string[]): Promise<Outcome> {
  return runProgram(createProgram(), args);
}
