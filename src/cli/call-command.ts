/** `call <operation>`: any operation of any version, its options made of the tables. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { clients } from "../../generated/clients";
import type { OperationNode } from "../schema/codec";
import { type CallableOperation, callOperation, operations, operationsCalled, wordFor } from "./operations";
import { type ArgumentPlaces, argumentPlaces, listedValues, type Place, placesOf, typeWord } from "./places";
import { resultJson, resultText } from "./result-text";
import type { Terminal } from "./terminal";
import { argumentsOf, optionName, optionNames, splitWords, WrongWords } from "./words";

/** Options of the command itself, and whether a value follows. */
const own = { json: false, "json-args": true, interface: true, help: false } as const;

/** Those that stand before the name of the operation. */
interface OptionsBefore {
  readonly interface?: string;
  readonly json?: true;
  readonly jsonArgs?: string;
}

/** Adds the command. */
export function addCall(program: Command, terminal: Terminal): void {
  const names = clients.map(({ version }) => version.name);
  const command: Command = program
    .command("call")
    .description("any operation of the service; call <operation> --help shows what it takes")
    .argument("<operation>", "name of the operation, as the WSDL has it, or of its method")
    .argument("[arguments...]", "--name value, for each argument")
    .option("--interface <version>", `version of the interface: ${names.join(", ")}`)
    .option("--json", "print JSON instead of a table")
    .option("--json-args <file>", "arguments as JSON, from a file or - for standard input; options go over it")
    .addHelpText("after", () => operationList())
    .passThroughOptions()
    .action(async (word: string, words: readonly string[], before: OptionsBefore) => {
      try {
        await call(command, terminal, word, words, before);
      } catch (error) {
        if (!(error instanceof WrongWords)) throw error;
        command.error(`error: ${error.message}`, { exitCode: 2 });
      }
    });
}

async function call(
  command: Command,
  terminal: Terminal,
  word: string,
  words: readonly string[],
  before: OptionsBefore,
): Promise<void> {
  const asksHelp = words.includes("--help") || words.includes("-h");
  const { own: options, given } = splitWords(
    words.filter((one) => one !== "-h"),
    own,
  );
  const callable = chosen(word, options.get("interface") ?? before.interface);
  const target = argumentPlaces(callable.operation);
  if (asksHelp) {
    terminal.out(operationHelp(command, callable, target));
    return;
  }
  const source = options.get("json-args") ?? before.jsonArgs;
  const json = source === undefined ? undefined : parsed(source, await textFrom(source, terminal));
  const args = argumentsOf(target, given, json);
  refuseMissing(target, args);
  const result = await callOperation(callable, args, terminal.environment);
  terminal.out(options.has("json") || before.json ? resultJson(result) : resultText(result));
}

/** The operation that is meant. Throws `WrongWords` where there is none, or several. */
function chosen(word: string, wanted: string | undefined): CallableOperation {
  const names = clients.map(({ version }) => version.name);
  if (wanted !== undefined && !names.includes(wanted))
    throw new WrongWords(`there is no interface '${wanted}'. There is ${names.join(", ")}.`);
  const found = operationsCalled(word);
  if (found.length === 0) throw new WrongWords(`unknown operation '${word}'. ${nearest(word)}`);
  const candidates = wanted === undefined ? found : found.filter(({ version }) => version.name === wanted);
  const [only, second] = candidates;
  const list = found.map((one) => `${one.operation.method} of ${one.version.name}`).join(", ");
  if (only === undefined) throw new WrongWords(`${wanted} has no operation '${word}'. There is ${list}.`);
  if (second === undefined) return only;
  const isOneVersion = candidates.every(({ version }) => version === only.version);
  const remedy = isOneVersion ? "Name the method instead" : "Choose one with --interface";
  throw new WrongWords(`several operations are called '${word}': ${list}. ${remedy}.`);
}

