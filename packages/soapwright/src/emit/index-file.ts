/** `index.ts`: the exports of the generated client. */

import { interfaceNames, isEnumeration, type Model, type TypeModel, typeNames } from "soapwright-contract";
import type { ExportDeclarationStructure, StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { nameList } from "./layout";

export function emitIndex(
  model: Model,
  modules: { readonly types: string; readonly schemas: string; readonly client: string },
): StatementStructures[] {
  const headers = model.clients.filter((client) => client.headers.length > 0).map(({ headersName }) => headersName);
  const classes = model.clients.map(({ className }) => className);
  return [
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    ...exportOf(modules.client, false, classes),
    ...exportOf(modules.client, true, model.clients.flatMap(interfaceNames)),
    ...typeExports(modules.types, model.types, headers),
    // `isFaultOf` and sandboxes take an operation or a service from the tables.
    { kind: StructureKind.ExportDeclaration, namedExports: ["schemas"] },
  ];
}

/** Enumerations are exported as values too: the lists of their values. */
export function typeExports(
  module: string,
  types: readonly TypeModel[],
  headers: readonly string[],
): ExportDeclarationStructure[] {
  const others = types.filter((type) => !isEnumeration(type)).flatMap(typeNames);
  return [
    ...exportOf(
      module,
      false,
      types.filter(isEnumeration).map(({ name }) => name),
    ),
    ...exportOf(module, true, [...others, ...headers]),
  ];
}

function exportOf(
  moduleSpecifier: string,
  isTypeOnly: boolean,
  names: readonly string[],
): ExportDeclarationStructure[] {
  if (names.length === 0) return [];
  const around = `export ${isTypeOnly ? "type " : ""}{  } from "${moduleSpecifier}";`.length;
  // The printer takes as long for each of several names as for one text of all names.
  const namedExports = [nameList(names, around)];
  return [{ kind: StructureKind.ExportDeclaration, moduleSpecifier, isTypeOnly, namedExports }];
}
