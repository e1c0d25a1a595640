/** The command `completion`, and `complete`, which its scripts call at each tab key. */
import { Argument, type Command } from "commander";
import { standardStreams } from "soapwright-contract/flags";

const completion = () => require("soapwright-cli/completion") as typeof import("../completion");
const calls = () => require("soapwright-cli/calls") as typeof import("../calls");

/** Adds the command `completion`, and `complete`, which its scripts call. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands, operations and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .action((shell: "bash" | "zsh" | "fish") =>
      standardStreams.out(completion().completionScript(program.name(), shell)),
    );
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
  return ["call", "gateway"].includes(first)
    ? calls().complete(program, words)
    : completion().completionLines(program, words);
}
