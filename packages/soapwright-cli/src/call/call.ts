/** The command `call`: from the words of its line to the result of the call. */

import { Option } from "commander";
import { safeLine } from "soapwright-runtime/xsd";
import {
  operationNamed,
  operationsCalled,
  operationsOf,
  operationWords,
  type ServiceOperation,
  wordFor,
} from "../commands/operations";
import type { Begun, CommandParts, CommandService, CommandSource, SharedCommand } from "../commands/shared-command";
import type { ArgumentWords } from "../completion/candidates";
import { UsageError } from "../end/command-end";
import { voiceOf } from "../end/speech";
import { formatOptions } from "../formats/format";
import type { Terminal } from "../terminal/terminal";
import { jsonFrom, missingPlaces, refuseMissing } from "./call-arguments";
import { CommandWords } from "./call-words";
import type { PrintFlags } from "./make-call";
import { argumentsOf, type GivenJson, type GivenOption, optionNames } from "./parse-arguments";
import { type ArgumentPlaces, argumentPlaces } from "./places";

interface Flags extends Pick<PrintFlags, "format" | "verbose" | "xml"> {
  readonly help?: true;
  readonly service?: string;
  readonly interface?: string;
  readonly soapVersion?: string;
  readonly soapHeaders?: string;
  /** A file with arguments, where another option has this name for JSON of results. */
  readonly json?: string | true;
  readonly jsonArgs?: string;
}

export const callParts: CommandParts = { options: callOptions, complete, run };

function callOptions({ argumentsOption }: CommandSource): readonly Option[] {
  return [
    new Option(
      `${argumentsOption} <file>`,
      "arguments as JSON, from a file or - for standard input; options override them",
    ),
    ...formatOptions().filter(({ long }) => long !== argumentsOption),
    new Option("--xml", "print the envelope of the response as it was received"),
    new Option("--verbose", "print the exchange on standard error, with its texts masked"),
  ];
}

/** The options of the command, among those of an operation. */
export function wordsOf(source: CommandSource, shared: SharedCommand): CommandWords {
  return new CommandWords(() => [...callOptions(source), ...source.options(shared)]);
}

/** Completes operations and their options, of every service: the option that chooses one may follow. */
async function complete(source: CommandSource, shared: SharedCommand, line: readonly string[]): Promise<ArgumentWords> {
  const words = wordsOf(source, shared);
  const count = source.operand === undefined ? 0 : 1;
  const { operands } = words.split(line, count + 1);
  const services = operands.length < count ? undefined : await source.known(operands);
  return (given) => {
    if (services === undefined) return { candidates: [], files: given.length < count };
    const all = operationsOf(services);
    const name = given[count];
    if (name !== undefined) return words.candidates(operationsCalled(all, name));
    return { candidates: operationWords(all) };
  };
}

async function run(begun: Begun): Promise<void> {
  const { source, command, terminal } = begun;
  const words = wordsOf(source, begun.shared);
  const count = source.operand === undefined ? 1 : 2;
  const { operands, others } = words.split(begun.words, count);
  const { asksHelp, options, flags: after } = words.read(command, others);
  const flags: Flags = { ...begun.flags, ...after };
  const isHelp = asksHelp || flags.help === true;
  const name = operands[count - 1];
  if (isHelp && name === undefined) {
    command.outputHelp();
    return;
  }
  if (operands.length < count - 1)
    throw new UsageError(`missing argument 'wsdl'. Write ${source.program} call${source.example}, for example.`);
  if (flags.xml && flags.verbose)
    throw new UsageError("--xml and --verbose cannot be used together. Leave one of them out.");
  await source.withService({ ...begun, words: operands, flags }, async (service) => {
    if (name === undefined) {
      if (options.length > 0) throw new UsageError(`name the operation before --${options[0]!.name}.`);
      const { operationTable } = await import("./operation-table");
      await terminal.out(await operationTable(service.services, source, words.names, terminal));
      return;
    }
    const { argumentsOption } = source;
    const file = argumentsOption === "--json" ? flags.json : flags.jsonArgs;
    if (!isHelp && file === "-" && flags.soapHeaders === "-")
      throw new UsageError(`${argumentsOption} and --soap-headers cannot both read standard input.`);
    const all = operationsOf(service.services);
    const isOverloaded = all.filter(({ operation }) => operation.name === name).length > 1;
    const readJson = async () =>
      typeof file === "string" ? await jsonFrom(argumentsOption, file, begun.terminal) : undefined;
    // JSON chooses among overloads; a wrong name is told before it is read.
    const early = isOverloaded && !isHelp ? await readJson() : undefined;
    const found = operationNamed(all, name, {
      ...source,
      wanted: source.kind === "service" ? flags.service : flags.interface,
      soapVersion: flags.soapVersion,
      fits: (operation) => fits(argumentPlaces(operation), options, words.names, early),
      usageOf: (operation) => usageOf(argumentPlaces(operation), words.names),
      ...(source.operationsHelp && { remedy: "'call --help' lists the operations." }),
    });
    if (isHelp) {
      const usage = [source.program, "call", ...operands.slice(0, -1).map(shellWord), wordFor(found)].join(" ");
      await terminal.out(words.help(command, usage, found));
      return;
    }
    const args = await readArguments(begun, found, options, early ?? (await readJson()), words.names);
    await makeCall(begun, service, found, args, flags);
  });
}

