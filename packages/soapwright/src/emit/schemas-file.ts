/** `schemas.ts`: the tables of the codecs. Each is checked against its interface when it is generated. */

import type {
  AlternativeModel,
  AttachmentModel,
  ClientModel,
  DocumentModel,
  MessageModel,
  Model,
  OperationModel,
  PortModel,
  QName,
  TypeId,
  TypeModel,
} from "soapwright-contract";
import { isEnumeration, referringMessages, typesById, usesSoapEncoding, visitType } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime";
import type { StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { constant, exportedConstant } from "./declarations";
import type { ContractOrigin, EmitOptions } from "./emit-options";
import { NamespaceConstants } from "./emitted-namespaces";
import { array, type Block, type Code, call, object, typeArguments } from "./layout";
import { signatureTypes } from "./message-types";
import { elementTable, partTable } from "./part-tables";
import { Symbols } from "./symbols";
import { definition, reference, type TableScope } from "./table-scope";
import { described, quoted } from "./text";
import { valueText } from "./value-type";

/** Compilers skip the tables of a client: types come from annotations of operations, and checking is slow. */
const uncheckedText =
  "// Types are in types.ts. Tables come from the same model, and compilers need not check them.\n// @ts-nocheck";

interface FileScope extends TableScope {
  readonly isReferring: (message: MessageModel) => boolean;
  readonly isEncoded: boolean;
  readonly contract: ContractOrigin;
}

export function emitSchemas(
  model: Model,
  { runtime, contract, typeComments = false }: Pick<EmitOptions, "runtime" | "contract" | "typeComments">,
  typesModule: string,
): (StatementStructures | string)[] {
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
    ...(usesTypes ? [typesImport(typesModule, !model.types.some(isEnumeration))] : []),
    ...spaces,
    ...tables,
    ...operations,
    ...roots,
  ];
}

/** `import type * as types`; a value import if the lists of enumerations are used too. */
export function typesImport(moduleSpecifier: string, isTypeOnly = true): StatementStructures {
  return { kind: StructureKind.ImportDeclaration, isTypeOnly, namespaceImport: "types", moduleSpecifier };
}

function emitTable(type: TypeModel, scope: FileScope): string {
  const { symbols, namespaces } = scope;
  const table = (builder: string, value: Code): string =>
    exportedConstant(type.name, `${symbols.type(builder)}<types.${type.name}>`, value, "");
  const nameOf = (name: QName | undefined): Code => (name === undefined ? "undefined" : namespaces.name(name));
  return visitType(type, {
    complex: ({ base, qname, abstract, parts }) => {
      const inherited =
        base === undefined ? [] : [symbols.call("extension", [reference({ of: "type", id: base }, scope)])];
      // Names are evaluated first, because the file declares them in order of first use.
      const name = nameOf(qname);
      const builder = symbols.value(abstract ? "abstractType" : "complexType");
      return table(
        "ComplexType",
        call(builder, [name, array([...inherited, ...parts.map((part) => partTable(part, scope))])]),
      );
    },
    simple: ({ definition: own, name }) => table("SimpleType", definition(own, scope, `types.${name}`)),
    polymorphic: ({ alternatives }) => {
      const values = alternatives.map((alternative) => alternativeTable(alternative, scope));
      return table("PolymorphicType", symbols.call("polymorphic", [array(values)]));
    },
    soapArray: ({ qname, item, itemType }) =>
      table(
        "SoapArrayType",
        symbols.call("soapArray", [nameOf(qname), reference(item, scope), namespaces.name(itemType)]),
      ),
  });
}

function alternativeTable(alternative: AlternativeModel, scope: TableScope): Code {
  const { symbols, namespaces } = scope;
  const { label, declared, wrapped, element, xsiType } = alternative;
  const builder = symbols.value(`${declared ? "declared" : "variant"}${wrapped ? "Value" : ""}`);
  const names = object({
    element: element === undefined ? undefined : namespaces.name(element),
    xsiType: xsiType === undefined ? undefined : namespaces.name(xsiType),
  });
  return call(builder, [quoted(label), reference(alternative.type, scope), ...(declared ? [] : [names])]);
}

function emitOperation(operation: OperationModel, client: ClientModel, scope: FileScope): string {
  const { symbols } = scope;
  const { name, method, style, use, outputUse, safe, soapAction, soapActionRequired, input, output, faults } =
    operation;
  const { action, messageNames, mtom, anonymous } = operation;
  const actions = Object.entries(soapAction).map(([version, action]): [string, Code] => [
    quoted(version),
    quoted(action),
  ]);
  const parts = object({
    name: quoted(name),
    method: quoted(method),
    style: quoted(style),
    use: quoted(use),
    outputUse: outputUse && quoted(outputUse),
    soapAction: object(Object.fromEntries(actions)),
    soapActionRequired: soapActionRequired ? "true" : undefined,
    safe: String(safe),
    input: messageTable(input, scope),
    output: output === undefined ? undefined : messageTable(output, scope),
    faults: array(
      faults.map((fault) => symbols.call("fault", [quoted(fault.name), elementTable(fault.detail, scope)])),
    ),
    action:
      action &&
      textTable({ ...action, faults: undefined }, action.faults && { faults: textTable(quotedKeys(action.faults)) }),
    messageNames: messageNames && textTable(messageNames),
    mtom: mtom && "true",
    anonymous: anonymous && quoted(anonymous),
  });
  const builder = symbols.value(output === undefined ? "oneWay" : "operation");
  const type: Block = typeArguments(symbols.type("Operation"), signatureTypes(operation, client, scope));
  return exportedConstant(
    operation.constant,
    type,
    call(builder, [parts]),
    described(undefined, `operation ${name}`, scope),
  );
}

