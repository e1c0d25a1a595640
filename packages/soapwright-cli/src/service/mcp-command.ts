/** The operations of all versions as tools of an assistant. */

import type { Command } from "commander";
import { toolOptions } from "../serve-tools";
import type { Terminal } from "../terminal";
import { clientOptions, interfaceOption } from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import type { AssistantFlags } from "./run-mcp";
import type { ServiceCommand } from "./service-command";
import { openCredentials } from "./service-variables";

export function addMcpCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const { startSandbox } = service.product;
  const command = program
    .command("mcp")
    .description("offer the operations to an assistant as tools (Model Context Protocol)")
    .addOption(interfaceOption(service))
    .action(async (flags: AssistantFlags & Readonly<Record<string, unknown>>) => {
      const { serveAssistant } = await import("./run-mcp");
      await serveAssistant(flags, terminal, service);
    });
  if (startSandbox !== undefined)
    command.option("--sandbox", "call a sandbox with test data alone, without address and credentials");
  for (const [option, variable] of openCredentials(service))
    command.option(`--${option} <text>`, `the ${option} of every call (default: ${variable})`);
  addOptions(command, toolOptions(), clientOptions());
  addNotes(command, {
    examples: [
      "mcp --page-size 20",
      ...(startSandbox === undefined ? [] : ["mcp --sandbox", "mcp --sandbox --http 3000"]),
    ],
    exitCodes: {
      0: "the assistant has left, or stopped by Ctrl-C",
      1: "an error without a code of its own",
      2: "the command line is wrong, the port is in use, or soapwright-gateway is not installed",
      3: "the environment is wrong",
    },
  });
}
