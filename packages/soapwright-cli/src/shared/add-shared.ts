import type { Command } from "commander";
import { notesText } from "soapwright-contract/flags";
import { installedPackage } from "../installed-package";
import type { CommandParts, CommandSource, SharedCommand } from "./shared-command";

/** Declare the options of a command, which are loaded when it begins. */
const declaring = new WeakMap<Command, () => Promise<CommandParts>>();

/** Declares the options of a command as if it had begun: for completion, and for who reads them. */
export async function declareOptions(command: Command | undefined): Promise<void> {
  if (command !== undefined) await declaring.get(command)?.();
}

/** Adds a command to the program of a source. What it runs is loaded when it begins. */
export function addShared(program: Command, source: CommandSource, shared: SharedCommand): void {
  const { program: name, operand } = source;
  const command = program
    .command(operand === undefined ? shared.name : `${shared.name} ${operand}`)
    .usage(operand === undefined ? "[options]" : `${operand} [options]`)
    .description(shared.description(source))
    .summary(shared.summary?.(source) ?? "")
    .addHelpText("after", notesText(name, shared.notes(source)));
  let loading: Promise<CommandParts> | undefined;
  const load = async (): Promise<CommandParts> => {
    const [parts, options] = await Promise.all([shared.load(), source.options(shared)]);
    for (const option of [...parts.options(source), ...options]) command.addOption(option);
    return parts;
  };
  const declare = (): Promise<CommandParts> => {
    loading ??= load();
    return loading;
  };
  declaring.set(command, declare);
  program.hook("preSubcommand", async (_, begun) => {
    if (begun === command) await declare();
  });
  command.action(async () => {
    const { needs, run } = await declare();
    const flags = command.opts();
    const given = { words: command.args, flags };
    await source.run(given, async (terminal) => {
      if (needs !== undefined) await installedPackage(needs.name, `${name} ${shared.name}`, needs.load);
      await source.withService(shared, given, terminal, (service) => run(service, flags, source));
    });
  });
}
