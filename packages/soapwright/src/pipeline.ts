/** The stages in order: load and parse, build, pass, emit, print. Writing files is another module's duty. */

import type { LoadOptions, ModelOptions } from "soapwright-contract";
import { digest, type LoadedModel, loadModel } from "soapwright-contract";
import type { EmitOptions } from "./emit/emit-options";

export interface GenerateOptions extends LoadOptions, ModelOptions, Omit<EmitOptions, "contract"> {
  /** Name of the WSDL in the banner. */
  readonly source: string;
}

/** The result for a WSDL. If a diagnostic is an error, only the paths and the diagnostics are present. */
export interface Generated extends LoadedModel {
  readonly files?: ReadonlyMap<string, string>;
}

/** Generates the files of one WSDL in memory. Problems of the documents are diagnostics and never thrown. */
export async function generate(path: string, options: GenerateOptions): Promise<Generated> {
  const loading = loadModel(path, options);
  // Begins once the first document is requested: it blocks the process while that document arrives.
  const printer = import("./with-ts-morph");
  const built = await loading;
  if (built.model === undefined) return built;
  const sha256 = digest(built.read);
  const { emitFiles, printFiles } = await printer;
  const emitted = emitFiles(built.model, { ...options, contract: { sha256 } });
  return { ...built, files: printFiles(emitted, { source: options.source, sha256 }) };
}
