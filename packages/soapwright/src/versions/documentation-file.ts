/** Emits `documentation.ts`: the WSDL's documentation of operations and arguments, for a command's help. */

import type { ComplexModel, Model, PartModel } from "soapwright-contract";
import { keyedParts } from "soapwright-contract";
import type { StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { exportedConstant } from "../emit/declarations";
import { array, type Code, object } from "../emit/layout";
import { propertyName, quoted } from "../emit/text";
import { serviceTypes } from "./service-module";
import type { VersionFiles } from "./version-file";

export function emitDocumentation({ row }: VersionFiles, model: Model): (StatementStructures | string)[] {
  const operations = model.clients.flatMap((client) =>
    client.operations.map(({ method, documentation }) => [method, documentation] as const),
  );
  const types = model.types
    .filter((type): type is ComplexModel => type.kind === "complex" && type.direction.input)
    .map((type) => ({ name: type.name, texts: textsOf(documented(type.parts)) }))
    .filter((type) => type.texts !== undefined);
  const value = object({
    operations: textsOf(operations) ?? object({}),
    types: array(types.map((type) => object({ type: `schemas.${type.name}`, texts: type.texts }))),
  });
  return [
    serviceTypes("Documentation"),
    ...(types.length === 0 ? [] : [schemasImport]),
    exportedConstant(
      "documentation",
      "Documentation",
      value,
      `What the WSDL says of the operations of ${row.folder.text}, and of what they take.`,
    ),
  ];
}

const schemasImport: StatementStructures = {
  kind: StructureKind.ImportDeclaration,
  namespaceImport: "schemas",
  moduleSpecifier: "./schemas",
};

function documented(parts: readonly PartModel[]): (readonly [key: string, text: string | undefined])[] {
  return keyedParts(parts).flatMap((part) => ("documentation" in part ? [[part.key, part.documentation]] : []));
}

function textsOf(entries: readonly (readonly [key: string, text: string | undefined])[]): Code | undefined {
  const said = entries.flatMap(([key, text]): [string, Code][] => {
    const line = text?.replace(/\s+/g, " ").trim() ?? "";
    return line === "" ? [] : [[propertyName(key), quoted(line)]];
  });
  return said.length === 0 ? undefined : object(Object.fromEntries(said));
}
