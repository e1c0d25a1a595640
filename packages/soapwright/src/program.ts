import { Command, CommanderError } from "commander";
import { helpAsOption, notesText, printErr, printOut, standardReport, usageText } from "soapwright-contract/flags";
import { printableLines } from "soapwright-runtime/xsd";
import { addGenerate } from "./commands/add-generate";
import { verifiedFlags } from "./commands/naming-flags";
import { generatorNotes } from "./commands/notes";
import { NAME, VERSION } from "./names";

/** The commands that generate. Everything else that the binary runs is in `soapwright-cli`. */
const GENERATING = ["generate", "check", "watch"];

function createFrame(): Command {
  const program = new Command(NAME);
  program
    .description("WSDL 1.1 to TypeScript")
    .version(VERSION)
    .showHelpAfterError("(--help lists the commands and options)")
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      outputError: (text, write) => {
        const usage = usageText(text);
        if (isJson(program)) printError("usage", usage, true);
        else write(`error: ${usage}\n`);
      },
      writeOut: printOut,
      writeErr: (text) => {
        if (!isJson(program)) printErr(printableLines(text));
      },
    });
  return program;
}

/** Adds the commands of `soapwright-cli`, which this package loads when a command is not its own. */
type AddCommands = Awaited<ReturnType<typeof import("soapwright-cli/program")["loadCommands"]>>;

/** Returns the program with the commands that generate, and with those that `addOthers` adds. */
export function createProgram(addOthers?: AddCommands): Command {
  const program = createFrame();
  addGenerate(program);
  addOthers?.(program, {
    flags: verifiedFlags,
    contracts: async (command, wsdl, flags) => {
      const { verifiedContracts } = await import("./commands/verify/verified-contracts");
      return verifiedContracts(command, wsdl, flags);
    },
  });
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    const more = generatorNotes[command.name()];
    if (more !== undefined) command.addHelpText("after", notesText(NAME, more));
  }
  return program;
}

/** Runs the command of the process's arguments, and sets the exit code. */
export async function run(): Promise<void> {
  try {
    const isOwn = GENERATING.includes(process.argv[2] ?? "");
    const others = isOwn ? undefined : await import("soapwright-cli/program");
    const program = createProgram(await others?.loadCommands());
    const names = program.commands.map((command) => command.name());
    await program.parseAsync(helpAsOption(process.argv.slice(2), names), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      printError("unexpected", error instanceof Error ? error.message : String(error), process.argv.includes("--json"));
      process.exitCode = 1;
    }
  }
}

/** Whether errors in the arguments are printed as JSON too. Commander has not parsed the options then. */
function isJson(program: Command): boolean {
  return (
    "rawArgs" in program &&
    Array.isArray(program.rawArgs) &&
    program.rawArgs.includes("--json") &&
    !program.rawArgs.includes("call")
  );
}

/** Prints an error of the command line, or of the program itself. */
export function printError(reason: "usage" | "unexpected", message: string, json: boolean): void {
  standardReport({ json }).error(reason, message);
}
