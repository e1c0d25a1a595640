import { Command } from "commander";
import { NAME, notesText, VERSION } from "soapwright-runtime/internal";
import { addCall } from "./commands/call/add-call";
import { addCatalog } from "./commands/catalog/catalog";
import { addCollection } from "./commands/collection/add-collection";
import { addDiff } from "./commands/diff/diff";
import { addDoctor } from "./commands/doctor/doctor";
import { addGenerate } from "./commands/generate/generate-command";
import { addInspect } from "./commands/inspect/inspect";
import { addJsonSchema } from "./commands/json-schema/add-json-schema";
import { addMock } from "./commands/mock/run-mock";
import { commandNotes } from "./commands/notes";
import { standardReport } from "./commands/report";
import { addSample } from "./commands/sample/sample";
import { printErr, printOut } from "./commands/streams";
import { addVerify } from "./commands/verify/verify";

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
        if (isJson(program)) standardReport({ json: true }).error(text.trim().replace(/^error: /, ""));
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
  addJsonSchema(program);
  addCollection(program);
  addDiff(program);
  addSample(program);
  addVerify(program);
  addMock(program);
  addDoctor(program);
  addCatalog(program);
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    command.addHelpText("after", notesText(NAME, commandNotes[command.name()]!));
  }
  return program;
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
