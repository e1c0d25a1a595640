import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { enumerationOf, typedPropertiesOf } from "soapwright-runtime/internal";
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
import { UsageError } from "./command-end";
import { type ArgumentWords, type Candidate, completeArguments } from "./completion/candidates";
import { addNotes, addOptions } from "./employee-command";
import { exitCodesHelp } from "./exit-codes";
import { formatOptions } from "./formats/format";
import { argumentsOf, type OwnOptions, optionName, optionNames, splitWords } from "./parse-arguments";
import { type ArgumentPlaces, argumentPlaces, type Place, typeWord } from "./places";
import type { Terminal } from "./terminal";

/** The options are allowed before the operation's name and among its arguments. */
function ownOptions(): Option[] {
  return [
    new Option("--json-args <file>", "arguments as JSON, from a file or - for standard input; options override them"),
    interfaceOption(),
    ...formatOptions(),
    ...clientOptions(),
  ];
}

const optionsOfCall: OwnOptions = {
  help: false,
  ...Object.fromEntries(ownOptions().map(({ long, required }) => [long!.slice(2), required])),
};

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
  const options = operationsCalled(word).flatMap((callable) => {
    const { places } = argumentPlaces(callable.operation);
    return [...optionNames(places, Object.keys(optionsOfCall))].map(([place, name]) => ({
      word: `--${name}`,
      description: wordsFor(place, callable),
      values: enumerationOf(place.type),
    }));
  });
  return { candidates: [], options: [...new Map(options.map((option) => [option.word, option])).values()] };
}

function wordsFor({ key, owner }: Place, { documentation }: CallableOperation): string | undefined {
  return documentation.types.find((entry) => entry.type === owner)?.texts[key];
}

async function call(
  command: Command,
  terminal: Terminal,
  word: string,
  callArguments: readonly string[],
  before: Flags,
): Promise<void> {
  const asksHelp = callArguments.includes("--help") || callArguments.includes("-h");
  const { ownWords, options: optionWords } = splitWords(
    callArguments.filter((one) => one !== "-h"),
    optionsOfCall,
  );
  const flags = { ...before, ...flagsOf(command, ownWords) };
  const callable = operationNamed(word, flags.interface);
  const target = argumentPlaces(callable.operation);
  if (asksHelp) {
    await terminal.out(operationHelp(command, callable, target));
    return;
  }
  const json = flags.jsonArgs === undefined ? undefined : await jsonFrom(flags.jsonArgs, terminal);
  const args = argumentsOf(target, optionWords, json, Object.keys(optionsOfCall));
  refuseMissing(target, args);
  await callAndPrint(callable, args, flags, terminal);
}

function flagsOf(command: Command, args: readonly string[]): Flags {
  const reader = new Command(command.name()).copyInheritedSettings(command);
  addOptions(reader, ownOptions()).parse(
    args.filter((word) => word !== "--help"),
    { from: "user" },
  );
  // Absent options must not override earlier values: --no-proxy gives its option a default.
  const entries = Object.entries(reader.opts()).filter(([name]) => reader.getOptionValueSource(name) === "cli");
  return Object.fromEntries(entries);
}

async function jsonFrom(source: string, { input }: Terminal): Promise<unknown> {
  let text = "";
  if (source === "-") text = (await input?.()) ?? "";
  else {
    try {
      text = readFileSync(source, "utf8");
    } catch (error) {
      throw new UsageError(`--json-args cannot read ${source}: ${(error as Error).message}.`);
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = source === "-" ? "standard input" : source;
    throw new UsageError(`${where} holds no JSON: ${(error as Error).message}.`);
  }
}

function refuseMissing({ places, isWhole }: ArgumentPlaces, args: unknown): void {
  const value = isWhole ? { [places[0]?.key ?? ""]: args } : (args as { readonly [key: string]: unknown });
  for (const { key, type, required, list } of places) {
    if (!required || value[key] !== undefined) continue;
    const repeat = list ? ", once for each item" : "";
    throw new UsageError(`required option '--${optionName(key)} <${typeWord(type)}>' not specified${repeat}.`);
  }
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

export function operationHelp(call: Command, callable: CallableOperation, { places }: ArgumentPlaces): string {
  const { operation, documentation, version } = callable;
  const help = call.createCommand(`${call.parent?.name()} call ${wordFor(callable)}`);
  help.copyInheritedSettings(call);
  help.description(`${documentation.operations[operation.method] ?? `Operation ${operation.name}.`} (${version.name})`);
  for (const { flags, text } of helpLines(places, callable, "", 1, new Set())) help.option(flags, text);
  addOptions(help, ownOptions());
  const note =
    "\nRepeat the option of a list, or number its items: --name.0.part value. A record is JSON, or its parts one by one.\n--name.nil sends nil where the WSDL allows it.\n";
  return help.helpInformation() + (operation.input.body.length > 0 ? note : "");
}

interface HelpLine {
  readonly flags: string;
  readonly text: string;
}

/** Options of places and of their nested records, three levels deep; a recursive record is not repeated. */
function helpLines(
  places: readonly Place[],
  callable: CallableOperation,
  prefix: string,
  depth: number,
  around: ReadonlySet<object>,
): HelpLine[] {
  return [...optionNames(places, depth === 1 ? Object.keys(optionsOfCall) : [])].flatMap(
    ([place, ownName]): HelpLine[] => {
      const { type, list, required } = place;
      const name = prefix + ownName;
      const values = enumerationOf(type);
      const texts = [
        wordsFor(place, callable),
        values && `One of ${values.slice(0, 12).join(", ")}${values.length > 12 ? " …" : ""}.`,
        list && "Repeatable.",
        required && depth === 1 && "Required.",
      ];
      const line = { flags: `--${name} <${typeWord(type)}>`, text: texts.filter(Boolean).join(" ") };
      const inner = typedPropertiesOf(type);
      const first = inner[0]?.owner ?? inner[1]?.owner;
      if (inner.length === 0 || depth >= 3 || (first !== undefined && around.has(first))) return [line];
      const inside = new Set([...around, ...(first === undefined ? [] : [first])]);
      return [line, ...helpLines(inner, callable, `${name}${list ? ".0" : ""}.`, depth + 1, inside)];
    },
  );
}
