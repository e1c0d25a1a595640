/** Completion candidates at the end of an incomplete command line. */
import type { Command, Option } from "commander";

/** A completion and its description. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** Words to choose from; with `files`, the shell adds file names. */
export interface Candidates {
  readonly words: readonly Candidate[];
  readonly files: boolean;
}

/** Candidates after the complete arguments, beyond the options of the command. */
export interface Following {
  /** Candidates for the next argument. */
  readonly words: readonly Candidate[];
  /** Further options, each with a value. */
  readonly options?: readonly (Candidate & { readonly values?: readonly string[] | undefined })[];
}

/** A command's own completion: from the complete arguments, without options, to the candidates. */
export type ArgumentWords = (given: readonly string[]) => Following;

const registered = new WeakMap<Command, ArgumentWords>();

/** Registers the completion of a command's arguments. */
export function completeArguments(command: Command, words: ArgumentWords): void {
  registered.set(command, words);
}

/** An option for completion. */
interface Known {
  readonly word: string;
  readonly description?: string | undefined;
  readonly values: readonly string[];
  readonly takesValue: boolean;
  readonly takesFile: boolean;
}

/** Candidates for the last of `words` after the program's name; it is empty where a new word begins. */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  // Bash splits --format=json into three words.
  const complete = words.slice(0, -1).filter((word) => word !== "=");
  const last = words.at(-1) ?? "";
  const current = last === "=" ? "" : last;
  let command = program;
  const given: string[] = [];
  let awaited: Known | undefined;
  for (const word of complete) {
    if (awaited !== undefined) {
      awaited = undefined;
      continue;
    }
    const inner = given.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (inner !== undefined) command = inner;
    else if (!word.startsWith("-")) given.push(word);
    else awaited = optionsOf(command, given).find((option) => option.word === word && option.takesValue);
  }
  if (awaited !== undefined) return startingWith(current, valuesOf(awaited));
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const attached = optionsOf(command, given).find(({ word, takesValue }) => word === name && takesValue);
  if (attached !== undefined) {
    const { words: found, files } = startingWith(value!, valuesOf(attached));
    return { words: found.map(({ word }) => ({ word: `${name}=${word}` })), files };
  }
  if (current.startsWith("-")) return startingWith(current, { words: optionsOf(command, given), files: false });
  return startingWith(current, argumentsOf(command, given));
}

function argumentsOf(command: Command, given: readonly string[]): Candidates {
  const own = registered.get(command)?.(given).words;
  if (own !== undefined) return { words: own, files: false };
  const choices = command.registeredArguments[given.length]?.argChoices;
  if (choices !== undefined) return { words: choices.map((word) => ({ word })), files: false };
  if (given.length > 0) return { words: [], files: false };
  const commands = command.createHelp().visibleCommands(command);
  return { words: commands.map((one) => ({ word: one.name(), description: one.description() })), files: false };
}

function optionsOf(command: Command, given: readonly string[]): Known[] {
  const further = registered.get(command)?.(given).options ?? [];
  return [
    ...command.createHelp().visibleOptions(command).map(known),
    ...further.map(({ word, description, values = [] }) => ({
      word,
      description,
      values,
      takesValue: true,
      takesFile: false,
    })),
  ];
}

function known(option: Option): Known {
  return {
    word: option.long ?? option.short ?? "",
    description: option.description,
    values: option.argChoices ?? [],
    takesValue: option.required || option.optional,
    takesFile: /<(?:file|folder)>/.test(option.flags),
  };
}

function valuesOf({ values, takesFile }: Known): Candidates {
  return { words: values.map((word) => ({ word })), files: takesFile };
}

function startingWith(start: string, { words, files }: Candidates): Candidates {
  return { words: words.filter(({ word }) => word.startsWith(start)), files };
}
