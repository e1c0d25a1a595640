/** `client.ts`: a class for each service, a method for each operation. */
import type {
  ClassDeclarationStructure,
  MethodDeclarationStructure,
  OptionalKind,
  StatementStructures,
} from "ts-morph";
import type { ClientModel, Model, OperationModel } from "../model/model";
import { typesById } from "../model/walk";
import type { EmitOptions } from "./emit-options";
import type { KeptTexts } from "./kept-texts";
import { prefixed, typeArguments } from "./layout";
import { contentText, headersType, itemText, takesNothing } from "./message-types";
import { typesImport } from "./schemas-file";
import { signature } from "./signature";
import { Symbols } from "./symbols";
import { described } from "./text";
import { StructureKind } from "./ts-morph";
import type { TypeScope } from "./value-type";

interface FileScope extends TypeScope {
  readonly texts: KeptTexts;
}

/** The statements of `client.ts`. */
export function emitClient(
  model: Model,
  { runtime }: Pick<EmitOptions, "runtime">,
  modules: { readonly types: string; readonly schemas: string },
  texts: KeptTexts,
): StatementStructures[] {
  const symbols = new Symbols();
  const scope: FileScope = { types: typesById(model), prefix: "types.", symbols, texts };
  const classes = model.clients.map((client) => emitClass(client, scope));
  const usesTypes = texts.restore(JSON.stringify(classes)).includes("types.");
  return [
    ...symbols.declaration(runtime, texts),
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    ...(usesTypes ? [typesImport(modules.types)] : []),
    ...classes,
  ];
}

function emitClass(client: ClientModel, scope: FileScope): ClassDeclarationStructure {
  const { symbols } = scope;
  const headers = client.headers.length === 0 ? symbols.type("NoHeaders") : `types.${client.headersName}`;
  return {
    kind: StructureKind.Class,
    name: client.className,
    isExported: true,
    docs: [described(client.documentation, `service ${client.name}`)],
    extends: `${symbols.value("ServiceClient")}<${headers}>`,
    ctors: [
      {
        ...signature("constructor", [`options: ${symbols.type("ClientOptions")}<${headers}>`], undefined, scope.texts),
        statements: [`super(schemas.${client.constant}, options);`],
      },
    ],
    getAccessors: [
      {
        name: "contract",
        docs: ["The contract that this class was generated from."],
        returnType: symbols.type("Contract"),
        statements: [`return ${symbols.value("contractOf")}(schemas.${client.constant});`],
      },
    ],
    methods: client.operations.flatMap((operation) => emitMethods(operation, client, scope)),
  };
}

function emitMethods(
  operation: OperationModel,
  client: ClientModel,
  scope: FileScope,
): OptionalKind<MethodDeclarationStructure>[] {
  const { symbols } = scope;
  const { method, constant, input, output, name, documentation } = operation;
  const args = contentText(input, scope);
  const parameters = [
    `args: ${args}${takesNothing(input, scope) ? " = {}" : ""}`,
    prefixed("options?: ", typeArguments(symbols.type("CallOptions"), [headersType(operation, client, scope)])),
  ];
  const result = output === undefined ? "void" : contentText(output, scope);
  const called: OptionalKind<MethodDeclarationStructure> = {
    name: method,
    docs: [described(documentation, operationLabel(operation))],
    ...signature(method, parameters, `${symbols.type("Call")}<${result}>`, scope.texts),
    statements: [`return this.call(schemas.${constant}, args, options);`],
  };
  // Items of a SOAP array may stand anywhere in the Body: there is nothing to stream.
  if (output?.list !== "elements") return [called];
  const items = `${symbols.type("ItemIterator")}<${itemText(output, scope)}>`;
  return [
    called,
    {
      name: `${method}Stream`,
      docs: [described(`The items of ${method}, one by one while they arrive.`, `operation ${name}`)],
      ...signature(`${method}Stream`, parameters, items, scope.texts),
      statements: [`return this.stream(schemas.${constant}, args, options);`],
    },
  ];
}

function operationLabel({ name, faults }: OperationModel): string {
  const text = `operation ${name}`;
  return faults.length === 0 ? text : `${text}, faults ${faults.map((fault) => fault.name).join(", ")}`;
}
