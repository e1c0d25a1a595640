/** `sandbox` of a product that starts one, and has no command of this name of its own. */

import type { Command } from "commander";
import { printableLines } from "soapwright-runtime/xsd";
import { portNumber } from "../commands/option-values";
import { runningExitCodes } from "../end/exit-codes";
import type { Terminal } from "../terminal/terminal";
import { addNotes, exportLines } from "./command-parts";
import type { ServiceCommand } from "./service-command";

export function addSandbox(program: Command, terminal: Terminal, { product, versions }: ServiceCommand): void {
  const { startSandbox, title } = product;
  if (startSandbox === undefined || program.commands.some((command) => command.name() === "sandbox")) return;
  const command = program
    .command("sandbox")
    .description("run a sandbox of the service on this machine until it is interrupted")
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .action(async ({ port }: { readonly port: number }) => {
      const sandbox = await startSandbox(port);
      await terminal.out(`${sandbox.url}\n`);
      const exports = exportLines(versions, (option, { header }) =>
        option === "baseUrl" ? sandbox.url : header?.children.find((child) => child.option === option)?.sandbox,
      );
      terminal.err(printableLines(`Sandbox of the ${title}. Interrupt it to stop. To call it:\n${exports}`));
      await terminal.stopped();
      await sandbox.close();
    });
  addNotes(command, { examples: ["sandbox", "sandbox --port 0"], exitCodes: runningExitCodes });
}
