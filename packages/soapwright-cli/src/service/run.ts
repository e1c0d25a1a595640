import { CommanderError } from "commander";
import { printable } from "soapwright-runtime/xsd";
import { CommandEnd } from "../command-end";
import { exitCodes } from "../exit-codes";
import type { Terminal } from "../terminal";
import { situationOf } from "./option-labels";
import { buildProgram } from "./program";
import { ServiceCommand, type ServiceProduct } from "./service-command";

/**
 * Runs the command of a service: `call`, `export`, `worker`, `record`, `doctor`, `completion`, and the product's own ones.
 * Takes `args` without node and script. Resolves to the exit code, which `docs/command.md` lists; never rejects.
 */
export async function runService(product: ServiceProduct, args: readonly string[], streams: Terminal): Promise<number> {
  const service = new ServiceCommand(product);
  const terminal = { ...streams, args };
  try {
    await buildProgram(terminal, service).parseAsync([...args], { from: "user" });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof CommandEnd) {
      if (error.message !== "") terminal.err(`error: ${printable(error.message)}\n`);
      return error.exitCode;
    }
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    // Without a command, Commander has printed the help.
    if (error instanceof CommanderError && error.code === "commander.help") return exitCodes.usage;
    const { complaintOf } = await import("./complaint");
    const { line, json, exitCode } = complaintOf(error, situationOf(service, terminal));
    terminal.err(`${asksJson(args) ? json : line}\n`);
    return exitCode;
  }
}

/** The arguments may be invalid. An export's `--format` is the format of a file. */
function asksJson(args: readonly string[]): boolean {
  if (args[0] === "export") return args.includes("--json");
  return args.some((word, index) => {
    const value = word === "--format" ? args[index + 1] : word.startsWith("--format=") ? word.slice(9) : undefined;
    return word === "--json" || value === "json" || value === "ndjson";
  });
}
