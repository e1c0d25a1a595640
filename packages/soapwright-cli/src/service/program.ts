import { Command } from "commander";
import { printableLines } from "soapwright-runtime/xsd";
import { addShared } from "../commands/add-shared";
import { sharedCommands } from "../commands/commands";
import type { SharedCommand } from "../commands/shared-command";
import { addCompletion } from "../completion/completion-command";
import { exitCodesHelp } from "../end/exit-codes";
import { lineWidth, type Terminal } from "../terminal/terminal";
import { addExport } from "./export/export-command";
import { addWorker } from "./export/worker-command";
import { productSource } from "./product-source";
import { addRecordCommand } from "./record-command";
import { addSandbox } from "./sandbox-command";
import type { ServiceCommand } from "./service-command";

/** Its actions reject with the errors of the calls. */
export function buildProgram(
  terminal: Terminal,
  service: ServiceCommand,
  shared: readonly SharedCommand[] = sharedCommands,
): Command {
  const { name, title, version, commands = [], ownCommands = [] } = service.product;
  const program = new Command(name)
    .description(`Calls the ${title}. Address and credentials come from the environment.`)
    .version(version)
    .addHelpText("after", environmentHelp(service) + exitCodesText())
    .configureOutput({
      writeOut: (text) => void terminal.out(text),
      writeErr: (text) => terminal.err(printableLines(text)),
      // `runService` prints errors, in the requested format.
      outputError: () => {},
      getOutHelpWidth: () => lineWidth(terminal) ?? 80,
      getErrHelpWidth: () => lineWidth(terminal) ?? 80,
    })
    .enablePositionalOptions()
    .exitOverride();
  for (const add of commands) add(program, terminal, service);
  const source = productSource(service, terminal);
  for (const one of shared) addShared(program, source, one);
  for (const add of [addExport, addWorker, ...ownCommands, addRecordCommand, addSandbox])
    add(program, terminal, service);
  addCompletion(program, terminal.out);
  return program;
}

/** Exit codes of calls; the help of each command has its own. */
function exitCodesText(): string {
  const lines = Object.entries(exitCodesHelp).map(([code, text]) => `  ${code}  ${text}`);
  return `\nExit codes:\n${lines.join("\n")}\n  8  doctor: there are warnings alone; export and worker: refused, for example the credentials\n  9  export and worker: a file or a table cannot be read or written\n  10  export --status: an export is not done\n`;
}

/** A variable that not every version has names its versions. */
function environmentHelp({ versions }: ServiceCommand): string {
  const texts = new Map<string, string>();
  const labels: { readonly [option: string]: string } = {
    baseUrl: "base address, for example https://service.example",
    namespaceBaseUrl: "base address in the XML namespace, when it is another",
    soapVersion: "1.1 (default) or 1.2",
    endpoint: "address to post to, if it does not follow from the base address",
    namespace: "the whole XML namespace, if it does not follow from the base address",
  };
  for (const { variables } of versions) {
    for (const [option, variable] of Object.entries(variables)) {
      const readers = versions.filter((other) => Object.values(other.variables).includes(variable));
      const names = readers.map(({ name }) => name).join(" and ");
      const isShared = readers.length === versions.length;
      const text = labels[option] ?? "credential";
      texts.set(variable, option in labels && isShared ? text : `${names}: ${text}`);
    }
  }
  texts.set("HTTPS_PROXY, HTTP_PROXY", "address of a proxy; NO_PROXY lists what is called without it");
  texts.set("COLUMNS, NO_COLOR", "how wide tables may be; no colors");
  const width = Math.max(...[...texts.keys()].map(({ length }) => length));
  const lines = [...texts].map(([variable, text]) => `  ${variable.padEnd(width)}  ${text}`);
  return `\nEnvironment:\n${lines.join("\n")}\n`;
}
