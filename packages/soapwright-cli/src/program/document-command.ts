/** A command that reads documents, and neither calls nor serves a service of a product: declared, and loaded when it begins. */
import type { Command } from "commander";
import { type CommandNotes, notesText, type Streams, standardStreams } from "soapwright-contract/flags";

/** The command that several have before their names. */
interface Group {
  readonly name: string;
  readonly description: string;
  readonly notes: CommandNotes;
}

export interface DocumentCommand<Flags extends object> {
  /** Its name and arguments, for example `inspect <wsdl>`. */
  readonly words: string;
  readonly group?: Group;
  readonly description: string;
  readonly notes: CommandNotes;
  /** Declares its options. */
  options(command: Command): Command;
  /** Resolves to the exit code. What the command runs is imported here. */
  run(operands: readonly string[], flags: Flags, streams: Streams, command: Command): Promise<number>;
}

export function addDocumentCommand<Flags extends object>(program: Command, declared: DocumentCommand<Flags>): void {
  const { words, description, notes, group } = declared;
  const parent = group === undefined ? program : groupOf(program, group);
  const command = declared.options(parent.command(words).description(description));
  command.addHelpText("after", notesText(program.name(), notes)).action(async () => {
    process.exitCode = await declared.run(command.args, command.opts<Flags>(), standardStreams, command);
  });
}

function groupOf(program: Command, { name, description, notes }: Group): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (found !== undefined) return found;
  return program.command(name).description(description).addHelpText("after", notesText(program.name(), notes));
}
