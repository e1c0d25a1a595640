import type { Command } from "commander";
import * as others from "soapwright-cli/program";
import { createProgram } from "../../../soapwright/src/program";

/** Returns the program of the binary with all its commands. */
export function wholeProgram(): Command {
  return createProgram(others);
}
