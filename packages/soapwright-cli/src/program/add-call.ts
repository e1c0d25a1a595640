/** The command `call`. Its parts are loaded when it begins. */
import type { Command } from "commander";

/** Adds the command `call`. */
export function addCall(program: Command): void {
  let more = "";
  // The options of its client are declared where they are read, and loaded when the command begins.
  program.hook("preSubcommand", async (_, begun) => {
    if (begun === command) more = (await import("../wsdl/call/call-line")).optionsHelp();
  });
  const command = program
    .command("call [words...]")
    .usage("<wsdl> [operation] [--name value ...] [options]")
    .summary("call an operation of a WSDL without generated code; without an operation, list them")
    .description(
      "call an operation of a WSDL: a file, an address or a zip of files. Options named after its arguments say what is sent; without an operation, the operations are listed",
    )
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText("after", () => more)
    .action(async (words: readonly string[]) => {
      const [{ call }, { processTerminal }] = await Promise.all([
        import("../wsdl/call/call"),
        import("../process-terminal"),
      ]);
      process.exitCode = await call(words, processTerminal());
    });
}
