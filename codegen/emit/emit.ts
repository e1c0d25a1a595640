import type { SourceFileStructure, StatementStructures } from "ts-morph";
import type { Model } from "../model/model";
import { emitClient } from "./client-file";
import { emitIndex } from "./index-file";
import { KeptTexts } from "./kept-texts";
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
  /** What marks in the structure stand for. */
  readonly texts: KeptTexts;
}

/** The four files of one WSDL, each made when it is asked for: a structure is much larger than its text. */
export function* emitFiles(model: Model, { runtime, extension }: EmitOptions): Generator<EmittedFile> {
  const types = `./types${extension}`;
  const schemas = `./schemas${extension}`;
  const client = `./client${extension}`;
  yield file("types.ts", (texts) => emitTypes(model, runtime, texts));
  yield file("schemas.ts", (texts) => emitSchemas(model, runtime, types, texts));
  yield file("client.ts", () => emitClient(model, runtime, { types, schemas }));
  yield file("index.ts", () => emitIndex(model, { types, schemas, client }));
}

function file(name: string, emit: (texts: KeptTexts) => StatementStructures[]): EmittedFile {
  const texts = new KeptTexts();
  const statements = emit(texts);
  // A file without imports and exports is no module (a WSDL without any SOAP binding has no tables).
  const kept = statements.length === 0 ? ["export {};"] : statements;
  return { name, structure: { kind: StructureKind.SourceFile, statements: kept }, texts };
}