async function makeCall(
  { source }: Begun,
  service: CommandService,
  found: ServiceOperation,
  args: unknown,
  { format, json, verbose, xml }: Flags,
): Promise<void> {
  const { terminal } = service;
  const { callAndPrint } = await import("./make-call");
  const flags = { format, verbose, xml, ...(json === true && { json }) };
  const open = (more: object) => service.clientOf(found, more);
  await callAndPrint(open, found.operation, args, flags, terminal, voiceOf(source.speech, terminal));
}

/** Throws `UsageError` for required arguments that are missing, unless the user is asked for them. */
async function readArguments(
  { source, terminal }: Begun,
  called: ServiceOperation,
  options: readonly GivenOption[],
  json: GivenJson | undefined,
  ownNames: readonly string[],
): Promise<unknown> {
  const { argumentsOption, program } = source;
  const target = argumentPlaces(called.operation);
  const read = (more: readonly GivenOption[]): unknown => argumentsOf(target, [...options, ...more], json, ownNames);
  let args = read([]);
  const asked = await askMissing(target, args, called, ownNames, terminal);
  if (asked.length > 0) {
    terminal.err(safeLine`The command that makes this call:\n  ${repeated(program, terminal, asked)}\n`);
    args = read(asked);
  }
  refuseMissing(target, args, ownNames, argumentsOption);
  return args;
}

/** Required arguments that are missing, as options with the answers. */
async function askMissing(
  target: ArgumentPlaces,
  args: unknown,
  { argumentText }: ServiceOperation,
  ownNames: readonly string[],
  { ask }: Terminal,
): Promise<GivenOption[]> {
  if (ask === undefined) return [];
  const names = optionNames(target.places, ownNames);
  const asked: GivenOption[] = [];
  for (const place of missingPlaces(target, args)) {
    const name = names.get(place);
    if (name !== undefined) asked.push({ name, text: await ask(place, argumentText(place)) });
  }
  return asked;
}

/** The command line with answers, for a POSIX shell. It has no credential, as the command line cannot have one. */
function repeated(program: string, { args = [] }: Terminal, asked: readonly GivenOption[]): string {
  const more = asked.flatMap(({ name, text = "" }) => [`--${name}`, text]);
  return ["npx", program, ...args, ...more].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The options of an operation; an optional one in brackets. */
function usageOf({ places }: ArgumentPlaces, ownNames: readonly string[]): readonly string[] {
  return [...optionNames(places, ownNames)].map(([place, name]) => (place.required ? `--${name}` : `[--${name}]`));
}

/** Whether the operation has all that is given, by options and in JSON, and all that it requires is given. */
function fits(
  { places, isWhole }: ArgumentPlaces,
  given: readonly GivenOption[],
  ownNames: readonly string[],
  json: GivenJson | undefined,
): boolean {
  if (isWhole && json !== undefined) return given.length === 0;
  const own = new Map([...optionNames(places, ownNames)].map(([place, name]) => [name, place]));
  const members = typeof json?.json === "object" && json.json !== null ? Object.keys(json.json) : [];
  const taken = [
    ...given.map(({ name }) => own.get(name.split(".")[0] ?? "")),
    ...members.map((key) => places.find((place) => place.key === key)),
  ];
  return !taken.includes(undefined) && places.every((place) => !place.required || taken.includes(place));
}
