/** The program of `make generate` and `make check`: writes `generated/` from `wsdl/`, or compares them. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { Command, CommanderError } from "commander";
import { formatDiagnostic, generateVersions } from "soapwright";

/** The working directory must be the root of the repository. */
export function createProgram(): Command {
  const program = new Command("codegen")
    .description("the client of the employee service from its WSDLs")
    .exitOverride();
  program
    .command("generate")
    .description("write generated/ from wsdl/")
    .option("--quiet", "print only errors")
    .action((flags: { quiet?: boolean }) => generate(true, flags));
  program
    .command("check")
    .description("fail when generated/ is not what wsdl/ says")
    .option("--quiet", "print only errors and differences")
    .action((flags: { quiet?: boolean }) => generate(false, flags));
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

async function generate(write: boolean, { quiet: isQuiet = false }: { quiet?: boolean }): Promise<void> {
  if (!existsSync(join("wsdl", "versions.json")))
    throw new Error("There is no wsdl/versions.json here. Run make generate at the root of the repository.");
  const { diagnostics, files, changed } = await generateVersions({ main: join(__dirname, "../src/index.ts"), write });
  for (const diagnostic of diagnostics)
    if (!isQuiet || diagnostic.severity === "error") print(formatDiagnostic(diagnostic));
  if (files === 0) process.exitCode = 1;
  else if (!write && changed.length > 0) {
    for (const { path, why } of changed) process.stdout.write(`${relative(process.cwd(), path)} ${why}.\n`);
    print("Run make generate, and commit what it writes.");
    process.exitCode = 1;
  } else if (write && !isQuiet) print(`${files} files, ${changed.length} changed`);
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
