/** The command `record`: stands between clients and the real service, and writes what it sees with invented values. */
import type { Command } from "commander";
import { startEmployeeRecorder } from "../sandbox/employees/start-recorder";
import { portNumber, type SandboxTerminal } from "./sandbox-command";

interface RecordFlags {
  readonly upstream: string;
  readonly out: string;
  readonly port: number;
  readonly keep?: readonly string[];
  readonly namespaceBaseUrl?: string;
}

/** Adds the command to a program. */
export function addRecordCommand(program: Command, terminal: SandboxTerminal): void {
  program
    .command("record")
    .description("record calls of the real service, without credentials and with invented values")
    .requiredOption("--upstream <url>", "base URL of the real service")
    .option("--out <folder>", "where the recordings go", "recordings")
    .option("--port <number>", "port to listen on", portNumber, 8081)
    .option("--keep <path...>", "values to keep as they are, for example Address_GetList/Period")
    .option("--namespace-base-url <url>", "base URL of the namespaces (default: that of the service)")
    .action((flags: RecordFlags) => record(terminal, flags));
}

async function record(terminal: SandboxTerminal, { out, upstream, ...flags }: RecordFlags): Promise<void> {
  const recorder = await startEmployeeRecorder({
    ...flags,
    upstream,
    folder: out,
    log: (line) => terminal.err(`${line.replace(/\p{Cc}/gu, " ")}\n`),
  });
  terminal.out(`${recorder.url}\n`);
  terminal.err(`Recording into ${out} until interrupted. Send calls here, with the namespaces of the real service:
  export EMPLOYEE_SERVICE_BASE_URL=${recorder.url} EMPLOYEE_SERVICE_NAMESPACE_BASE_URL=${upstream}
`);
  await terminal.stopped();
  await recorder.close();
  terminal.err(`${recorder.recordingCount} recorded. To answer from them: employee-service sandbox --replay ${out}\n`);
}
