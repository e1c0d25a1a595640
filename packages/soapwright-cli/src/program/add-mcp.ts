/** The command `mcp`. Its parts are loaded when it begins. */
import type { Command } from "commander";

/** Adds the command `mcp`. */
export function addMcp(program: Command): void {
  let more = "";
  // The options of its client are declared where they are read, and loaded when the command begins.
  program.hook("preSubcommand", async (_, begun) => {
    if (begun === command) more = (await import("../wsdl/mcp/mcp")).toolsHelp();
  });
  const command = program
    .command("mcp [words...]")
    .usage("<wsdl> [options]")
    .summary("offer the operations of a WSDL to an assistant as tools (Model Context Protocol)")
    .description(
      "offer the operations of a WSDL to an assistant as tools (Model Context Protocol), over standard input and output, or with --http over Streamable HTTP. Only operations that are known to be safe are offered",
    )
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText("after", () => more)
    .action(async (words: readonly string[]) => {
      const [{ mcp }, { processTerminal }] = await Promise.all([
        import("../wsdl/mcp/mcp"),
        import("../process-terminal"),
      ]);
      process.exitCode = await mcp(words, processTerminal());
    });
}
