import type { Model } from "soapwright-contract";
import { emitClient } from "./client-file";
import type { EmitOptions } from "./emit-options";
import { emitIndex } from "./index-file";
import type { Statements } from "./module-links";
import { emitSchemas } from "./schemas-file";
import { typeFiles } from "./type-files";

export interface EmittedFile {
  readonly name: string;
  readonly statements: Statements;
}

/** Yields the files of one WSDL or schema, lazily because a structure is much larger than its text. */
export function* emitFiles(model: Model, options: EmitOptions): Generator<EmittedFile> {
  for (const [name, statements] of typeFiles(model, options)) yield file(name, statements);
  yield file("schemas.ts", emitSchemas(model, options));
  if (model.documents === undefined) yield file("client.ts", emitClient(model, options));
  yield file("index.ts", emitIndex(model, options));
}

export function file(name: string, statements: Statements): EmittedFile {
  // A file without imports and exports is not a module (a WSDL without any SOAP binding has no tables).
  return { name, statements: statements.length === 0 ? ["export {};"] : statements };
}
