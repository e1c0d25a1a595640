/** The arguments of `sandbox`. What it runs is loaded when it begins, because no other command needs a server. */
import type { Command } from "commander";
import type { Terminal } from "soapwright-cli";
import { addNotes, durationTo, portNumber, runningExitCodes, type ServiceCommand } from "soapwright-cli";
import { CONTROL_TOKEN, type SandboxFlags } from "./sandbox-flags";

const LONGEST_LATENCY_MS = 9_999_999;

export function addSandboxCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const command = program
    .command("sandbox")
    .description("run a sandbox of the service on this machine until it is interrupted")
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .option("--host <address>", "interface to listen on; 0.0.0.0 serves other machines too (default: 127.0.0.1)")
    .option(
      "--control-token <token>",
      `open page and control endpoint to callers that send this token (default: ${CONTROL_TOKEN})`,
    )
    .option("--allow-cross-site", "serve pages of other sites in a browser, and any name in Host, too")
    .option("--namespace-base-url <url>", "base URL of the namespaces (default: the sandbox's own)")
    .option("--data <file>", "JSON file with employees (default: employees 1001 to 1006)")
    .option("--write-data <file>", "write an example of such a file, to edit, and stop")
    .option("--data-schema", "print the JSON schema of such a file, and stop")
    .option("--strict", "return a fault for mistakes that the real service ignores")
    .option("--replay <folder>", "respond from recordings, by operation and arguments")
    .option("--compression", "compress responses for callers that accept it")
    .option("--no-custom-errors", "show stack traces in faults")
    .option(
      "--latency <time>",
      "wait before every response: 200ms, 1s; without a unit milliseconds",
      durationTo(LONGEST_LATENCY_MS, "ms"),
    )
    .action(async ({ writeData: file, dataSchema: isSchema, ...flags }: SandboxFlags) => {
      const { dataSchema, runSandbox, writeData } = await import("./run-sandbox");
      if (isSchema) await terminal.out(`${JSON.stringify(dataSchema(service), undefined, 2)}\n`);
      else if (file !== undefined) terminal.err(writeData(file));
      else await runSandbox(terminal, flags);
    });
  addNotes(command, {
    examples: ["sandbox", "sandbox --port 0 --data employees.json --latency 200ms", "sandbox --replay recordings"],
    environment: { [CONTROL_TOKEN]: "the token of --control-token, kept out of the list of processes" },
    exitCodes: runningExitCodes,
  });
}
