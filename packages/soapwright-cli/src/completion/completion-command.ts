/** `completion <shell>`: a script for the shell, which calls `complete` for candidates at each tab key. */
import { Argument, type Command } from "commander";
import { notesText } from "soapwright-contract/flags";
import { prepareCompletion } from "../commands/add-shared";
import { completionLines } from "./candidates";

const exitCodes = { 0: "success", 2: "the command line is wrong" };

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Adds the two commands, which write with `out`. Only scripts call `complete`. */
export function addCompletion(program: Command, out: (text: string) => void | Promise<void>): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText("after", notesText(program.name(), { examples: ["completion bash"], exitCodes }))
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
      await prepareCompletion(
        program.commands.find((command) => command.name() === words[0]),
        words,
      );
      await out(completionLines(program, words));
    });
}
