import { Command, CommanderError } from "commander";
import { addCall, addCatalog, addCollection, addCompletion, addDiff, addDoctor, addGateway, addInspect, addJsonSchema, addMcp, addMock, addSample, commandNotes } from "soapwright-cli/program";
import { notesText, printErr, printOut } from "soapwright-contract/flags";
import { addGenerate, addVerify } from "./commands/add-commands";
import { generatorNotes } from "./commands/notes";
import { NAME, VERSION } from "./names";

export function createProgram(): Command {
  const program = new Command(NAME);
  program
    .description("WSDL 1.1 to TypeScript")
    .version(VERSION)
    .showHelpAfterError("(--help lists the commands and options)")
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      outputError: (text, write) => {
        if (isJson(program)) printError(text.trim().replace(/^error: /, ""), true);
        else write(text);
      },
      writeOut: printOut,
      writeErr: (text) => {
        if (!isJson(program)) printErr(text);
      },
    });
  addGenerate(program);
  addInspect(program);
  addCall(program);
  addMcp(program);
  addJsonSchema(program);
  addCollection(program);
  addDiff(program);
  addSample(program);
  addVerify(program);
  addMock(program);
  addGateway(program);
  addDoctor(program);
  addCatalog(program);
  addCompletion(program);
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    const notes = generatorNotes[command.name()] ?? commandNotes[command.name()];
    if (notes !== undefined) command.addHelpText("after", notesText(NAME, notes));
  }
  return program;
}

/** Runs the command of the process's arguments, and sets the exit code. */
export async function run(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      printError(error instanceof Error ? error.message : String(error), process.argv.includes("--json"));
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
export function printError(message: string, json: boolean): void {
  const { standardReport } = require("soapwright-contract") as typeof import("soapwright-contract");
  standardReport({ json }).error(message);
}
