/** The stages in order: load and parse, build, pass, emit, print. Nothing here writes. */
import { createHash } from "node:crypto";
import { type Diagnostic, Diagnostics } from "./diagnostics";
import { type EmitOptions, emitFiles } from "./emit/emit";
import type { LoadOptions } from "./load/options";
import { buildModel } from "./model/build/build-model";
import type { Model } from "./model/model";
import type { ModelOptions } from "./model/options";
import { runPasses } from "./model/passes/passes";
import { banner } from "./write/banner";
import { printFile } from "./write/print";
import type { Definitions } from "./wsdl/definitions";
import { type LoadedFile, loadDefinitions } from "./wsdl/load";
import type { Schemas } from "./xsd/components";

/** What was asked for. */
export interface GenerateOptions extends LoadOptions, ModelOptions, EmitOptions {
  /** The WSDL as the banner names it. */
  readonly source: string;
}

/** What a WSDL became. Everything but the diagnostics is absent when they hold an error. */
export interface Generated {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions?: Definitions;
  readonly schemas?: Schemas;
  readonly model?: Model;
  /** Texts by file name. */
  readonly files?: ReadonlyMap<string, string>;
}

/** Generates the files of one WSDL, in memory. Problems of the documents are diagnostics; nothing is thrown for them. */
export async function generate(path: string, options: GenerateOptions): Promise<Generated> {
  const built = await loadModel(path, options);
  if (built.model === undefined) return built;
  const line = banner({ source: options.source, sha256: digest(built.read) });
  const files = new Map<string, string>();
  for (const file of emitFiles(built.model, options)) files.set(file.name, printFile(file, line));
  return { ...built, files };
}

/** The model of one WSDL, with what it was made of. */
export async function loadModel(
  path: string,
  options: LoadOptions & ModelOptions,
): Promise<Generated & { readonly read: readonly LoadedFile[] }> {
  const loaded = await loadDefinitions(path, options);
  const { definitions, schemas, files: read } = loaded;
  if (definitions === undefined || schemas === undefined) return { diagnostics: loaded.diagnostics, read };
  const found = new Diagnostics();
  for (const diagnostic of loaded.diagnostics) found.add(diagnostic);
  const model = runPasses(buildModel(definitions, schemas, options, found), options);
  if (found.hasErrors) return { diagnostics: found.all, read };
  return { diagnostics: found.all, definitions, schemas, model, read };
}

/** Of the WSDL's bytes; when it was read from several files, of all their digests. */
function digest(read: readonly LoadedFile[]): string {
  const [root] = read;
  if (root !== undefined && read.length === 1) return root.sha256;
  const hash = createHash("sha256");
  for (const { sha256 } of read) hash.update(sha256);
  return hash.digest("hex");
}
