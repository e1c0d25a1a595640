import { type Command, Option } from "commander";
import {
  type ArgumentWords,
  argumentPlaces,
  argumentsOf,
  type Candidate,
  CommandWords,
  completeArguments,
  type DocumentedOperation,
  exitCodesHelp,
  formatOptions,
  jsonFrom,
  refuseMissing,
  type Terminal,
} from "soapwright-command";
import { clients } from "../../generated/clients";
import {
  type CallableOperation,
  type CallFlags,
  callAndPrint,
  operationNamed,
  operations,
  operationsCalled,
  wordFor,
} from "./cli-operations";
import { clientOptions, interfaceOption } from "./client-flags";
import { addNotes, addOptions } from "./employee-command";

/** The options are allowed before the operation's name and among its arguments. */
function ownOptions(): Option[] {
  return [
    new Option("--json-args <file>", "arguments as JSON, from a file or - for standard input; options override them"),
    interfaceOption(),
    ...formatOptions(),
    ...clientOptions(),
  ];
}

const words = new CommandWords(ownOptions);

interface Flags extends CallFlags {
  readonly interface?: string;
  readonly jsonArgs?: string;
}

export function addCall(program: Command, terminal: Terminal): void {
  const command: Command = program.command("call");
  command
    .description("any operation of the service; call <operation> --help shows what it takes")
    .argument("<operation>", "name of the operation, as the WSDL has it, or of its method")
    .argument("[arguments...]", "--name value, for each argument")
    .addHelpText("after", () => operationList())
    .passThroughOptions()
    .action((word: string, args: readonly string[], before: Flags) => call(command, terminal, word, args, before));
  addOptions(command, ownOptions());
  addNotes(command, {
    examples: [`call ${wordFor(operations[0]!)} --help`, `call ${wordFor(operations[0]!)} --json-args arguments.json`],
    exitCodes: exitCodesHelp,
  });
  completeArguments(command, ([word]) =>
    word === undefined ? { candidates: operationWords() } : operationOptions(word),
  );
}

export function operationWords(): Candidate[] {
  const descriptions = new Map(
    operations.map((one) => [wordFor(one), one.documentation.operations[one.operation.method]] as const),
  );
  return [...descriptions].map(([word, description]) => ({ word, description }));
}

/** The arguments of all operations of that name, because `--interface` may follow later. */
function operationOptions(word: string): ReturnType<ArgumentWords> {
  return words.candidates(operationsCalled(word).map(documented));
}

function documented({ operation, documentation }: CallableOperation): DocumentedOperation {
  return {
    operation,
    textOf: ({ key, owner }) => documentation.types.find((entry) => entry.type === owner)?.texts[key],
  };
}

async function call(
  command: Command,
  terminal: Terminal,
  word: string,
  callArguments: readonly string[],
  before: Flags,
): Promise<void> {
  const { asksHelp, options, flags: after } = words.read(command, callArguments);
  const flags: Flags = { ...before, ...after };
  const callable = operationNamed(word, flags.interface);
  if (asksHelp) {
    await terminal.out(operationHelp(command, callable));
    return;
  }
  const target = argumentPlaces(callable.operation);
  const json = flags.jsonArgs === undefined ? undefined : await jsonFrom("--json-args", flags.jsonArgs, terminal);
  const args = argumentsOf(target, options, json, words.names);
  refuseMissing(target, args);
  await callAndPrint(callable, args, flags, terminal);
}

function operationList(): string {
  const sections = clients.map(({ version, documentation }) => {
    const lines = operations
      .filter((one) => one.version === version)
      .map((one) => `  ${wordFor(one)}${shortened(documentation.operations[one.operation.method])}`);
    return `Operations of ${version.name}:\n${lines.join("\n")}\n`;
  });
  return `\n${sections.join("\n")}`;
}

function shortened(text: string | undefined): string {
  if (text === undefined) return "";
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return `  ${sentence.length > 90 ? `${sentence.slice(0, 89)}…` : sentence}`;
}

export function operationHelp(call: Command, callable: CallableOperation): string {
  const { operation, documentation, version } = callable;
  const usage = `${call.parent?.name()} call ${wordFor(callable)}`;
  const text = documentation.operations[operation.method] ?? `Operation ${operation.name}.`;
  return words.help(call, usage, `${text} (${version.name})`, documented(callable));
}
