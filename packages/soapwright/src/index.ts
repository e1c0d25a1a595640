/** The generator for programs: `import { generate } from "soapwright"`. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Diagnostic, Diagnostics, formatDiagnostic } from "soapwright-contract";
import type { MadeTargets } from "./commands/generate/make-targets";
import type { Config } from "./config/config-options";
import { JsonProblem, onePlace, placedValue } from "./config/json";
import { readEntries } from "./config/read-entries";
import { differences } from "./write/output-folder";
import { writeFolders } from "./write/write-folders";

export { type Diagnostic, formatDiagnostic, OpenProblem } from "soapwright-contract";
export { type OpenedService, openService, operationOf } from "soapwright-contract/open";
export type { Config } from "./config/config-options";
export { FormatProblem } from "./write/format";
export { OutputProblem } from "./write/write-folders";

/** Options of a run: the content of a configuration file. */
export interface GenerateOptions extends Config {
  /** The folder that paths are relative to. Default: the working directory. */
  readonly folder?: string;
  /** Write the files. With false they are only returned. Default true. */
  readonly write?: boolean;
}

/** The files of one WSDL. */
export interface GeneratedFolder {
  /** The path or address of the WSDL. */
  readonly wsdl: string;
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Texts by file name. */
  readonly files: ReadonlyMap<string, string>;
}

/** The result of a run. */
export interface GenerateResult {
  /** Errors, warnings and notes on the documents. `formatDiagnostic` returns a line for each of them. */
  readonly diagnostics: readonly Diagnostic[];
  /** The folders; empty when a diagnostic is an error. */
  readonly folders: readonly GeneratedFolder[];
  /** Absolute paths of the files that were written or removed; without `write`, of the files that would be. */
  readonly changed: readonly string[];
}

/** An option is unknown or has a wrong value. `message` has a line for each problem. */
export class ConfigProblem extends Error {
  override readonly name = "ConfigProblem";

  constructor(
    /** The problems, in order. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
  }
}

/**
 * Generates TypeScript clients. Problems of the documents are diagnostics of the result: if one is an error, nothing is
 * written.
 *
 * @throws {ConfigProblem} when an option is unknown or wrong, or a glob pattern matches nothing.
 * @throws {OutputProblem} when a file cannot be written. Every file then remains as it was.
 * @throws {FormatProblem} when the project's formatter fails.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { folder = ".", write = true, ...config } = options;
  const problems = new Diagnostics();
  // Whoever opens a service needs no compiler.
  const { makeTargets } = await import("./commands/generate/make-targets");
  const { targetsOf } = await import("./commands/generate/targets-of");
  const { targets } = targetsOf(entriesOf(config, resolve(folder), problems), { load: {}, model: {} }, problems);
  if (problems.hasErrors) throw new ConfigProblem(problems.all);
  const diagnostics: Diagnostic[] = [...problems.all];
  const result = await makeTargets(targets, (more) => void diagnostics.push(...more));
  if (result.outputs === undefined) return { diagnostics, folders: [], changed: [] };
  const changed = differences(result.outputs).map(({ path }) => path);
  if (write) writeFolders(result.outputs);
  return { diagnostics, folders: foldersOf(result), changed };
}

/** Options of `generateVersions`. Paths are relative to `folder`. */
export interface VersionsOptions {
  /** The table of versions: JSON with a row for each WSDL, which lies beside it. Default `wsdl/versions.json`. */
  readonly table?: string;
  /** The folder to write to. Default `generated`. */
  readonly out?: string;
  /** The main entry point of the package, whose own names no version may take. Default: `src/index.ts`, if it exists. */
  readonly main?: string;
  /** The folder that paths are relative to. Default: the working directory. */
  readonly folder?: string;
  /** Write the files. With false they are only compared. Default true. */
  readonly write?: boolean;
}

/** The result of `generateVersions`. */
export interface VersionsResult {
  /** Errors, warnings and notes on the table and the documents, in order. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many files belong to the versions; 0 when a diagnostic is an error. */
  readonly files: number;
  /** What was written or removed, with the reason; without `write`, what would be. `path` is absolute. */
  readonly changed: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Generates the clients of a service that has several versions: a folder for each row of the table, with a factory that
 * takes a base address and the credentials by name, and beside them the options from the environment, the lists that a
 * command and a sandbox take (`clients.ts`, `versions.ts`), and a page about the entry points. docs/versions.md describes
 * the table.
 *
 * @throws {OutputProblem} when a file cannot be written. Every file then remains as it was.
 * @throws an error of Node.js with a code such as ENOENT when the table cannot be read.
 */
export async function generateVersions(options: VersionsOptions = {}): Promise<VersionsResult> {
  const { table = "wsdl/versions.json", out = "generated", folder = ".", write = true } = options;
  const usual = resolve(folder, "src/index.ts");
  const main = options.main === undefined ? (existsSync(usual) ? usual : undefined) : resolve(folder, options.main);
  const { makeVersionFiles } = await import("./versions/make-files");
  const paths = { table: resolve(folder, table), out: resolve(folder, out), main };
  const { diagnostics, outputs } = await makeVersionFiles(paths);
  if (outputs === undefined) return { diagnostics, files: 0, changed: [] };
  const changed = differences(outputs);
  if (write) writeFolders(outputs);
  return { diagnostics, files: outputs.reduce((sum, { files }) => sum + files.size, 0), changed };
}

function entriesOf(config: Config, folder: string, problems: Diagnostics) {
  const place = onePlace({ file: "generate()", line: 0, column: 0 });
  try {
    return readEntries(placedValue(config, place), join(folder, "generate"), problems);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    problems.error(error.position, error.reason, error.message);
    return [];
  }
}

function foldersOf({ targets, outputs = [] }: MadeTargets): GeneratedFolder[] {
  return outputs.map(({ folder, files }, at) => ({ wsdl: targets[at]!.target.wsdl, folder, files }));
}
