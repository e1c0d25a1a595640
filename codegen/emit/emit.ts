import type { SourceFileStructure } from "ts-morph";
import type { Model } from "../model/model";
import { emitClient } from "./client-file";
import { emitIndex } from "./index-file";
import { emitSchemas } from "./schemas-file";
import { StructureKind } from "./ts-morph";
import { emitTypes } from "./types-file";

/** How generated modules name others. */
export interface EmitOptions {
  /** The module that generated code stands on. */
  readonly runtime: string;
  /** What follows the names of the generated modules in imports: `""` or `".js"`. */
  readonly extension: string;
}

/** A file by its name, before it is text. */
export interface EmittedFile {
  readonly name: string;
  readonly structure: SourceFileStructure;
}

/** The four files of one WSDL. */
export function emitFiles(model: Model, { runtime, extension }: EmitOptions): EmittedFile[] {
  const types = `./types${extension}`;
  const schemas = `./schemas${extension}`;
  const client = `./client${extension}`;
  return [
    file("types.ts", { statements: emitTypes(model, runtime) }),
    file("schemas.ts", { statements: emitSchemas(model, runtime, types) }),
    file("client.ts", { statements: emitClient(model, runtime, { types, schemas }) }),
    file("index.ts", { statements: emitIndex(model, { types, schemas, client }) }),
  ];
}

function file(name: string, content: Pick<SourceFileStructure, "statements">): EmittedFile {
  const { statements } = content;
  // A file without imports and exports is no module (a WSDL without any SOAP binding has no tables).
  const kept = Array.isArray(statements) && statements.length === 0 ? ["export {};"] : statements;
  return {
    name,
    structure: { kind: StructureKind.SourceFile, ...content, ...(kept !== undefined && { statements: kept }) },
  };
}
