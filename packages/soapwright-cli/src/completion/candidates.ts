import type { Command, Option } from "commander";
import { printable } from "soapwright-runtime/xsd";

interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** With `files`, the shell adds file names. */
interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly files: boolean;
}

/** The arguments are complete, and without options. */
export type ArgumentWords = (typedArguments: readonly string[]) => {
  readonly candidates: readonly Candidate[];
  /** Whether the shell adds file names. */
  readonly files?: boolean;
  /** Further options, each with a value. */
  readonly options?: readonly (Candidate & {
    readonly values?: readonly string[] | undefined;
    /** Whether the value may be a file. */
    readonly takesFile?: boolean;
  })[];
};

/** Names of arguments that are paths. */
const FILES = new Set(["wsdl", "old", "new", "file", "folder"]);

const registered = new WeakMap<Command, ArgumentWords>();

export function completeArguments(command: Command, complete: ArgumentWords): void {
  registered.set(command, complete);
}

interface KnownOption extends Candidate {
  /** The values that may follow; undefined for an option without a value. */
  readonly values: Candidates | undefined;
}

/** The last of `args` is empty where a new word begins. */
function candidatesFor(program: Command, args: readonly string[]): Candidates {
  // Bash splits --format=json into three words.
  const complete = args.slice(0, -1).filter((word) => word !== "=");
  const last = args.at(-1) ?? "";
  const current = last === "=" ? "" : last;
  let command = program;
  const positional: string[] = [];
  let awaited: Candidates | undefined;
  for (const word of complete) {
    if (awaited !== undefined) {
      awaited = undefined;
      continue;
    }
    const inner = positional.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (inner !== undefined) command = inner;
    else if (!word.startsWith("-")) positional.push(word);
    else awaited = optionsOf(command, positional).find((option) => option.word === word)?.values;
  }
  if (awaited !== undefined) return startingWith(current, awaited);
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const attached = optionsOf(command, positional).find(({ word }) => word === name)?.values;
  if (attached !== undefined) {
    const { candidates: found, files } = startingWith(value!, attached);
    return { candidates: found.map(({ word }) => ({ word: `${name}=${word}` })), files };
  }
  if (current.startsWith("-"))
    return startingWith(current, { candidates: optionsOf(command, positional), files: false });
  return startingWith(current, argumentsOf(command, positional));
}

function argumentsOf(command: Command, positional: readonly string[]): Candidates {
  const given = registered.get(command)?.(positional);
  if (given !== undefined) return { candidates: given.candidates, files: given.files === true };
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[positional.length] ?? (last?.variadic === true ? last : undefined);
  if (argument?.argChoices !== undefined) return valuesOf(argument.argChoices, false);
  if (argument !== undefined && FILES.has(argument.name())) return valuesOf([], true);
  if (positional.length > 0) return { candidates: [], files: false };
  const commands = command.createHelp().visibleCommands(command);
  return { candidates: commands.map((one) => ({ word: one.name(), description: one.description() })), files: false };
}

function optionsOf(command: Command, typedArguments: readonly string[]): KnownOption[] {
  const further = registered.get(command)?.(typedArguments).options ?? [];
  return [
    ...command.createHelp().visibleOptions(command).map(knownOption),
    ...further.map(({ word, description, values = [], takesFile: isFile = false }) => ({
      word,
      description,
      values: valuesOf(values, isFile),
    })),
  ];
}

function takesFile(flags: string): boolean {
  return /<(?:file|folder)>/.test(flags);
}

function knownOption({ long, short, description, argChoices = [], required, optional, flags }: Option): KnownOption {
  return {
    word: long ?? short ?? "",
    description,
    values: required || optional ? valuesOf(argChoices, takesFile(flags)) : undefined,
  };
}

function valuesOf(values: readonly string[], files: boolean): Candidates {
  return { candidates: values.map((word) => ({ word })), files };
}

function startingWith(start: string, { candidates, files }: Candidates): Candidates {
  return { candidates: candidates.filter(({ word }) => word.startsWith(start)), files };
}

/** Returns what the scripts read: a line for each candidate, and `:files` where the shell adds file names. */
export function completionLines(program: Command, args: readonly string[]): string {
  const { candidates: found, files } = candidatesFor(program, args);
  const lines = found.map(({ word, description = "" }) =>
    description === "" ? `${word}\n` : `${word}\t${printable(description)}\n`,
  );
  return lines.join("") + (files ? ":files\n" : "");
}
