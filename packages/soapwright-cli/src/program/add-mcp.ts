/** The command `mcp`. Its parts are loaded when it begins. */
import type { Command } from "commander";

const calls = () => require("soapwright-cli/calls") as typeof import("../calls");

/** Adds the command `mcp`. */
export function addMcp(program: Command): void {
  program
    .command("mcp [words...]")
    .usage("<wsdl> [options]")
    .summary("offer the operations of a WSDL to an assistant as tools (Model Context Protocol)")
    .description(
      "offer the operations of a WSDL to an assistant as tools (Model Context Protocol), over standard input and output, or with --http over Streamable HTTP. Only operations that are known to be safe are offered",
    )
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText("after", () => calls().toolsHelp())
    .action(async (words: readonly string[]) => {
      const { mcp } = calls();
      const { processTerminal } = require("soapwright-cli") as typeof import("../index");
      process.exitCode = await mcp(words, processTerminal());
    });
}
