/** `completion <shell>`: a script for the shell, which calls `complete` for candidates at each tab key. */
import { Argument, type Command } from "commander";
import { declareOptions } from "../shared/add-shared";

const SHELLS = ["bash", "zsh", "fish"] as const;

/**
 * Adds the two commands, which write with `out`. Only scripts call `complete`. `prepare` declares what the words of a
 * command line bring in.
 */
export function addCompletion(
  program: Command,
  out: (text: string) => void | Promise<void>,
  prepare?: (words: readonly string[]) => Promise<void>,
): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import("./scripts");
      await out(completionScript(program.name(), shell));
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: readonly string[]) => {
      await declareOptions(program.commands.find((command) => command.name() === words[0]));
      await prepare?.(words);
      const { completionLines } = await import("./candidates");
      await out(completionLines(program, words));
    });
}
