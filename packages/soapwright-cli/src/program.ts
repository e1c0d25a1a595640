/**
 * The entry point `soapwright-cli/program`: the commands that generate nothing, for a program of commander, and the scripts of
 * shells. It loads nothing else before one is asked for, so that a shell starts at once.
 */
import type { addCommands } from "./program/commands";

export { completionScript } from "./completion/scripts";

/**
 * Returns the function that adds the commands that read, call, serve or examine a WSDL. It loads none of what they run, so that
 * `--help` starts at once.
 */
export async function loadCommands(): Promise<typeof addCommands> {
  const commands = await import("./program/commands");
  return commands.addCommands;
}
