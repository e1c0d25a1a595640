/** `completion <shell>`: a script for the shell, which calls `complete` for candidates. */
import { Argument, type Command } from "commander";
import type { Terminal } from "../terminal";
import { completionLines } from "./candidates";
import { completionScript, shells } from "./scripts";

/** Only scripts call `complete`. */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      await terminal.out(completionScript(program.name(), shell));
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args: readonly string[]) => {
      await terminal.out(completionLines(program, args));
    });
}
