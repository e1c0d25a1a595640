/** The stages up to the model, which print nothing: load and parse, build, pass. They do not load the compiler. */
import { createHash } from "node:crypto";
import { type Diagnostic, Diagnostics } from "../diagnostics";
import type { DocumentLoader } from "../load/document-loader";
import type { LoadOptions } from "../load/load-options";
import { buildModel } from "../model/build/build-model";
import type { Model } from "../model/model";
import type { ModelOptions } from "../model/model-options";
import { checkChosenNames, checkClassName } from "../model/names/chosen-names";
import { runPasses } from "../model/passes/passes";
import type { Definitions } from "../wsdl/definitions";
import { type LoadedFile, loadDefinitions } from "../wsdl/load";
import type { Schemas } from "../xsd/components";

/** The model of a WSDL. If a diagnostic is an error, only the paths and the diagnostics are present. */
export interface LoadedModel {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions?: Definitions;
  readonly schemas?: Schemas;
  readonly model?: Model;
  /** Paths of the requested files, missing files included. */
  readonly requestedFiles: readonly string[];
}

/** Returns the model of one WSDL, with the documents that it was built from. */
export async function loadModel(
  path: string,
  options: LoadOptions & ModelOptions,
  onRead?: (loader: DocumentLoader) => void,
): Promise<LoadedModel & { readonly read: readonly LoadedFile[] }> {
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
