/** What the files of commands have in common: each exports a function that adds its command to the program. */
import type { Command, Option } from "commander";
import type { Terminal } from "./terminal";

/**
 * Adds a command. Its action prints with `printItems` and `printValue`, calls the service by `withClient`, and rejects with
 * whatever goes wrong: `run` makes the message and the exit code of it. `program.ts` has the list.
 */
export type AddCommand = (program: Command, terminal: Terminal) => void;

/** What the help of a command ends with. */
export interface CommandNotes {
  /** Command lines, without the name of the program. */
  readonly examples: readonly string[];
  /** What it reads from the environment beside address and credentials. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What each of its exit codes means. */
  readonly exitCodes: Readonly<Record<number, string>>;
}

/** Gives the help of a command examples and its own exit codes. */
export function addNotes(command: Command, { examples, environment = {}, exitCodes }: CommandNotes): Command {
  const lines = examples.map((example) => `  ${command.parent?.name() ?? ""} ${example}`.trimEnd());
  const sections = [
    ["Examples", lines],
    ["Environment", listOf(environment)],
    ["Exit codes", listOf(exitCodes)],
  ] as const;
  const texts = sections
    .filter(([, list]) => list.length > 0)
    .map(([title, list]) => `\n${title}:\n${list.join("\n")}\n`);
  return command.addHelpText("after", texts.join(""));
}

function listOf(entries: Readonly<Record<string, string>>): string[] {
  const width = Math.max(0, ...Object.keys(entries).map(({ length }) => length));
  return Object.entries(entries).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/** Gives options that several commands share to one of them. */
export function addOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}
