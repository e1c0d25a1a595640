/** `completion <shell>`: a script for the shell, which calls `complete` for candidates. */
import { Argument, type Command } from "commander";
import { printable } from "soapwright-runtime/extend";
import type { Terminal } from "../terminal";
import { candidatesFor } from "./candidates";
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

/** Returns what the scripts read: a line for each candidate, and `:files` where the shell adds file names. */
export function completionLines(program: Command, args: readonly string[]): string {
  const { candidates: found, files } = candidatesFor(program, args);
  const lines = found.map(({ word, description = "" }) =>
    description === "" ? `${word}\n` : `${word}\t${printable(description)}\n`,
  );
  return lines.join("") + (files ? ":files\n" : "");
}
