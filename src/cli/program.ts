/** The commands of `employee-service`. */
import { Command } from "commander";
import { versions } from "../../generated/versions";
import { addCall } from "./call-command";
import { addExport } from "./export/export-command";
import { addWorker } from "./export/worker-command";
import { addRecordCommand } from "./record-command";
import { addSandboxCommand } from "./sandbox-command";
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
  addExport(program, terminal);
  addWorker(program, terminal);
  addSandboxCommand(program, terminal);
  addRecordCommand(program, terminal);
  return program;
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
