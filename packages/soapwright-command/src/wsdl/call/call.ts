/** A call without generated code: the words of the command line, the client, the call and its result. */
import { type Command, Command as CommandClass, CommanderError, Option } from "commander";
import type { ServiceClient } from "soapwright-runtime";
import { isConfigurationError } from "soapwright-runtime/errors";
import { nearNames, printable } from "soapwright-runtime/xsd";
import {
  type ArgumentWords,
  argumentPlaces,
  argumentsOf,
  type CauseWords,
  CommandEnd,
  CommandWords,
  causeWords,
  complaintOf,
  type DocumentedOperation,
  exitCodes,
  formatOptions,
  type GivenOption,
  jsonFrom,
  LONGEST_TIMER_MS,
  lineWidth,
  notedAttempts,
  noteFor,
  optionNames,
  type Place,
  printCall,
  refuseMissing,
  type Terminal,
  tableText,
  takesFile,
  typeWord,
  UsageError,
  type Voice,
} from "../../index";
import { loadOptions } from "../load-options";
import { type LoadedService, type LoadedServices, loadServices, OpenProblem } from "../loaded-services";
import { openedClient } from "../open-service";
import { withLoadOptions } from "../shared-options";
import { type Ask, askInTerminal } from "./ask";
import { clientOptionsOf, headerValues, passwordOf } from "./call-client";
import { type CallFlags, clientOptions } from "./call-flags";
import { propertyTexts, type SchemaTextsOf } from "./schema-texts";
import { withWsdl } from "./wsdl-file";

function ownOptions(): Option[] {
  const formats = formatOptions().filter(({ long }) => long === "--format");
  return [
    new Option("--json <file>", "arguments as JSON, from a file or - for standard input; options override them"),
    ...clientOptions(),
    ...formats,
    new Option("--xml", "print the envelope of the response as it was received"),
    new Option("--verbose", "print the exchange on standard error, with its texts masked"),
    ...withLoadOptions(new CommandClass("call")).options,
  ];
}

const words = new CommandWords(ownOptions);

/** The options, as the end of the command's help. */
export function optionsHelp(): string {
  const help = new CommandClass("call");
  for (const option of ownOptions()) help.addOption(option);
  const [, options = ""] = /(Options:[\s\S]*)$/.exec(help.helpInformation()) ?? [];
  return `\nMore ${options.replace("Options:", "options:")}`;
}

interface ReadWsdl {
  readonly services: readonly LoadedService[];
  readonly texts: SchemaTextsOf;
}

/** Completes operations and their options; without a WSDL that can be read, its path and the command's own options. */
export function callCandidates(read: ReadWsdl | undefined): ArgumentWords {
  const own = ownOptions()
    .filter(({ hidden }) => !hidden)
    .map(({ long, description, argChoices, required, flags }) => ({
      word: long!,
      description,
      ...(required && { values: argChoices ?? [], takesFile: takesFile(flags) }),
    }));
  return ([wsdl, name]) => {
    if (wsdl === undefined || read === undefined) return { candidates: [], files: wsdl === undefined, options: own };
    const { services, texts } = read;
    const operations = services.flatMap(({ service }) => service.operations);
    if (name === undefined) {
      const candidates = operations.map((each) => ({ word: each.name, description: texts.operation(each.name) }));
      return { candidates, options: own };
    }
    const called = operations.filter((each) => each.name === name || each.method === name);
    const textOf = (place: Place) => texts.property(place.owner, place.key);
    const { options = [] } = words.candidates(called.map((operation) => ({ operation, textOf })));
    return { candidates: [], options: [...options, ...own] };
  };
}

/** Runs the command and prints its errors. Resolves to the exit code. */
export async function call(given: readonly string[], terminal: Terminal, ask?: Ask): Promise<number> {
  const asking = ask ?? (process.stdin.isTTY === true && terminal.screen !== undefined ? askInTerminal : undefined);
  return endedBy(terminal, () => run(given, terminal, asking));
}

