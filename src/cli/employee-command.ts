/** What the files of commands have in common: each exports a function that adds its command to the program. */
import { type Command, InvalidArgumentError, type Option } from "commander";
import { type CommandNotes, notesText } from "soapwright-runtime/internal";
import type { Terminal } from "./terminal";

/**
 * Adds a command. Its action prints with `printItems` and `printValue`, calls the service by `withClient`, and rejects with
 * whatever goes wrong: `run` makes the message and the exit code of it. `program.ts` has the list.
 */
export type AddCommand = (program: Command, terminal: Terminal) => void;

/** Gives the help of a command examples and its own exit codes. */
export function addNotes(command: Command, notes: CommandNotes): Command {
  return command.addHelpText("after", notesText(command.parent?.name() ?? "", notes));
}

/** Gives options that several commands share to one of them. */
export function addOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** An integer of the command line, for `xs:int`. */
export function int32(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}
