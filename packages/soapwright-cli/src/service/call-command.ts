import { type Command, Option } from "commander";
import { jsonFrom, refuseMissing } from "../call-arguments";
import { CommandWords, type DocumentedOperation } from "../call-words";
import { type ArgumentWords, type Candidate, completeArguments } from "../completion/candidates";
import { exitCodesHelp } from "../exit-codes";
import { formatOptions } from "../formats/format";
import { argumentsOf } from "../parse-arguments";
import { argumentPlaces } from "../places";
import type { Terminal } from "../terminal";
import { callAndPrint } from "./begin";
import type { CallFlags } from "./call-and-print";
import { clientOptions, interfaceOption } from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import { type CallableOperation, type ServiceCommand, wordFor } from "./service-command";

/** The options are allowed before the operation's name and among its arguments. */
function ownOptions(service: ServiceCommand): Option[] {
  return [
    new Option("--json-args <file>", "arguments as JSON, from a file or - for standard input; options override them"),
    interfaceOption(service),
    ...formatOptions(),
    ...clientOptions(),
  ];
}

function wordsOf(service: ServiceCommand): CommandWords {
  return new CommandWords(() => ownOptions(service));
}

interface Flags extends CallFlags {
  readonly interface?: string;
  readonly jsonArgs?: string;
}

export function addCall(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const words = wordsOf(service);
  const command: Command = program.command("call");
  command
    .description("any operation of the service; call <operation> --help shows what it takes")
    .argument("<operation>", "name of the operation, as the WSDL has it, or of its method")
    .argument("[arguments...]", "--name value, for each argument")
    .addHelpText("after", () => operationList(service))
    .passThroughOptions()
    .action((word: string, args: readonly string[], before: Flags) =>
      call(service, command, terminal, word, args, before),
    );
  addOptions(command, ownOptions(service));
  const [first] = service.operations;
  addNotes(command, {
    examples:
      first === undefined ? [] : [`call ${wordFor(first)} --help`, `call ${wordFor(first)} --json-args arguments.json`],
    exitCodes: exitCodesHelp,
  });
  completeArguments(command, ([word]) =>
    word === undefined ? { candidates: operationWords(service) } : operationOptions(service, words, word),
  );
}

/** Candidates for an operation's word, with what the WSDL says of it. */
export function operationWords({ operations }: ServiceCommand): Candidate[] {
  const descriptions = new Map(
    operations.map((one) => [wordFor(one), one.documentation.operations[one.operation.method]] as const),
  );
  return [...descriptions].map(([word, description]) => ({ word, description }));
}

/** The arguments of all operations of that name, because `--interface` may follow later. */
function operationOptions(service: ServiceCommand, words: CommandWords, word: string): ReturnType<ArgumentWords> {
  return words.candidates(service.operationsCalled(word).map(documented));
}

function documented({ operation, documentation }: CallableOperation): DocumentedOperation {
  return {
    operation,
    textOf: ({ key, owner }) => documentation.types.find((entry) => entry.type === owner)?.texts[key],
  };
}

async function call(
  service: ServiceCommand,
  command: Command,
  terminal: Terminal,
  word: string,
  callArguments: readonly string[],
  before: Flags,
): Promise<void> {
  const words = wordsOf(service);
  const { asksHelp, options, flags: after } = words.read(command, callArguments);
  const flags: Flags = { ...before, ...after };
  const callable = service.operationNamed(word, flags.interface);
  if (asksHelp) {
    await terminal.out(operationHelp(service, command, callable));
    return;
  }
  const target = argumentPlaces(callable.operation);
  const json = flags.jsonArgs === undefined ? undefined : await jsonFrom("--json-args", flags.jsonArgs, terminal);
  const args = argumentsOf(target, options, json, words.names);
  refuseMissing(target, args, words.names, "--json-args");
  await callAndPrint(service, callable, args, flags, terminal);
}

function operationList({ product, operations }: ServiceCommand): string {
  const sections = product.versions.map(({ version, documentation }) => {
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

export function operationHelp(service: ServiceCommand, call: Command, callable: CallableOperation): string {
  const { operation, documentation, version } = callable;
  const usage = `${call.parent?.name()} call ${wordFor(callable)}`;
  const text = documentation.operations[operation.method] ?? `Operation ${operation.name}.`;
  return wordsOf(service).help(call, usage, `${text} (${version.name})`, documented(callable));
}
