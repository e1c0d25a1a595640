/** `index.ts`: the names that a user of the generated client needs. */
import { type ExportDeclarationStructure, StructureKind } from "ts-morph";
import type { Model } from "../model/model";

/** The statements of `index.ts`. */
export function emitIndex(
  model: Model,
  modules: { readonly types: string; readonly client: string },
): ExportDeclarationStructure[] {
  const headers = model.clients.filter((client) => client.headers.length > 0).map(({ headersName }) => headersName);
  const enumerations = model.types.filter((type) => type.kind === "simple" && type.definition.values !== undefined);
  const others = model.types.filter((type) => !enumerations.includes(type));
  return [
    exportOf(
      modules.client,
      false,
      model.clients.map(({ className }) => className),
    ),
    exportOf(
      modules.types,
      false,
      enumerations.map(({ name }) => name),
    ),
    exportOf(modules.types, true, [...others.map(({ name }) => name), ...headers]),
  ].filter(({ namedExports }) => Array.isArray(namedExports) && namedExports.length > 0);
}

function exportOf(moduleSpecifier: string, isTypeOnly: boolean, namedExports: string[]): ExportDeclarationStructure {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, isTypeOnly, namedExports };
}
