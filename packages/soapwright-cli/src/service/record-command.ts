import type { Command } from "commander";
import { portNumber } from "../commands/option-values";
import { runningExitCodes } from "../end/exit-codes";
import type { Terminal } from "../terminal/terminal";
import { clientOptions } from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import type { RecordFlags } from "./run-record";
import type { ServiceCommand } from "./service-command";

export function addRecordCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const command = program
    .command("record")
    .description("record calls of the real service, without credentials and with invented values")
    .requiredOption("--upstream <url>", "base URL of the real service")
    .option("--out <folder>", "where the recordings go", "recordings")
    .option("--port <number>", "port to listen on", portNumber, 8081)
    .option("--keep <path...>", "values to keep as they are, as Operation/Argument")
    .action(async (flags: RecordFlags) => {
      const { record } = await import("./run-record");
      await record(service, terminal, flags);
    });
  addOptions(command, clientOptions("longest time for a response of the service (default: 1m)"));
  addNotes(command, {
    examples: [
      "record --upstream https://service.example",
      "record --upstream https://service.example --out recordings",
    ],
    exitCodes: runningExitCodes,
  });
}
