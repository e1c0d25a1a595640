/** The command `call`. Its parts are loaded when it begins. */
import type { Command } from "commander";

const calls = () => require("soapwright-cli/calls") as typeof import("../calls");

/** Adds the command `call`. */
export function addCall(program: Command): void {
  program
    .command("call [words...]")
    .usage("<wsdl> [operation] [--name value ...] [options]")
    .summary("call an operation of a WSDL without generated code; without an operation, list them")
    .description(
      "call an operation of a WSDL: a file, an address or a zip of files. Options named after its arguments say what is sent; without an operation, the operations are listed",
    )
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText("after", () => calls().optionsHelp())
    .action(async (words: readonly string[]) => {
      const { call } = calls();
      const { processTerminal } = require("soapwright-cli") as typeof import("../index");
      process.exitCode = await call(words, processTerminal());
    });
}
