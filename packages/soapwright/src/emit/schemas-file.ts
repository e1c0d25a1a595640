/** `schemas.ts`: the tables of the codecs. */

import type {
  ClientModel,
  DocumentModel,
  MessageModel,
  Model,
  OperationModel,
  TypeId,
  TypeModel,
} from "soapwright-contract";
import {
  elementTable,
  isEnumeration,
  operationTable,
  referringMessages,
  serviceTable,
  typesById,
  typeTable,
  usesSoapEncoding,
} from "soapwright-contract";
import { constant, exportedConstant } from "./declarations";
import type { ContractOrigin, EmitOptions } from "./emit-options";
import { NamespaceConstants } from "./emitted-namespaces";
import { typeArguments } from "./layout";
import { signatureTypes } from "./message-types";
import { namespaceImport, type Statements } from "./module-links";
import { Symbols } from "./symbols";
import { printTable, type TableScope } from "./table-printer";
import { described, quoted } from "./text";
import { valueText } from "./value-type";

/** Compilers skip the tables: types come from annotations of operations, and checking is slow. */
const uncheckedText =
  "// Types are in types.ts. Tables come from the same model, and compilers need not check them.\n// @ts-nocheck";

interface FileScope extends TableScope {
  readonly isReferring: (message: MessageModel) => boolean;
  readonly isEncoded: boolean;
  readonly contract: ContractOrigin;
}

export function emitSchemas(
  model: Model,
  { runtime, contract, extension, typeComments = false }: EmitOptions,
): Statements {
  const symbols = new Symbols();
  const { documents = [] } = model;
  const constants = [
    ...model.clients.flatMap((client) => [client.constant, ...client.operations.map((o) => o.constant)]),
    ...documents.map(({ constant }) => constant),
  ];
  const taken = [...model.types.map(({ name }) => name), ...constants];
  const namespaces = new NamespaceConstants(
    model.clients[0]?.targetNamespace ?? documents[0]?.element.name.namespace ?? "",
    taken,
  );
  const declared = new Set<TypeId>();
  const scope: FileScope = {
    types: typesById(model),
    prefix: "types.",
    symbols,
    typeComments,
    namespaces,
    declared,
    contract,
    isReferring: referringMessages(model),
    isEncoded: usesSoapEncoding(model),
  };
  const tables = model.types.map((type) => {
    const statement = emitTable(type, scope);
    declared.add(type.id);
    return statement;
  });
  const operations = model.clients.flatMap((client) => [
    ...client.operations.map((operation) => emitOperation(operation, client, scope)),
    emitService(client, scope),
  ]);
  const roots = documents.map((document) => emitDocument(document, scope));
  const spaces = namespaces.all.map(([name, uri]) => constant(name, symbols.call("namespace", [quoted(uri)])));
  const usesTypes = tables.length > 0 || operations.length > 0 || roots.length > 0;
  return [
    ...(usesTypes ? [uncheckedText] : []),
    ...symbols.declaration(runtime),
    ...(usesTypes ? [typesImport(extension, !model.types.some(isEnumeration))] : []),
    ...spaces,
    ...tables,
    ...operations,
    ...roots,
  ];
}

/** Returns a value import if the lists of enumerations are used too. */
export function typesImport(extension: string, isTypeOnly = true): Statements[number] {
  return namespaceImport("types", `./types${extension}`, isTypeOnly);
}

function emitTable(type: TypeModel, scope: TableScope): string {
  const kind = `${type.kind.charAt(0).toUpperCase()}${type.kind.slice(1)}` as Capitalize<typeof type.kind>;
  const annotation = `${scope.symbols.type(`${kind}Type`)}<types.${type.name}>`;
  return exportedConstant(type.name, annotation, printTable(typeTable(type), scope), "");
}

function emitOperation(operation: OperationModel, client: ClientModel, scope: FileScope): string {
  const { constant, name } = operation;
  const value = printTable(operationTable(operation, scope.isReferring), scope);
  const type = typeArguments(scope.symbols.type("Operation"), signatureTypes(operation, client, scope));
  return exportedConstant(constant, type, value, described(undefined, `operation ${name}`, scope));
}

function emitDocument({ constant, element }: DocumentModel, scope: TableScope): string {
  const { symbols } = scope;
  return exportedConstant(
    constant,
    `${symbols.type("DocumentElement")}<${valueText(element.type, scope)}>`,
    symbols.call("documentElement", [printTable(elementTable(element), scope)]),
    described(undefined, `element ${element.name.local}`, scope),
  );
}

function emitService(client: ClientModel, scope: FileScope): string {
  return exportedConstant(
    client.constant,
    scope.symbols.type("ServiceNode"),
    printTable(serviceTable(client, scope.contract, scope.isEncoded), scope),
    described(undefined, `service ${client.name}`, scope),
  );
}
