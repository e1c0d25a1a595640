/** `client.ts`: a class for each service, a method for each operation. */
import type {
  ClassDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodDeclarationStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  StatementStructures,
  TypeAliasDeclarationStructure,
} from "ts-morph";
import type { ClientModel, Model, OperationModel } from "../model/model";
import { typesById } from "../model/walk";
import { contentText, headersText, itemText, takesNothing } from "./message-types";
import { typesImport } from "./schemas-file";
import { Symbols } from "./symbols";
import { described } from "./text";
import { StructureKind } from "./ts-morph";
import type { TypeScope } from "./value-type";

/** The statements of `client.ts`. `credentials`: the type of those that the one client takes by their names. */
export function emitClient(
  model: Model,
  runtime: string,
  modules: { readonly types: string; readonly schemas: string },
  credentials?: TypeAliasDeclarationStructure,
): StatementStructures[] {
  const symbols = new Symbols();
  const scope: TypeScope = { types: typesById(model), prefix: "types.", symbols };
  const classes = model.clients.flatMap((client) => emitClass(client, scope, credentials?.name));
  if (credentials !== undefined) symbols.type("Credential");
  const usesTypes = JSON.stringify(classes).includes("types.");
  return [
    ...symbols.declaration(runtime),
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    ...(usesTypes ? [typesImport(modules.types)] : []),
    ...(credentials === undefined ? [] : [credentials]),
    ...classes,
  ];
}

/** A class, and before it the interfaces of its methods: a test double is a plain object with some of them. */
function emitClass(
  client: ClientModel,
  scope: TypeScope,
  credentials: string | undefined,
): (ClassDeclarationStructure | InterfaceDeclarationStructure)[] {
  const { symbols } = scope;
  const headers = client.headers.length === 0 ? symbols.type("NoHeaders") : `types.${client.headersName}`;
  const methods = client.operations.map((operation) => emitMethods(operation, client, scope, credentials));
  const { className, apiName, streamApiName } = client;
  const what = `The methods of ${className}`;
  const use = "A plain object that has them can take the place of a client, for example in a test.";
  const interfaces = [
    ...methodsInterface(
      apiName,
      `${what}. ${use}`,
      methods.map(([called]) => called),
    ),
    ...methodsInterface(
      streamApiName,
      `${what} that return the items of a list one by one. ${use}`,
      methods.flatMap(([, ...streams]) => streams),
    ),
  ];
  return [
    ...interfaces,
    {
      kind: StructureKind.Class,
      name: className,
      isExported: true,
      docs: [described(client.documentation, `service ${client.name}`)],
      extends: `${symbols.value("ServiceClient")}<${joined(headers, credentials)}>`,
      implements: interfaces.map(({ name }) => name),
      ctors: [
        {
          parameters: [{ name: "options", type: `${symbols.type("ClientOptions")}<${headers}>` }],
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
      methods: methods.flat().map(classMethod),
    },
  ];
}

/** A method as the class has it, and what the interface says that it returns. */
interface Method extends OptionalKind<MethodDeclarationStructure> {
  readonly promised: string;
}

/** None where it would have no methods. */
function methodsInterface(name: string, text: string, methods: readonly Method[]): InterfaceDeclarationStructure[] {
  if (methods.length === 0) return [];
  return [
    {
      kind: StructureKind.Interface,
      name,
      isExported: true,
      docs: [text],
      methods: methods.map(({ name: method, docs = [], parameters = [], promised }) => ({
        name: method,
        docs,
        parameters: parameters.map(({ initializer, ...parameter }) =>
          initializer === undefined ? parameter : { ...parameter, hasQuestionToken: true },
        ),
        returnType: promised,
      })),
    },
  ];
}

function classMethod({ promised: _promised, ...method }: Method): OptionalKind<MethodDeclarationStructure> {
  return method;
}

/** The method of an operation and, where its result is a list, the one that streams it. */
function emitMethods(
  operation: OperationModel,
  client: ClientModel,
  scope: TypeScope,
  credentials: string | undefined,
): [Method, ...Method[]] {
  const { symbols } = scope;
  const { method, constant, output, name, documentation } = operation;
  const parameters = parametersOf(operation, client, scope, credentials);
  const result = output === undefined ? "void" : contentText(output, scope);
  const called: Method = {
    name: method,
    docs: [described(documentation, operationLabel(operation))],
    parameters,
    returnType: `${symbols.type("Call")}<${result}>`,
    promised: `Promise<${result}>`,
    statements: [`return this.call(schemas.${constant}, args, options);`],
  };
  // Items of a SOAP array may stand anywhere in the Body: there is nothing to stream.
  if (output?.list !== "elements") return [called];
  const item = itemText(output, scope);
  return [
    called,
    {
      name: `${method}Stream`,
      docs: [described(`The items of ${method}, one by one while they arrive.`, `operation ${name}`)],
      parameters,
      returnType: `${symbols.type("ItemIterator")}<${item}>`,
      promised: `AsyncIterable<${item}>`,
      statements: [`return this.stream(schemas.${constant}, args, options);`],
    },
  ];
}

function parametersOf(
  operation: OperationModel,
  client: ClientModel,
  scope: TypeScope,
  credentials: string | undefined,
): OptionalKind<ParameterDeclarationStructure>[] {
  const { input } = operation;
  const options = joined(headersText(operation, client, scope), credentials);
  return [
    { name: "args", type: contentText(input, scope), ...(takesNothing(input, scope) ? { initializer: "{}" } : {}) },
    { name: "options", type: `${scope.symbols.type("CallOptions")}<${options}>`, hasQuestionToken: true },
  ];
}

/** Type arguments. */
function joined(headers: string, credentials: string | undefined): string {
  return credentials === undefined ? headers : `${headers}, ${credentials}`;
}

function operationLabel({ name, faults }: OperationModel): string {
  const text = `operation ${name}`;
  return faults.length === 0 ? text : `${text}, faults ${faults.map((fault) => fault.name).join(", ")}`;
}
