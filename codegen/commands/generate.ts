/** `generate` and `check`. */
import { type Command, Option } from "commander";
import { printable } from "../diagnostics";
import { differences, type OutputFolder } from "../write/output-folder";
import { OutputProblem, writeFolders } from "../write/write-folders";
import { note, reportDiagnostics, withProgress } from "./report";
import { type LoadFlags, loadOptions, names, withLoadOptions } from "./shared-options";
import { printOut } from "./streams";
import {
  defaultRuntime,
  findHome,
  outTargets,
  ownRoot,
  ownTargets,
  shownPath,
  sourceName,
  type Target,
} from "./targets";

interface GenerateFlags extends LoadFlags {
  readonly out?: string;
  readonly runtime?: string;
  readonly extension?: "js";
  readonly decimal?: "string" | "number";
  readonly enums?: "open" | "closed";
  readonly operations?: string[];
  readonly check?: boolean;
  readonly quiet?: boolean;
}

/** Adds the two commands. */
export function addGenerate(program: Command): void {
  const generate = withGenerateOptions(program.command("generate"))
    .description("write the TypeScript client of each WSDL; without arguments, of this project's own")
    .option("--check", "write nothing, fail when the files are not what they would be");
  generate.action((wsdls: string[], flags: GenerateFlags) => run(generate, wsdls, flags));
  const check = withGenerateOptions(program.command("check")).description("the same as generate --check");
  check.action((wsdls: string[], flags: GenerateFlags) => run(check, wsdls, { ...flags, check: true }));
}

function withGenerateOptions(command: Command): Command {
  command
    .argument("[wsdl...]", "WSDL files")
    .option("--out <folder>", "where the files go; several WSDLs have a folder each in it")
    .option("--runtime <specifier>", "module that the files import (default: this package's runtime)")
    .addOption(new Option("--extension <name>", "put it behind names of generated modules in imports").choices(["js"]))
    .addOption(new Option("--decimal <type>", "how xs:decimal is read (default string)").choices(["string", "number"]))
    .addOption(
      new Option("--enums <kind>", "whether answers may hold unknown values (default open)").choices([
        "open",
        "closed",
      ]),
    )
    .addOption(new Option("--operations <names>", "only these, separated by commas").argParser(names))
    .option("--quiet", "say nothing but errors");
  return withLoadOptions(command);
}

async function run(command: Command, wsdls: readonly string[], flags: GenerateFlags): Promise<void> {
  if (wsdls.length > 0 && flags.out === undefined) command.error("error: --out is missing", { exitCode: 2 });
  if (wsdls.length === 0 && flags.out !== undefined) command.error("error: no WSDL is named", { exitCode: 2 });
  const targets = flags.out === undefined ? ownTargets(ownRoot(process.cwd())) : outTargets(wsdls, flags.out);
  if (targets.length === 0) command.error("error: there is no wsdl/*.wsdl here, and no WSDL is named", { exitCode: 2 });
  const outputs: OutputFolder[] = [];
  let hasFailed = false;
  for (const target of targets) {
    const files = await generateTarget(target, flags);
    if (files === undefined) hasFailed = true;
    else outputs.push({ folder: target.folder, files });
  }
  if (hasFailed) process.exitCode = 1;
  else finish(outputs, flags);
}

async function generateTarget(target: Target, flags: GenerateFlags): Promise<ReadonlyMap<string, string> | undefined> {
  const report = { quiet: flags.quiet ?? false };
  // Loaded late, as of every command: wrong usage should not wait for it.
  const { generate } = require("../pipeline") as typeof import("../pipeline");
  const home = findHome();
  const generated = await withProgress(`generating from ${shownPath(target.wsdl)} …`, report, () =>
    generate(target.wsdl, {
      ...loadOptions(flags),
      ...(flags.decimal === undefined ? {} : { decimal: flags.decimal }),
      ...(flags.enums === undefined ? {} : { enums: flags.enums }),
      ...(flags.operations === undefined ? {} : { operations: flags.operations }),
      source: sourceName(target.wsdl),
      runtime: flags.runtime ?? defaultRuntime(target.folder, home),
      extension: flags.extension === "js" ? ".js" : "",
    }),
  );
  return reportDiagnostics(generated.diagnostics, report) ? undefined : generated.files;
}

function finish(outputs: readonly OutputFolder[], flags: GenerateFlags): void {
  const differing = differences(outputs);
  if (flags.check === true) {
    for (const { path, why } of differing) printOut(`${printable(`${shownPath(path)} ${why}.`)}\n`);
    if (differing.length === 0) return;
    process.stderr.write("Run generate with the same arguments, and commit what it writes.\n");
    process.exitCode = 1;
    return;
  }
  try {
    writeFolders(outputs);
  } catch (error) {
    if (!(error instanceof OutputProblem)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  const count = outputs.reduce((sum, { files }) => sum + files.size, 0);
  note(`${count} files, ${differing.length} changed`, { quiet: flags.quiet ?? false });
}