/** Runs a command that calls, and prints its errors. Resolves to the exit code. */
export async function endedBy(terminal: Terminal, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return exitCodes.success;
  } catch (error) {
    if (error instanceof OpenProblem) {
      for (const line of error.message.split("\n"))
        terminal.err(`error: ${printable(line.replace(": error: ", ": "))}\n`);
      return exitCodes.failure;
    }
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    if (error instanceof Error && error.name === "ExitPromptError") return exitCodes.stopped;
    const { line, exitCode } = complaintOf(error, voice);
    terminal.err(`${line}\n`);
    return error instanceof CommandEnd ? error.exitCode : exitCode;
  }
}

async function run(given: readonly string[], terminal: Terminal, ask: Ask | undefined): Promise<void> {
  const { operands, others } = splitOperands(given);
  const [wsdl, name] = operands;
  if (wsdl === undefined)
    throw new UsageError("missing argument 'wsdl'. Write soapwright call orders.wsdl, for example.");
  const command = quietCommand(terminal);
  const { asksHelp, options, flags: read } = words.read(command, others);
  const flags = read as CallFlags;
  if (flags.xml && flags.verbose)
    throw new UsageError("--xml and --verbose cannot be used together. Leave one of them out.");
  await withWsdl(wsdl, async (path) => {
    const loaded = await loadServices(path, { wsdl: loadOptions(flags) });
    const texts = propertyTexts(loaded);
    if (name === undefined) {
      if (options.length > 0) throw new UsageError(`name the operation before --${options[0]!.name}.`);
      await terminal.out(operationTable(loaded, texts, terminal));
      return;
    }
    const found = operationNamed(loaded.services, name, flags);
    const documented: DocumentedOperation = {
      operation: found.operation,
      textOf: (place) => texts.property(place.owner, place.key),
    };
    if (asksHelp) {
      const text = texts.operation(found.operation.name) ?? `Operation ${found.operation.name}.`;
      await terminal.out(
        words.help(command, `soapwright call ${shellWord(wsdl)} ${found.operation.name}`, text, documented),
      );
      return;
    }
    await callOperation({ wsdl, name, loaded, ...found, documented, options, flags, others }, terminal, ask);
  });
}

/** A command that throws its errors instead of printing them. */
function quietCommand(terminal: Terminal): Command {
  return new CommandClass("call").exitOverride().configureOutput({
    outputError: () => {},
    getOutHelpWidth: () => lineWidth(terminal) ?? 80,
  });
}

/** The WSDL and the operation may be before, between and after options. */
export function splitOperands(given: readonly string[]) {
  const operands: string[] = [];
  const others: string[] = [];
  const flagNames = new Set(
    ownOptions()
      .flatMap(({ long, required }) => (required ? [] : [long!]))
      .concat("--help"),
  );
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!;
    const isOption = /^--[^-]/.test(word);
    if (isOption || word === "-h" || operands.length >= 2) {
      others.push(word);
      const next = given[at + 1];
      const takesValue = isOption && !word.includes("=") && !flagNames.has(word);
      if (takesValue && next !== undefined && !/^--[^-]/.test(next)) others.push(given[++at]!);
    } else operands.push(word);
  }
  return { operands, others };
}

interface Found extends LoadedService {
  readonly operation: DocumentedOperation["operation"];
}

/**
 * A name of the WSDL counts before the name of a method, because the list has those of the WSDL. Throws `UsageError`
 * for an unknown operation, and for one of several services.
 */
