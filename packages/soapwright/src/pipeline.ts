/** The stages in order: load and parse, build, pass, emit, print. Nothing here writes. */
import { createHash } from "node:crypto";
import type { Definitions, DocumentLoader, LoadOptions, Model, ModelOptions, Schemas } from "soapwright-contract";
import {
  buildModel,
  checkClassName,
  checkGivenNames,
  type Diagnostic,
  Diagnostics,
  type LoadedFile,
  loadDefinitions,
  runPasses,
} from "soapwright-contract";
import { emitFiles } from "./emit/emit";
import type { EmitOptions } from "./emit/emit-options";
import { type EmittedVersion, emitJointFiles } from "./emit/versions/joint-files";
import { entryPointsText, listPage } from "./emit/versions/lists";
import { checkRow } from "./versions/check-row";
import type { VersionRow, VersionTable } from "./versions/version-table";
import { banner } from "./write/banner";
import { printFile } from "./write/print";

/** What was asked for. */
export interface GenerateOptions extends LoadOptions, ModelOptions, Omit<EmitOptions, "contract"> {
  /** The WSDL as the banner names it. */
  readonly source: string;
  /** The row that the WSDL stands in, and the module of general code that its factory calls. */
  readonly row?: { readonly table: VersionTable; readonly row: VersionRow; readonly module: string };
}

/** What a WSDL became. Everything but the diagnostics is absent when they hold an error. */
export interface Generated {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions?: Definitions;
  readonly schemas?: Schemas;
  readonly model?: Model;
  /** Paths of the files that were asked for, those that are missing among them. */
  readonly asked: readonly string[];
  /** Texts by file name. */
  readonly files?: ReadonlyMap<string, string>;
}

/** Generates the files of one WSDL, in memory. Problems of the documents are diagnostics; nothing is thrown for them. */
export async function generate(path: string, options: GenerateOptions): Promise<Generated> {
  const built = await loadModel(path, options);
  if (built.model === undefined) return built;
  const { row: version } = options;
  if (version !== undefined) {
    const found = new Diagnostics();
    for (const diagnostic of built.diagnostics) found.add(diagnostic);
    checkRow(version.row, built.model, found);
    if (found.hasErrors) return { diagnostics: found.all, asked: built.asked };
    return { ...built, diagnostics: found.all, files: printFiles(built.model, digest(built.read), options) };
  }
  return { ...built, files: printFiles(built.model, digest(built.read), options) };
}

function printFiles(model: Model, sha256: string, options: GenerateOptions): Map<string, string> {
  const { row, source } = options;
  const line = banner({ source, sha256 });
  const date = row?.row.date;
  const contract = {
    sha256,
    ...(row === undefined ? {} : { version: row.row.folder.text }),
    ...(date === undefined ? {} : { date }),
  };
  const files = new Map<string, string>();
  for (const file of emitFiles(model, { ...options, contract }, row)) files.set(file.name, printFile(file, line));
  return files;
}

/** How joint files name others, and what they are made of. */
export interface JointOptions {
  /** The module of the service's general code. */
  readonly module: string;
  /** Name of the package. */
  readonly package: string;
  /** The table as the banner names it. */
  readonly source: string;
  readonly sha256: string;
}

/** The files that all versions of a table have in common, by name. */
export function jointFiles(
  table: VersionTable,
  versions: readonly EmittedVersion[],
  { module, package: name, ...origin }: JointOptions,
): Map<string, string> {
  const line = banner(origin);
  const files = new Map<string, string>();
  for (const file of emitJointFiles(table, versions, module)) files.set(file.name, printFile(file, line));
  files.set("entry-points.json", entryPointsText(versions));
  files.set("README.md", listPage(table, versions, name));
  return files;
}

/** The model of one WSDL, with what it was made of. */
export async function loadModel(
  path: string,
  options: LoadOptions & ModelOptions,
  onRead?: (loader: DocumentLoader) => void,
): Promise<Generated & { readonly read: readonly LoadedFile[] }> {
  const loaded = await loadDefinitions(path, options, onRead);
  const { definitions, schemas, files: read, asked } = loaded;
  if (definitions === undefined || schemas === undefined) return { diagnostics: loaded.diagnostics, read, asked };
  const found = new Diagnostics();
  for (const diagnostic of loaded.diagnostics) found.add(diagnostic);
  const model = runPasses(buildModel(definitions, schemas, options, found), options);
  if (options.className !== undefined) checkClassName(options.className, model, found);
  if (options.names !== undefined) checkGivenNames(options.names, model, found);
  if (found.hasErrors) return { diagnostics: found.all, read, asked };
  return { diagnostics: found.all, definitions, schemas, model, read, asked };
}

/** Of the WSDL's bytes; when it was read from several files, of all their digests. */
export function digest(read: readonly LoadedFile[]): string {
  const [root] = read;
  if (root !== undefined && read.length === 1) return root.sha256;
  const hash = createHash("sha256");
  for (const { sha256 } of read) hash.update(sha256);
  return hash.digest("hex");
}
