/** The program of `make generate` and `make check`: writes `generated/` from `wsdl/`, or compares them. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { Command, CommanderError } from "commander";
import { formatDiagnostic } from "soapwright";
import { differences, type OutputFolder, writeFolders } from "soapwright/internal";
import { makeFiles } from "./make-files";

/** The working directory must be the root of the repository. */
export function createProgram(): Command {
  const program = new Command("codegen")
    .description("the client of the employee service from its WSDLs")
    .exitOverride();
  program
    .command("generate")
    .description("write generated/ from wsdl/")
    .option("--quiet", "print only errors")
    .action((flags: { quiet?: boolean }) => generate(write, flags));
  program
    .command("check")
    .description("fail when generated/ is not what wsdl/ says")
    .option("--quiet", "print only errors and differences")
    .action((flags: { quiet?: boolean }) => generate(compare, flags));
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

async function generate(
  finish: (outputs: readonly OutputFolder[], isQuiet: boolean) => void,
  { quiet: isQuiet = false }: { quiet?: boolean },
): Promise<void> {
  if (!existsSync(join("wsdl", "versions.json"))) throw new Error(noTable);
  const { diagnostics, outputs } = await makeFiles(process.cwd());
  for (const diagnostic of diagnostics)
    if (!isQuiet || diagnostic.severity === "error") print(formatDiagnostic(diagnostic));
  if (outputs === undefined) process.exitCode = 1;
  else finish(outputs, isQuiet);
}

const noTable = "There is no wsdl/versions.json here. Run make generate at the root of the repository.";

function write(outputs: readonly OutputFolder[], isQuiet: boolean): void {
  const changed = differences(outputs).length;
  writeFolders(outputs);
  const count = outputs.reduce((sum, { files }) => sum + files.size, 0);
  if (!isQuiet) print(`${count} files, ${changed} changed`);
}

function compare(outputs: readonly OutputFolder[]): void {
  const differing = differences(outputs);
  for (const { path, why } of differing) process.stdout.write(`${relative(process.cwd(), path)} ${why}.\n`);
  if (differing.length === 0) return;
  print("Run make generate, and commit what it writes.");
  process.exitCode = 1;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

if (require.main === module)
  createProgram()
    .parseAsync()
    .catch((error: Error) => {
      // Commander has printed its own message. Exit code 2 is wrong usage.
      if (!(error instanceof CommanderError)) print(`error: ${error.message}`);
      process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : 1;
    });
