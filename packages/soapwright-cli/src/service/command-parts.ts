/** Parts that the commands of a service share. */
import type { Command, Option } from "commander";
import { type CommandNotes, notesText } from "soapwright-contract/flags";
import type { ServiceVersion } from "soapwright-runtime";

/** Adds examples, environment variables and exit codes to the end of a command's help. */
export function addNotes(command: Command, notes: CommandNotes): Command {
  return command.addHelpText("after", notesText(command.parent?.name() ?? "", notes));
}

/** Adds options in the order of the groups. */
export function addOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** The lines direct the clients of all versions: `settingFor` returns the value of an option's variable. */
export function exportLines(
  versions: readonly ServiceVersion[],
  settingFor: (option: string, version: ServiceVersion) => string | undefined,
): string {
  const settings = new Map<string, string>();
  for (const version of versions) {
    for (const [option, variable] of Object.entries(version.variables)) {
      const value = settingFor(option, version);
      if (value !== undefined) settings.set(variable, value);
    }
  }
  return [...settings].map(([variable, value]) => `  export ${variable}=${value}\n`).join("");
}
