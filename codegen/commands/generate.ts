/** `generate` and `check`. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { printable } from "../diagnostics";
import type { EmittedVersion } from "../emit/versions/joint-files";
import type { VersionFiles } from "../emit/versions/version-file";
import type { Model } from "../model/model";
import { readVersionTable } from "../versions/read-table";
import { differences, type OutputFolder } from "../write/output-folder";
import { OutputProblem, writeFolders } from "../write/write-folders";
import { note, reportDiagnostics, withProgress } from "./report";
import { type LoadFlags, loadOptions, names, withLoadOptions } from "./shared-options";
import { printOut } from "./streams";
import {
  defaultRuntime,
  findHome,
  foldersLeft,
  generalModule,
  outTargets,
  ownRoot,
  rowTargets,
  shownPath,
  sourceName,
  type Target,
  tablePath,
} from "./targets";

interface GenerateFlags extends LoadFlags {
  readonly out?: string;
  readonly runtime?: string;
  readonly extension?: "js";
  readonly decimal?: "string" | "number";
  readonly enums?: "open" | "closed";
  readonly operations?: string[];
  readonly className?: string;
  readonly check?: boolean;
  readonly quiet?: boolean;
}

/** Adds the two commands. */
export function addGenerate(program: Command): void {
  const generate = withGenerateOptions(program.command("generate"))
    .description("write the TypeScript client of each WSDL; without arguments, of each row of wsdl/versions.json")
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
      new Option(
        "--enums <kind>",
        "whether responses may contain values that the schema does not list (default open)",
      ).choices(["open", "closed"]),
    )
    .addOption(new Option("--operations <names>", "only these, separated by commas").argParser(names))
    .addOption(
      new Option("--class-name <name>", "name of the client's class (default: of the service)").argParser(className),
    )
    .option("--quiet", "say nothing but errors");
  return withLoadOptions(command);
}

function className(name: string): string {
  if (/^[A-Z][A-Za-z0-9_]*$/.test(name)) return name;
  throw new InvalidArgumentError("It is no name for a class, for example OrderServiceV3.");
}

async function run(command: Command, wsdls: readonly string[], flags: GenerateFlags): Promise<void> {
  if (wsdls.length > 0 && flags.out === undefined) command.error("error: --out is missing", { exitCode: 2 });
  if (wsdls.length === 0 && flags.out !== undefined) command.error("error: no WSDL is named", { exitCode: 2 });
  if (wsdls.length > 1 && flags.className !== undefined)
    command.error("error: --class-name is for one WSDL", { exitCode: 2 });
  if (flags.out === undefined) await generateTable(command, flags);
  else await generateTargets(outTargets(wsdls, flags.out), flags);
}

async function generateTargets(targets: readonly Target[], flags: GenerateFlags): Promise<void> {
  const outputs: OutputFolder[] = [];
  for (const target of targets) {
    const generated = await generateTarget(target, flags);
    if (generated !== undefined) outputs.push({ folder: target.folder, files: generated.files });
  }
  if (outputs.length < targets.length) process.exitCode = 1;
  else finish(outputs, flags);
}

/** Every row of the project's own table, and what is made of all of them. */
async function generateTable(command: Command, flags: GenerateFlags): Promise<void> {
  const root = ownRoot(process.cwd());
  for (const [flag, value] of [
    ["--class-name", flags.className],
    ["--operations", flags.operations],
  ] as const)
    if (value !== undefined) command.error(`error: ${flag} needs a WSDL and --out`, { exitCode: 2 });
  const path = tablePath(root);
  if (!existsSync(path))
    command.error("error: there is no wsdl/versions.json here, and no WSDL is named", { exitCode: 2 });
  const { table, found } = readVersionTable(path, shownPath(path));
  const hasErrors = reportDiagnostics(found.all, { quiet: flags.quiet ?? false });
  if (hasErrors || table === undefined) {
    process.exitCode = 1;
    return;
  }
  const outputs: OutputFolder[] = [];
  const versions: EmittedVersion[] = [];
  for (const target of rowTargets(root, table)) {
    const { row, folder } = target;
    const generated = await generateTarget(
      target,
      { ...flags, className: row.className.text },
      {
        table,
        row,
        module: generalModule(root, folder, table),
      },
    );
    if (generated?.model === undefined) continue;
    outputs.push({ folder, files: generated.files });
    versions.push({ row, model: generated.model });
  }
  if (versions.length < table.rows.length) {
    process.exitCode = 1;
    return;
  }
  const { jointFiles } = require("../pipeline") as typeof import("../pipeline");
  const folder = join(root, "generated");
  const { name } = findHome();
  const files = jointFiles(table, versions, {
    module: generalModule(root, folder, table),
    package: name,
    source: sourceName(path),
    // A checkout may have turned the line ends into CR LF.
    sha256: createHash("sha256").update(readFileSync(path, "utf8").replaceAll("\r\n", "\n")).digest("hex"),
  });
  const left = foldersLeft(root, table).map((gone) => ({ folder: gone, files: new Map<string, string>() }));
  finish([...outputs, { folder, files }, ...left], flags);
}

interface TargetFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly model: Model | undefined;
}

async function generateTarget(
  target: Target,
  flags: GenerateFlags,
  row?: VersionFiles,
): Promise<TargetFiles | undefined> {
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
      ...(flags.className === undefined ? {} : { className: flags.className }),
      ...(row === undefined ? {} : { row }),
      source: sourceName(target.wsdl),
      runtime: flags.runtime ?? defaultRuntime(target.folder, home),
      extension: flags.extension === "js" ? ".js" : "",
    }),
  );
  const { diagnostics, files, model } = generated;
  return reportDiagnostics(diagnostics, report) || files === undefined ? undefined : { files, model };
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
