/** The stages in order: load and parse, build, pass, emit, print. Writing files is another module's duty. */
import { createHash } from "node:crypto";
import type { Definitions, DocumentLoader, LoadOptions, Model, ModelOptions, Schemas } from "soapwright-contract";
import {
  buildModel,
  checkChosenNames,
  checkClassName,
  type Diagnostic,
  Diagnostics,
  type LoadedFile,
  loadDefinitions,
  runPasses,
} from "soapwright-contract";
import type { EmitOptions } from "./emit/emit-options";

export interface GenerateOptions extends LoadOptions, ModelOptions, Omit<EmitOptions, "contract"> {
  /** Name of the WSDL in the banner. */
  readonly source: string;
}

/** The result for a WSDL. If a diagnostic is an error, only the paths and the diagnostics are present. */
export interface Generated {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions?: Definitions;
  readonly schemas?: Schemas;
  readonly model?: Model;
  /** Paths of the requested files, missing files included. */
  readonly requestedFiles: readonly string[];
  readonly files?: ReadonlyMap<string, string>;
}

/** Generates the files of one WSDL in memory. Problems of the documents are diagnostics and never thrown. */
export async function generate(path: string, options: GenerateOptions): Promise<Generated> {
  const built = await loadModel(path, options);
  if (built.model === undefined) return built;
  const sha256 = digest(built.read);
  const { emitFiles, printFiles } = require("#with-ts-morph") as typeof import("./with-ts-morph");
  const emitted = emitFiles(built.model, { ...options, contract: { sha256 } });
  return { ...built, files: printFiles(emitted, { source: options.source, sha256 }) };
}

/** Returns the model of one WSDL, with the documents that it was built from. */
export async function loadModel(
  path: string,
  options: LoadOptions & ModelOptions,
  onRead?: (loader: DocumentLoader) => void,
): Promise<Generated & { readonly read: readonly LoadedFile[] }> {
  const loaded = await loadDefinitions(path, options, onRead);
  const { definitions, schemas, files: read, requestedFiles } = loaded;
  if (definitions === undefined || schemas === undefined)
    return { diagnostics: loaded.diagnostics, read, requestedFiles };
  const diagnostics = new Diagnostics();
  for (const diagnostic of loaded.diagnostics) diagnostics.add(diagnostic);
  const model = runPasses(buildModel(definitions, schemas, options, diagnostics), options);
  if (options.className !== undefined) checkClassName(options.className, model, diagnostics);
  if (options.names !== undefined) checkChosenNames(options.names, model, diagnostics);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.all, read, requestedFiles };
  return { diagnostics: diagnostics.all, definitions, schemas, model, read, requestedFiles };
}

/** Returns the SHA-256 of the WSDL; if several files were read, of their digests. */
export function digest(read: readonly LoadedFile[]): string {
  const [root] = read;
  if (root !== undefined && read.length === 1) return root.sha256;
  const hash = createHash("sha256");
  for (const { sha256 } of read) hash.update(sha256);
  return hash.digest("hex");
}