function emitDocument({ constant, element }: DocumentModel, scope: FileScope): string {
  const { symbols } = scope;
  return exportedConstant(
    constant,
    `${symbols.type("DocumentElement")}<${valueText(element.type, scope)}>`,
    symbols.call("documentElement", [elementTable(element, scope)]),
    described(undefined, `element ${element.name.local}`, scope),
  );
}

function messageTable(message: MessageModel, scope: FileScope): Code {
  const isAttached = message.attachments.length > 0;
  const headers =
    message.headers.length === 0 && !isAttached
      ? []
      : [array(message.headers.map((header) => elementTable(header, scope)))];
  const table = scope.symbols.call(message.list ? "listMessage" : "message", [
    array(message.body.map((element) => elementTable(element, scope))),
    array(message.unwrap.map(quoted)),
    ...headers,
    ...(isAttached ? [array(message.attachments.map((element) => attachmentTable(element, scope)))] : []),
  ]);
  return scope.isReferring(message) ? scope.symbols.call("referring", [table]) : table;
}

function attachmentTable(element: AttachmentModel, scope: TableScope): Code {
  const table = elementTable(element, scope);
  return scope.symbols.call("attached", [table, ...element.contentTypes.map(quoted)]);
}

/** An object of string literals, followed by `more`. */
function textTable(
  texts: { readonly [key: string]: string | undefined },
  more: { readonly [key: string]: Code } = {},
): Code {
  const entries = Object.entries(texts).map(([key, text]) => [key, text === undefined ? undefined : quoted(text)]);
  return object({ ...Object.fromEntries(entries), ...more });
}

function quotedKeys(texts: { readonly [key: string]: string }): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [quoted(key), text]));
}

type AddressingModel = NonNullable<PortModel["addressing"]>;

function addressingTable({ version, required, anonymous, referenceParameters }: AddressingModel): Code {
  return object({
    version: quoted(version),
    required: String(required),
    anonymous: anonymous === undefined ? undefined : quoted(anonymous),
    referenceParameters: referenceParameters && array(referenceParameters.map(parameterTable)),
  });
}

function parameterTable({ name, attributes, children }: XmlElement): Code {
  const named = ({ namespace, local }: QName): Code => object({ namespace: quoted(namespace), local: quoted(local) });
  return object({
    name: named(name),
    attributes: array(attributes.map((each) => object({ name: named(each.name), value: quoted(each.value) }))),
    children: array(children.map((child) => (typeof child === "string" ? quoted(child) : parameterTable(child)))),
  });
}

function policyTable({ alternatives, operations, needs }: NonNullable<PortModel["policy"]>): Code {
  const listed = (all: typeof alternatives): Code => array(all.map((needs) => array(needs.map(quoted))));
  return object({
    alternatives: listed(alternatives),
    operations:
      operations &&
      object(Object.fromEntries(Object.entries(operations).map(([name, all]) => [quoted(name), listed(all)]))),
    needs: object(
      Object.fromEntries(
        Object.entries(needs).map(([need, { words, option, remedy }]) => [
          need,
          object({ words: quoted(words), option: option && quoted(option), remedy: remedy && quoted(remedy) }),
        ]),
      ),
    ),
  });
}

function contractTable({ sha256, version, date }: ContractOrigin): Code {
  return object({
    sha256: quoted(sha256),
    version: version === undefined ? undefined : quoted(version),
    date: date === undefined ? undefined : quoted(date),
  });
}

function emitService(client: ClientModel, scope: FileScope): string {
  const ports = client.ports.map(({ name, soapVersion, address, addressing, policy }) =>
    object({
      name: quoted(name),
      soapVersion: quoted(soapVersion),
      address: quoted(address),
      addressing: addressing && addressingTable(addressing),
      policy: policy && policyTable(policy),
    }),
  );
  const value = object({
    name: quoted(client.name),
    targetNamespace: quoted(client.targetNamespace),
    portType: scope.namespaces.name(client.portType),
    contract: contractTable(scope.contract),
    ports: array(ports),
    operations: array(client.operations.map(({ constant }) => constant)),
    soapEncoding: scope.isEncoded ? scope.symbols.value("soapEncoding") : undefined,
    checkPolicy: client.ports.some(({ policy }) => policy) ? scope.symbols.value("checkPolicy") : undefined,
  });
  return exportedConstant(
    client.constant,
    scope.symbols.type("ServiceNode"),
    scope.symbols.call("serviceOf", [value]),
    described(undefined, `service ${client.name}`, scope),
  );
}
