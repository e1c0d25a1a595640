import { helpAsOption } from "soapwright-contract/flags";
import { asksJson, endOf } from "../end/end";
import { exitCodes } from "../end/exit-codes";
import type { Terminal } from "../terminal/terminal";
import { buildProgram } from "./program";
import { ServiceCommand, type ServiceProduct } from "./service-command";

/**
 * Runs the command of a service: `export`, `worker`, `record`, `completion`, those of `sharedCommands`, and the product's
 * own ones.
 * Takes `args` without node and script. Resolves to the exit code, which `docs/command.md` lists; never rejects.
 */
export async function runService(product: ServiceProduct, args: readonly string[], streams: Terminal): Promise<number> {
  const service = new ServiceCommand(product);
  const terminal = { ...streams, args };
  try {
    const program = buildProgram(terminal, service);
    const names = program.commands.map((command) => command.name());
    await program.parseAsync(helpAsOption(args, names), { from: "user" });
    return exitCodes.success;
  } catch (error) {
    // The format of an export is that of its file.
    const isJson = args[0] === "export" ? args.includes("--json") : asksJson(args);
    return endOf(error, service, terminal, { isJson, jsonOf: ({ json }) => json });
  }
}
