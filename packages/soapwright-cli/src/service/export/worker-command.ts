import type { Command } from "commander";
import type { Terminal } from "../../terminal/terminal";
import { clientOptions, interfaceOption } from "../client-flags";
import { addNotes, addOptions } from "../command-parts";
import type { ServiceCommand } from "../service-command";
import { patienceOption, requestRate, sharedOptions } from "./export-command";
import { exportCodesHelp, queueEnvironment } from "./export-notes";
import type { WorkerFlags } from "./run-worker";

const { 0: _success, 1: _failed, 7: _stopped, 10: _unfinished, 11: _uncertain, ...refusals } = exportCodesHelp;
const workerExitCodes = { 0: "stopped by Ctrl-C, after the chunks that it had", ...refusals };

export function addWorker(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const command = program
    .command("worker")
    .description("carries out exports that are in a queue; credentials come from its own environment")
    .option("--queue <address>", "the queue: redis://host:6379")
    .option("--to <address>", "the PostgreSQL database of the rows: postgres://user@host/database")
    .addOption(sharedOptions.concurrency)
    .option("--rate <number>", "most requests a second of all workers together; give all of them the same", requestRate)
    .addOption(patienceOption("the worker"))
    .addOption(
      interfaceOption(service, "the version whose address --endpoint is; tasks of all versions are carried out"),
    )
    .addOption(sharedOptions.keepGoing)
    .addOption(sharedOptions.faultText)
    .addOption(sharedOptions.json)
    .addOption(sharedOptions.quiet)
    .action(async (flags: WorkerFlags) => {
      const [{ runWorker }, { endOfCommand }] = await Promise.all([import("./run-worker"), import("./export-end")]);
      try {
        await runWorker(service, flags, terminal);
      } catch (error) {
        throw endOfCommand(service, error, flags, terminal, ofWorker);
      }
    });
  addOptions(command, clientOptions("longest time for one request (default: 30s)"));
  addNotes(command, {
    examples: [
      "worker --queue redis://host:6379 --to postgres://user@host/database",
      "worker --queue redis://host:6379 --to postgres://user@host/database --rate 50 --timeout 1m",
    ],
    environment: queueEnvironment,
    exitCodes: workerExitCodes,
  });
}

/** An export resumes with the same command, but a worker is started again. */
function ofWorker(when = ""): string {
  return `start the worker again${when}: no chunk is lost`;
}
