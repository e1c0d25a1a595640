import { type Command, Option } from "commander";
import { notesText } from "soapwright-contract/flags";
import { completeArguments } from "../completion/candidates";
import { installedPackage } from "./installed-package";
import type { CommandParts, CommandSource, SharedCommand } from "./shared-command";

interface Declared {
  readonly source: CommandSource;
  readonly shared: SharedCommand;
  /** Declares the options of the command, which are loaded when it begins. */
  declare(): Promise<CommandParts>;
}

const declared = new WeakMap<Command, Declared>();

/** Declares the options of a command as if it had begun: for completion, and for who reads them. */
export async function declareOptions(command: Command | undefined): Promise<void> {
  if (command !== undefined) await declared.get(command)?.declare();
}

/** Lets a command complete a line. The last of `words` is empty where a new word begins. */
export async function prepareCompletion(command: Command | undefined, words: readonly string[]): Promise<void> {
  const known = command && declared.get(command);
  if (command === undefined || known === undefined) return;
  const { complete } = await known.declare();
  const whole = words.slice(1, -1).filter((word) => word !== "=");
  if (complete !== undefined) completeArguments(command, await complete(known.source, known.shared, whole));
}

/** Adds a command to the program of a source. What it runs is loaded when it begins. */
export function addShared(program: Command, source: CommandSource, shared: SharedCommand): void {
  const { program: name, operand } = source;
  const { passesThrough: isOpen = false } = shared;
  const joined = (...words: readonly (string | undefined)[]) => words.filter((word) => word !== undefined).join(" ");
  const command = program
    .command(joined(shared.name, isOpen ? "[words...]" : operand))
    .usage(joined(operand, shared.usage, "[options]"))
    .description(shared.description(source))
    .summary(shared.summary?.(source) ?? "")
    .addHelpText("after", () => (shared.more?.(source) ?? "") + notesText(name, shared.notes(source)));
  // The help of a word is not that of the command.
  if (isOpen) command.helpOption(false).allowUnknownOption().passThroughOptions();
  let loading: Promise<CommandParts> | undefined;
  const load = async (): Promise<CommandParts> => {
    const parts = await shared.load();
    for (const option of [...parts.options(source), ...source.options(shared)]) command.addOption(option);
    if (isOpen) command.addOption(new Option("-h, --help", "display help for command"));
    return parts;
  };
  const declare = (): Promise<CommandParts> => {
    loading ??= load();
    return loading;
  };
  declared.set(command, { source, shared, declare });
  program.hook("preSubcommand", async (_, begun) => {
    if (begun === command) await declare();
  });
  command.action(async () => {
    const { needs, run } = await declare();
    await source.run(shared, command, async (terminal) => {
      if (needs !== undefined) await installedPackage(needs.name, `${name} ${shared.name}`, needs.load);
      await run({ shared, command, source, terminal, words: command.args, flags: command.opts() });
    });
  });
}
