import type { Model } from "soapwright-contract";
import type { SourceFileStructure, StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { emitClient } from "./client-file";
import type { EmitOptions } from "./emit-options";
import { emitIndex } from "./index-file";
import { emitSchemas } from "./schemas-file";
import { typeFiles } from "./type-files";
import { emitCredentials } from "./versions/credentials";
import { emitDocumentation } from "./versions/documentation-file";
import { emitFactory, factoryExports } from "./versions/factory-file";
import { emitVersion, type VersionFiles } from "./versions/version-file";

/** A file by its name, before it is text. */
export interface EmittedFile {
  readonly name: string;
  readonly structure: SourceFileStructure;
  /** What marks in the structure stand for. */
}

/**
 * The files of one WSDL or schema, each made when it is asked for: a structure is much larger than its text. With a row of a
 * table of versions, those that the row asks for too.
 */
export function* emitFiles(model: Model, options: EmitOptions, version?: VersionFiles): Generator<EmittedFile> {
  const { extension } = options;
  const types = `./types${extension}`;
  const schemas = `./schemas${extension}`;
  const client = `./client${extension}`;
  for (const [name, emit] of typeFiles(model, options)) yield file(name, emit);
  yield file("schemas.ts", () => emitSchemas(model, options, types));
  if (model.documents !== undefined) {
    yield file("index.ts", () => emitIndex(model, { types, schemas, client }));
    return;
  }
  yield file("client.ts", () => {
    const credentials = version && emitCredentials(version.row);
    return emitClient(model, options, { types, schemas }, credentials);
  });
  yield file("index.ts", () => [
    ...emitIndex(model, { types, schemas, client }),
    ...(version === undefined ? [] : factoryExports(version.row, client, `./factory${extension}`)),
  ]);
  if (version === undefined) return;
  yield file("version.ts", () => emitVersion(version, model));
  yield file("factory.ts", () => emitFactory(version, model));
  yield file("documentation.ts", () => emitDocumentation(version, model));
}

/** A file of these statements. */
export function file(name: string, emit: () => (StatementStructures | string)[]): EmittedFile {
  const statements = emit();
  // A file without imports and exports is no module (a WSDL without any SOAP binding has no tables).
  const kept = statements.length === 0 ? ["export {};"] : statements;
  return { name, structure: { kind: StructureKind.SourceFile, statements: kept } };
}