function operationNamed(
  services: readonly LoadedService[],
  name: string,
  { service: wanted, soapVersion }: CallFlags,
): Found {
  const names = services.map(({ service }) => service.name);
  const chosen = services.filter(({ service }) => wanted === undefined || service.name === wanted);
  if (chosen.length === 0) {
    const [near] = nearNames(wanted!, names);
    const hint = near === undefined ? `There is ${names.join(", ")}.` : `Did you mean ${near}?`;
    throw new UsageError(`the WSDL has no service '${wanted}'. ${hint}`);
  }
  const all = chosen.flatMap((each) => each.service.operations.map((operation): Found => ({ ...each, operation })));
  const byName = all.filter(({ operation }) => operation.name === name);
  const byMethod = all.filter(({ operation }) => operation.method === name);
  const named = byName.length === 1 || byMethod.length === 0 ? byName : byMethod;
  const ofVersion = named.filter(({ service }) => service.ports.some((port) => port.soapVersion === soapVersion));
  const found = ofVersion.length === 1 ? ofVersion : named;
  const [only, second] = found;
  if (only === undefined) {
    const operations = [...new Set(all.map(({ operation }) => operation.name))];
    const near = nearNames(name, operations).slice(0, 3);
    const hint =
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : `There is ${operations.slice(0, 12).join(", ")}${operations.length > 12 ? " …" : ""}.`;
    throw new UsageError(`unknown operation '${printable(name)}'. ${hint}`);
  }
  if (second === undefined) return only;
  const isOneService = found.every(({ service }) => service === only.service);
  const list = isOneService
    ? found.map(({ operation }) => operation.method).join(", ")
    : found.map(({ service }) => service.name).join(", ");
  throw new UsageError(
    isOneService
      ? `several operations are called '${name}': ${list}. Name one of these methods instead.`
      : `several services have the operation '${name}': ${list}. Choose one with --service.`,
  );
}

interface Called extends Found {
  readonly wsdl: string;
  readonly name: string;
  readonly loaded: LoadedServices;
  readonly documented: DocumentedOperation;
  readonly options: readonly GivenOption[];
  readonly flags: CallFlags;
  readonly others: readonly string[];
}

async function callOperation(called: Called, terminal: Terminal, ask: Ask | undefined): Promise<void> {
  const { operation, flags, loaded } = called;
  if (flags.json === "-" && flags.soapHeaders === "-")
    throw new UsageError("--json and --soap-headers cannot both read standard input.");
  const json = flags.json === undefined ? undefined : await jsonFrom("--json", flags.json, terminal);
  const headers =
    flags.soapHeaders === undefined ? undefined : await jsonFrom("--soap-headers", flags.soapHeaders, terminal);
  const target = argumentPlaces(operation);
  const read = (more: readonly GivenOption[]): unknown =>
    argumentsOf(target, [...called.options, ...more], json, words.names);
  let args = read([]);
  const asked = ask === undefined ? [] : await askMissing(target.places, args, target.isWhole, called.documented, ask);
  if (asked.length > 0) {
    terminal.err(`The command that makes this call:\n  ${repeated(called, asked)}\n`);
    args = read(asked);
  }
  refuseMissing(target, args, words.names);
  const shown = flags.format === undefined ? {} : { format: flags.format };
  const password = passwordOf(flags, terminal.environment);
  const note = noteFor(shown, terminal);
  const client: ServiceClient = openedClient(loaded, called, {
    ...clientOptionsOf(called.service, flags, password, terminal.environment),
    ...(headers === undefined ? {} : { headers: headerValues(operation, headers) }),
    limits: { streamIdleMs: LONGEST_TIMER_MS },
    ...(flags.xml && { expose: { envelopes: true } }),
    attemptInterceptors: [notedAttempts(() => client, note, causes())],
  });
  const options = terminal.signal === undefined ? {} : { signal: terminal.signal };
  try {
    if (flags.verbose) show(client, terminal);
    if (flags.xml) await printXml(client, operation.method, args, options, terminal);
    else await printCall(client, operation, args, options, { flags: shown, terminal, note });
  } finally {
    await client.close({ force: true });
    note.end();
  }
}

/** Required arguments that are missing, as options with the answers. */
async function askMissing(
  places: readonly Place[],
  args: unknown,
  isWhole: boolean,
  documented: DocumentedOperation,
  ask: Ask,
): Promise<GivenOption[]> {
  const value = isWhole ? { [places[0]?.key ?? ""]: args } : (args as Readonly<Record<string, unknown>>);
  const names = optionNames(places, words.names);
  const asked: GivenOption[] = [];
  for (const place of places) {
    const name = names.get(place);
    if (!place.required || value[place.key] !== undefined || name === undefined) continue;
    asked.push({ name, text: await ask(place, documented.textOf(place)) });
  }
  return asked;
}

