import { type Outcome, runProgram } from "../../commands/run-program";
import { wholeProgram } from "../../commands/whole-program";

export type { Outcome };

export function runCodegen(...args: string[]): Promise<Outcome> {
  return runProgram(wholeProgram(), args);
}
