/** `index.ts`: the exports of the generated client. */

import type { Model } from "soapwright-contract";
import { interfaceNames, isEnumeration, typeNames } from "soapwright-contract";
import type { ExportDeclarationStructure, StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { nameList } from "./layout";

export function emitIndex(
  model: Model,
  modules: { readonly types: string; readonly schemas: string; readonly client: string },
): StatementStructures[] {
  const headers = model.clients.filter((client) => client.headers.length > 0).map(({ headersName }) => headersName);
  const enumerations = model.types.filter(isEnumeration);
  const others = model.types.filter((type) => !isEnumeration(type));
  const names = [
    exportOf(
      modules.client,
      false,
      model.clients.map(({ className }) => className),
    ),
    exportOf(modules.client, true, model.clients.flatMap(interfaceNames)),
    exportOf(
      modules.types,
      false,
      enumerations.map(({ name }) => name),
    ),
    exportOf(modules.types, true, [...others.flatMap(typeNames), ...headers]),
  ].filter(({ namedExports }) => Array.isArray(namedExports) && namedExports.length > 0);
  return [
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    ...names,
    // The tables, for `isFaultOf` and sandboxes, which take an operation or a service.
    { kind: StructureKind.ExportDeclaration, namedExports: ["schemas"] },
  ];
}

function exportOf(moduleSpecifier: string, isTypeOnly: boolean, names: readonly string[]): ExportDeclarationStructure {
  const around = `export ${isTypeOnly ? "type " : ""}{  } from "${moduleSpecifier}";`.length;
  // One text, because the printer takes as long for each of several names as for all of them.
  const namedExports = names.length === 0 ? [] : [nameList(names, around)];
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, isTypeOnly, namedExports };
}
