/** The command `completion`, and `complete`, which its scripts call at each tab key. */
import { Argument, type Command } from "commander";
import { standardStreams } from "soapwright-contract/flags";

/** Adds the command `completion`, and `complete`, which its scripts call. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionScript } = await import("../completion/scripts");
      standardStreams.out(completionScript(program.name(), shell));
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: readonly string[]) => standardStreams.out(await candidatesFor(program, words)));
}

/** Only `call` and `gateway` complete from more than the arguments of commands. */
async function candidatesFor(program: Command, words: readonly string[]): Promise<string> {
  const [first = ""] = words;
  if (["call", "gateway"].includes(first))
    return (await import("../wsdl/completion/complete")).complete(program, words);
  return (await import("../completion/candidates")).completionLines(program, words);
}
