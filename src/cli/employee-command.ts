/** Shared by the files of commands: each exports a function that adds its command to the program. */
import { type Command, InvalidArgumentError, type Option } from "commander";
import type { Terminal } from "soapwright-command";
import { type CommandNotes, notesText } from "soapwright-command/notes";
import type { ServiceVersion } from "soapwright-runtime/service";
import { versions } from "../../generated/versions";

/**
 * The action prints with `printItems` and `printValue`, calls the service with `withClient`, and rejects with any
 * error: `run` prints it and chooses the exit code. The list is in `program.ts`.
 */
export type AddCommand = (program: Command, terminal: Terminal) => void;

export function addNotes(command: Command, notes: CommandNotes): Command {
  return command.addHelpText("after", notesText(command.parent?.name() ?? "", notes));
}

export function addOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** Throws `InvalidArgumentError` for a text that is no `xs:int`. */
export function int32(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}

/** The lines direct the clients of all versions: `settingFor` returns the value of an option's variable. */
export function exportLines(settingFor: (option: string, version: ServiceVersion) => string | undefined): string {
  const settings = new Map<string, string>();
  for (const version of versions) {
    for (const [option, variable] of Object.entries(version.variables)) {
      const value = settingFor(option, version);
      if (value !== undefined) settings.set(variable, value);
    }
  }
  return [...settings].map(([variable, value]) => `  export ${variable}=${value}\n`).join("");
}
