import type { Command } from "commander";
import { createProgram } from "../../../soapwright/src/program";
import { addCommands } from "../../../soapwright-cli/src/program/commands";

/** Returns the program of the binary with all its commands. */
export function wholeProgram(): Command {
  return createProgram(addCommands);
}
