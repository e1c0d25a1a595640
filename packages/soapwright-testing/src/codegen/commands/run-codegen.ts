import { createProgram } from "../../../../soapwright/src/program";
import { type Outcome, runProgram } from "../../commands/run-program";

export type { Outcome };

export function runCodegen(...args: string[]): Promise<Outcome> {
  return runProgram(createProgram(), args);
}
