import type { Command } from "commander";
import { messageForReader, printable } from "soapwright-runtime/extend";
import { runningExitCodes } from "../exit-codes";
import type { Terminal } from "../terminal";
import { type ClientFlags, clientOptions } from "./client-flags";
import { addNotes, addOptions, exportLines, portNumber } from "./command-parts";
import { readerIn, situationOf } from "./option-labels";
import type { ServiceCommand } from "./service-command";

interface RecordFlags extends ClientFlags {
  readonly upstream: string;
  readonly out: string;
  readonly port: number;
  readonly keep?: readonly string[];
}

export function addRecordCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const command = program
    .command("record")
    .description("record calls of the real service, without credentials and with invented values")
    .requiredOption("--upstream <url>", "base URL of the real service")
    .option("--out <folder>", "where the recordings go", "recordings")
    .option("--port <number>", "port to listen on", portNumber, 8081)
    .option("--keep <path...>", "values to keep as they are, as Operation/Argument")
    .action((flags: RecordFlags) => record(service, terminal, flags));
  addOptions(command, clientOptions("longest time for a response of the service (default: 1m)"));
  addNotes(command, {
    examples: [
      "record --upstream https://service.example",
      "record --upstream https://service.example --out recordings",
    ],
    exitCodes: runningExitCodes,
  });
}

async function record(service: ServiceCommand, terminal: Terminal, flags: RecordFlags): Promise<void> {
  const { out, upstream, timeout, proxy = "environment", ...others } = flags;
  const reader = readerIn(situationOf(service, terminal));
  const { startRecorder } = require("soapwright-sandbox") as typeof import("soapwright-sandbox");
  const recorder = await startRecorder({
    ...others,
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(typeof proxy === "string" ? { proxy } : {}),
    upstream,
    services: service.versions.map(({ path, service: tables, declaredBaseUrl }) => ({
      path,
      service: tables,
      ...(declaredBaseUrl === undefined ? {} : { declaredBaseUrl }),
    })),
    folder: out,
    log: (line, error) => {
      const said = error === undefined ? line : line.replace(error.message, () => messageForReader(error, reader));
      terminal.err(`${printable(said)}\n`);
    },
  });
  await terminal.out(`${recorder.url}\n`);
  const settings = exportLines(
    service.versions,
    (option) => ({ baseUrl: recorder.url, namespaceBaseUrl: upstream })[option],
  );
  terminal.err(`Recording into ${out} until interrupted. Send calls here, with the namespaces of the real service:
${settings}`);
  await terminal.stopped();
  await recorder.close();
  const { name } = service.product;
  terminal.err(`${recorder.recordingCount} recorded. To respond from them: ${name} sandbox --replay ${out}\n`);
}
