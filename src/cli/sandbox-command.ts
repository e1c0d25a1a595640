import { writeFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { durationTo, runningExitCodes, type Terminal, UsageError } from "soapwright-command";
import { addNotes, exportLines, portNumber, type ServiceCommand } from "soapwright-command/service";
import { printable } from "soapwright-runtime/extend";
import { recordedCalls } from "soapwright-sandbox/data";
import { versions } from "../../generated/versions";
import { checkedEmployeeData } from "../sandbox/employee-records";
import employees from "../sandbox/employees.json";
import { fittingData } from "../sandbox/fit-data";
import { type SandboxOptions, startSandbox } from "../sandbox/start-sandbox";
import { ownFile } from "../service/own-files";
import { dataSchema } from "./data-schema";

/** The token is in a variable, because every user of the machine can read a command line. */
const CONTROL_TOKEN = "EMPLOYEE_SANDBOX_CONTROL_TOKEN";

const LONGEST_LATENCY_MS = 9_999_999;

interface SandboxFlags
  extends Pick<SandboxOptions, "host" | "controlToken" | "allowCrossSite" | "namespaceBaseUrl" | "replay"> {
  readonly port: number;
  readonly data?: string;
  readonly writeData?: string;
  readonly dataSchema?: true;
  readonly strict?: true;
  readonly compression?: true;
  readonly customErrors: boolean;
  readonly latency?: number;
}

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

async function runSandbox(terminal: Terminal, flags: SandboxFlags): Promise<void> {
  const {
    strict = false,
    compression,
    latency,
    controlToken = terminal.environment[CONTROL_TOKEN] || undefined,
    ...options
  } = flags;
  const sandbox = await startSandbox({
    ...options,
    strict,
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(compression === true ? { http: { compression } } : {}),
    ...(latency === undefined ? {} : { latencyMs: latency }),
    keepAlive: true,
    log: (line) => terminal.err(`${printable(line)}\n`),
  });
  await terminal.out(`${sandbox.url}\n`);
  const exports = exportLines(versions, (option, { header }) =>
    option === "baseUrl" ? sandbox.url : header?.children.find((child) => child.option === option)?.sandbox,
  );
  terminal.err(
    `Sandbox of the employee service, ${contentOf(flags)}. Interrupt it to stop. To call it:\n${exports}` +
      `Its page shows every exchange and lets you inject errors: ${sandbox.url}/\n`,
  );
  await terminal.stopped();
  await sandbox.close();
}

const MOST_CALLS = 20;

/** Of recordings, these are the calls, because their arguments were replaced. */
function contentOf({ data, replay }: SandboxFlags): string {
  if (replay === undefined) return data === undefined ? "employees 1001 to 1006" : `employees of ${data}`;
  const calls = versions.flatMap((version) =>
    recordedCalls(replay, version).map(
      ({ operation, args }) => `  ${printable(`${version.name} ${operation} ${args}`)}\n`,
    ),
  );
  const more = calls.length > MOST_CALLS ? `  and ${(calls.length - MOST_CALLS).toLocaleString("en-US")} more\n` : "";
  return `with the recordings of ${replay}, which respond to:\n${calls.slice(0, MOST_CALLS).join("")}${more}Every other call gets a fault`;
}

/** Returns a message about the file. Throws `UsageError` if it exists or cannot be written. */
function writeData(file: string): string {
  const schema = schemaFrom(dirname(resolve(file)));
  const data = fittingData(versions, checkedEmployeeData(employees), () => {});
  const content = { ...(schema === undefined ? {} : { $schema: schema }), ...data };
  try {
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new UsageError(`--write-data does not replace ${file}, which exists. Choose another name.`);
    }
    throw new UsageError(`--write-data cannot write ${file}: ${(error as Error).message}.`);
  }
  return `Wrote ${file}. Edit it, and start the sandbox with: employee-service sandbox --data ${file}\n`;
}

/** The path is from `folder`, for editors; undefined if the package has no schema. */
function schemaFrom(folder: string): string | undefined {
  const file = ownFile("sandbox-data.schema.json");
  if (file === undefined) return undefined;
  const path = relative(folder, file).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}
