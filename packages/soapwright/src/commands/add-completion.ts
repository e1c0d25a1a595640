/** The command `completion`, and `complete`, which its scripts call. Their parts are loaded when they begin. */
import { Argument, type Command } from "commander";
import { standardStreams } from "soapwright-command/options";

const commands = () => require("#commands") as typeof import("./commands");

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .action((shell: "bash" | "zsh" | "fish") =>
      standardStreams.out(commands().completionScript(program.name(), shell)),
    );
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: readonly string[]) => standardStreams.out(await commands().complete(program, words)));
}
