/** The commands of `employee-service`. */
import { Command, InvalidArgumentError } from "commander";
import { versions } from "../../generated/versions";
import { startSandbox } from "../sandbox/employees/start-sandbox";
import { addCall } from "./call-command";
import { addShortNames } from "./short-names";
import type { Terminal } from "./terminal";

/** The program, ready to parse arguments. Its actions reject with the errors of the calls. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command("employee-service")
    .description("Calls the employee service. Address and credentials come from the environment.")
    .addHelpText("after", environmentHelp())
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .enablePositionalOptions()
    .exitOverride();
  addShortNames(program, terminal);
  addCall(program, terminal);
  program
    .command("sandbox")
    .description("run a sandbox of the service on this machine until it is interrupted")
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .option("--namespace-base-url <url>", "base URL of the namespaces (default: the sandbox's own)")
    .option("--data <file>", "JSON file with employees (default: employees 1001 to 1006)")
    .action((options: SandboxFlags) => runSandbox(terminal, options));
  return program;
}

interface SandboxFlags {
  readonly port: number;
  readonly namespaceBaseUrl?: string;
  readonly data?: string;
}

/** Variables of all versions, and of the versions that read the others. */
function environmentHelp(): string {
  const texts = new Map<string, string>();
  const known: { readonly [option: string]: string } = {
    baseUrl: "base address, for example https://service.example",
    namespaceBaseUrl: "base address in the XML namespace, when it is another",
    soapVersion: "1.1 (default) or 1.2",
    endpoint: "address to post to, when it does not follow from the base address",
    namespace: "the whole XML namespace, when it does not follow from the base address",
  };
  for (const { variables } of versions) {
    for (const [option, variable] of Object.entries(variables)) {
      const readers = versions.filter((other) => Object.values(other.variables).includes(variable));
      const names = readers.map(({ name }) => name).join(" and ");
      const isShared = readers.length === versions.length;
      const text = known[option] ?? "credential";
      texts.set(variable, option in known && isShared ? text : `${text}, of ${names}`);
    }
  }
  const width = Math.max(...[...texts.keys()].map(({ length }) => length));
  const lines = [...texts].map(([variable, text]) => `  ${variable.padEnd(width)}  ${text}`);
  return `\nEnvironment:\n${lines.join("\n")}\n`;
}

async function runSandbox(terminal: Terminal, options: SandboxFlags): Promise<void> {
  const sandbox = await startSandbox({ ...options, keepAlive: true });
  terminal.out(`${sandbox.url}\n`);
  const settings = new Map<string, string>();
  for (const { variables, header } of versions) {
    if (variables.baseUrl !== undefined) settings.set(variables.baseUrl, sandbox.url);
    for (const { option, sandbox: value } of header?.children ?? []) {
      const variable = variables[option];
      if (variable !== undefined) settings.set(variable, value);
    }
  }
  const words = [...settings].map(([variable, value]) => `  export ${variable}=${value}\n`);
  terminal.err(
    `Sandbox of the employee service, employees 1001 to 1006. Interrupt it to stop. To call it:\n${words.join("")}`,
  );
  await terminal.stopped();
  await sandbox.close();
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}