function nearest(word: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const wanted = plain(word);
  const close = [...new Set(operations.map(wordFor))].filter((name) => {
    const candidate = plain(name);
    return candidate.includes(wanted) || wanted.includes(candidate);
  });
  close.sort((one, other) => Math.abs(one.length - word.length) - Math.abs(other.length - word.length));
  return close.length === 0
    ? "'call --help' lists the operations."
    : `Did you mean ${close.slice(0, 5).join(", ")}? 'call --help' lists the operations.`;
}

async function textFrom(source: string, { input }: Terminal): Promise<string> {
  if (source === "-") return input === undefined ? "" : input();
  try {
    return readFileSync(source, "utf8");
  } catch (error) {
    throw new WrongWords(`--json-args cannot read ${source}: ${(error as Error).message}.`);
  }
}

function parsed(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = source === "-" ? "standard input" : source;
    throw new WrongWords(`${where} holds no JSON: ${(error as Error).message}.`);
  }
}

function refuseMissing({ places, isWhole }: ArgumentPlaces, args: unknown): void {
  const value = isWhole ? { [places[0]?.key ?? ""]: args } : (args as { readonly [key: string]: unknown });
  for (const { key, type, required, list } of places) {
    if (!required || value[key] !== undefined) continue;
    const repeat = list ? ", once for each item" : "";
    throw new WrongWords(`required option '--${optionName(key)} <${typeWord(type)}>' not specified${repeat}.`);
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

/** The help of one operation, laid out as every other command's. */
export function operationHelp(call: Command, callable: CallableOperation, { places }: ArgumentPlaces): string {
  const { operation, documentation, version } = callable;
  const help = call.createCommand(`${call.parent?.name()} call ${wordFor(callable)}`);
  help.copyInheritedSettings(call);
  help.description(`${documentation.operations[operation.method] ?? `Operation ${operation.name}.`} (${version.name})`);
  for (const { flags, text } of helpLines(places, callable, "", 1, new Set())) help.option(flags, text);
  help.option("--json-args <file>", "arguments as JSON, from a file or - for standard input; options go over it");
  help.option("--interface <version>", "version of the interface");
  help.option("--json", "print JSON instead of a table");
  return help.helpInformation() + notes(operation);
}

function notes({ input }: OperationNode): string {
  const hasBody = input.body.length > 0;
  return hasBody
    ? "\nRepeat the option of a list, or number its items: --name.0.part value. A record is JSON, or its parts one by one.\n--name.nil sends nil where the WSDL allows it.\n"
    : "";
}

interface HelpLine {
  readonly flags: string;
  readonly text: string;
}

/** Options of places and of the records in them, three levels deep and none inside itself. */
function helpLines(
  places: readonly Place[],
  callable: CallableOperation,
  prefix: string,
  depth: number,
  around: ReadonlySet<object>,
): HelpLine[] {
  return [...optionNames(places, depth === 1 ? Object.keys(own) : [])].flatMap(([place, ownName]): HelpLine[] => {
    const { key, type, list, required, owner } = place;
    const name = prefix + ownName;
    const said = callable.documentation.types.find((entry) => entry.type === owner)?.texts[key];
    const values = listedValues(type);
    const words = [
      ...(said === undefined ? [] : [said]),
      ...(values === undefined ? [] : [`One of ${values.slice(0, 12).join(", ")}${values.length > 12 ? " …" : ""}.`]),
      ...(list ? ["Repeatable."] : []),
      ...(required && depth === 1 ? ["Required."] : []),
    ];
    const line = { flags: `--${name} <${typeWord(type)}>`, text: words.join(" ") };
    const inner = placesOf(type);
    const first = inner[0]?.owner ?? inner[1]?.owner;
    if (inner.length === 0 || depth >= 3 || (first !== undefined && around.has(first))) return [line];
    const inside = new Set([...around, ...(first === undefined ? [] : [first])]);
    return [line, ...helpLines(inner, callable, `${name}${list ? ".0" : ""}.`, depth + 1, inside)];
  });
}