/** The command line with answers, for a POSIX shell. It has no credential, as the command line cannot have one. */
function repeated({ wsdl, name, others }: Called, asked: readonly GivenOption[]): string {
  const more = asked.flatMap(({ name: option, text = "" }) => [`--${option}`, text]);
  return ["npx soapwright call", wsdl, name, ...others, ...more]
    .map((word, at) => (at === 0 ? word : shellWord(word)))
    .join(" ");
}

function shellWord(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Texts of the exchange are masked by the client. */
function show(client: ServiceClient, { err }: Terminal): void {
  client.soap.on("request", (envelope) => err(`> ${printable(envelope)}\n`));
  client.soap.on("response", (body, response) => {
    const lines = Object.entries(response?.headers ?? {}).map(([name, value]) => `< ${name}: ${value}`);
    if (response !== null) err(`${[`< HTTP ${response.status}`, ...lines.map(printable)].join("\n")}\n`);
    if (body !== null) err(`< ${printable(body)}\n`);
  });
}

async function printXml(client: ServiceClient, method: string, args: unknown, options: object, terminal: Terminal) {
  let text: string | null = null;
  client.soap.on("response", (body) => {
    text = body;
  });
  const run = Reflect.get(client, method) as (args: unknown, options: object) => Promise<unknown>;
  try {
    await run.call(client, args, options);
  } finally {
    if (text !== null) await terminal.out(`${(text as string).trimEnd()}\n`);
  }
}

function operationTable({ services }: LoadedServices, texts: SchemaTextsOf, terminal: Terminal): string {
  const several = services.length > 1;
  const rows = services.flatMap(({ service }) =>
    service.operations.map((operation) => {
      const { places } = argumentPlaces(operation);
      const names = [...optionNames(places, words.names)].map(([place, name]) => {
        const option = `--${name} <${typeWord(place.type)}>${place.list ? "..." : ""}`;
        return place.required ? option : `[${option}]`;
      });
      return {
        Service: service.name,
        Operation: operation.name,
        Arguments: names.length === 0 ? undefined : names.join(" "),
        Description: texts.operation(operation.name)?.split(/(?<=[.!?])\s/, 1)[0],
      };
    }),
  );
  const columns = [...(several ? ["Service"] : []), "Operation", "Arguments", "Description"];
  const width = lineWidth(terminal);
  const canvas = { ...(width !== undefined && { width }), colors: terminal.screen?.colors };
  const used = columns.filter((title) => rows.some((row) => row[title as keyof typeof row]));
  return tableText(
    used.map((title) => ({ title, path: [title] })),
    rows,
    canvas,
  );
}

const FLAGS: Readonly<Record<string, string>> = {
  endpoint: "--endpoint",
  timeoutMs: "--timeout",
  deadlineMs: "--timeout",
  "connections.connectTimeoutMs": "--timeout",
  proxy: "--proxy",
  allowInsecure: "--allow-insecure",
  soapVersion: "--soap-version",
  httpHeaders: "--header",
  headers: "--soap-headers",
  auth: "--username and --password-env",
  "tls.ca": "the environment variable NODE_EXTRA_CA_CERTS",
  validation: "the option validation of a program",
};

const voice: Voice = {
  reader: {
    // The value of httpHeaders is a scheme of HTTP authentication.
    inAdvice: ({ option, value }) => FLAGS[option === "httpHeaders" && value === "Basic" ? "auth" : option],
    inSentence: (option) => FLAGS[option] ?? option,
    without: (_action, options) =>
      `The command has no option for this: call the operation from a program, where you can set ${options.join(" and ")}.`,
  },
  usesFlag: (error) => isConfigurationError(error),
  faultHint: "Check the arguments, --endpoint and the credentials.",
};

function causes(): CauseWords {
  return causeWords(voice);
}
