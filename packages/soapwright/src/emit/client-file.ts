/**
 * `client.ts`: a class and its interface for each service, a method for each operation, and a `…Stream` method where the
 * result is a list. It imports the features that the WSDL needs.
 */

import {
  type ClientModel,
  type MessageModel,
  type Model,
  type OperationModel,
  octetMessages,
  typesById,
} from "soapwright-contract";
import {
  type ClassDeclarationStructure,
  type InterfaceDeclarationStructure,
  type MethodDeclarationStructure,
  type OptionalKind,
  StructureKind,
} from "ts-morph";
import { FEATURES_PACKAGE, NODE_SOAP_PACKAGE, SECURITY_ENTRY } from "../names";
import type { EmitOptions } from "./emit-options";
import { type Code, lay, prefixed, typeArguments } from "./layout";
import { argumentsText, contentText, headersType, itemText, takesNothing } from "./message-types";
import { moduleLink, namespaceImport, type Statements } from "./module-links";
import { typesImport } from "./schemas-file";
import { signature } from "./signature";
import { Symbols } from "./symbols";
import { described, quoted } from "./text";
import type { TypeScope } from "./value-type";

interface FileScope extends TypeScope {
  readonly hasOctets: (message: MessageModel) => boolean;
  readonly features: readonly GeneratedFeature[];
  readonly nodeSoap: boolean;
  /** The type of credentials. Default: the run time's. */
  readonly credentials: string | undefined;
}

/**
 * Returns the statements of the file. Imports are made last, because making the classes collects the names that they
 * need.
 */
export function emitClient(
  model: Model,
  { runtime, features, nodeSoap = false, extension, typeComments = false, credentials }: EmitOptions,
): Statements {
  const symbols = new Symbols();
  const hasOctets = octetMessages(model);
  const scope: FileScope = {
    types: typesById(model),
    prefix: "types.",
    symbols,
    typeComments,
    hasOctets,
    features: featuresOf(model, hasOctets),
    nodeSoap,
    credentials: credentials?.name,
  };
  const classes = model.clients.flatMap((client) => emitClass(client, scope));
  if (credentials !== undefined) symbols.type("Credential");
  const usesTypes = JSON.stringify(classes).includes("types.");
  return [
    ...featureImports(scope.features, features),
    ...securityImport(model, features),
    ...moduleLink("import", nodeSoap ? ["nodeSoap"] : [], NODE_SOAP_PACKAGE),
    ...symbols.declaration(runtime),
    namespaceImport("schemas", `./schemas${extension}`),
    ...(usesTypes ? [typesImport(extension)] : []),
    ...(credentials === undefined ? [] : [credentials.text]),
    ...classes,
  ];
}

/** A feature of `soapwright-features`: its factory, and the type of its options. */
interface GeneratedFeature {
  readonly name: string;
  readonly options: string;
  /** The type of its options for a client, if it is another one. */
  readonly clientOptions?: string;
}

/** The feature that the policies of a client's ports configure, for example with `["password"] | ["samlAssertion"]`. */
function securityOf({ credentials }: ClientModel): GeneratedFeature[] {
  if (credentials === undefined) return [];
  const lists = credentials.map((names) => `[${names.map(quoted).join(", ")}]`).join(" | ");
  return [{ name: "policySecurity", options: `PolicyOptions<${lists}>`, clientOptions: `PolicySecurity<${lists}>` }];
}

function securityImport({ clients }: Model, specifier: string | undefined): Statements {
  const isNeeded = clients.some((client) => client.credentials !== undefined);
  const names = isNeeded ? ["type PolicyOptions", "type PolicySecurity", "policySecurity"] : [];
  return moduleLink("import", names, specifier ?? SECURITY_ENTRY);
}

function featuresOf({ clients }: Model, hasOctets: FileScope["hasOctets"]): GeneratedFeature[] {
  const isAddressed = clients.some(({ ports }) => ports.some(({ addressing }) => addressing !== undefined));
  const hasAttachments = clients.some(({ operations }) =>
    operations.some(({ input, output, mtom }) => mtom || hasOctets(input) || (output && hasOctets(output))),
  );
  return [
    ...(isAddressed ? [{ name: "addressing", options: "AddressingOptions" }] : []),
    ...(hasAttachments ? [{ name: "attachments", options: "AttachmentOptions" }] : []),
  ];
}

/** Returns the import of features from `specifier`, or from their package. */
function featureImports(features: readonly GeneratedFeature[], specifier: string | undefined): Statements {
  const names = features.flatMap(({ name, options }) => [`type ${options}`, name]);
  return moduleLink("import", names, specifier ?? FEATURES_PACKAGE);
}

/**
 * Returns a class and the interfaces of its methods, so that a test double can be a plain object with some of the
 * methods.
 */
function emitClass(
  client: ClientModel,
  file: FileScope,
): (ClassDeclarationStructure | InterfaceDeclarationStructure)[] {
  const scope = { ...file, features: [...file.features, ...securityOf(client)] };
  const { symbols, features, nodeSoap, credentials } = scope;
  const { className, constant } = client;
  const headers = client.headers.length === 0 ? symbols.type("NoHeaders") : `types.${client.headersName}`;
  const methods = client.operations.map((operation) => emitMethods(operation, client, scope));
  const what = `The methods of ${className}`;
  const use = "A plain object that has them can take the place of a client, for example in a test.";
  const calls = methods.map(([called]) => called);
  const streams = methods.flatMap(([, ...others]) => others);
  const interfaces = [
    ...methodsInterface(client.apiName, `${what}. ${use}`, calls),
    ...methodsInterface(client.streamApiName, `${what} that return the items of a list one by one. ${use}`, streams),
  ];
  const auth = credentials ?? symbols.type("CallAuth");
  const options = `${symbols.type("ClientOptions")}<${headers}, O>`;
  const factories = [...features.map(({ name }) => `${name}()`), ...(nodeSoap ? ["nodeSoap()"] : [])].join(", ");
  return [
    ...interfaces,
    {
      kind: StructureKind.Class,
      name: className,
      typeParameters: ["O extends object = object"],
      isExported: true,
      docs: present(described(client.documentation, `service ${client.name}`, scope)),
      extends: `${symbols.value("ServiceClient")}<${[headers, auth, intersection(features, "O")].join(", ")}>`,
      implements: interfaces.map(({ name }) => name),
      ctors: [
        {
          ...signature("constructor", [`options: ${clientOptions(features, options)}`], undefined),
          statements: [`super(schemas.${constant}, options${factories === "" ? "" : `, [${factories}]`});`],
        },
      ],
      getAccessors: [
        {
          name: "contract",
          docs: ["The contract that this class was generated from."],
          returnType: symbols.type("Contract"),
          statements: [`return ${symbols.value("contractOf")}(schemas.${constant});`],
        },
      ],
      methods: methods.flat().map(classMethod),
    },
  ];
}

/** Returns the types of the options that features add, and further types, as one type. */
function intersection(features: readonly GeneratedFeature[], ...others: readonly string[]): string {
  return [...features.map(({ options }) => options), ...others].join(" & ");
}

function clientOptions(features: readonly GeneratedFeature[], options: string): string {
  return [...features.map((feature) => feature.clientOptions ?? feature.options), options].join(" & ");
}

/** A method of the class and of its interface, which differ in optional arguments and in the result. */
interface Method {
  readonly name: string;
  readonly docs: string[];
  readonly args: string;
  readonly mayBeLeftOut: boolean;
  readonly options: Code;
  /** The interface has no type parameter. */
  readonly promisedOptions: Code;
  readonly returned: string;
  readonly promised: string;
  readonly statements: string[];
  /** In the class: the result type depends on the options. */
  readonly generic?: { readonly parameter: string; readonly options: Code; readonly returned: string };
}

function methodsInterface(name: string, text: string, methods: readonly Method[]): InterfaceDeclarationStructure[] {
  if (methods.length === 0) return [];
  return [
    {
      kind: StructureKind.Interface,
      name,
      isExported: true,
      docs: [text],
      methods: methods.map(({ name: method, docs, args, mayBeLeftOut, promisedOptions: options, promised }) => ({
        name: method,
        docs,
        ...signature(method, [`args${mayBeLeftOut ? "?" : ""}: ${args}`, options], promised, ";"),
      })),
    },
  ];
}

function classMethod(method: Method): OptionalKind<MethodDeclarationStructure> {
  const { name, args, mayBeLeftOut, statements, generic } = method;
  const { options, returned } = generic ?? method;
  const head = generic === undefined ? name : `${name}<${generic.parameter}>`;
  // Editors show the interface's documentation for the class too.
  return {
    name: head,
    ...signature(head, [`args: ${args}${mayBeLeftOut ? " = {}" : ""}`, options], returned),
    statements,
  };
}

/** Returns the method of an operation and, if the result is a list, the method that streams it. */
function emitMethods(operation: OperationModel, client: ClientModel, scope: FileScope): [Method, ...Method[]] {
  const { symbols, features, credentials } = scope;
  const { method, constant, input, output, name, documentation } = operation;
  const headers = headersType(operation, client, scope);
  const auth = credentials ?? symbols.type("CallAuth");
  const callOptions = (...types: readonly Code[]) => typeArguments(symbols.type("CallOptions"), types);
  const withFeatures = callOptions(headers, auth, intersection(features));
  const ofInterface = credentials === undefined ? callOptions(headers) : callOptions(headers, credentials);
  const takes = {
    args: argumentsText(operation, scope),
    mayBeLeftOut: takesNothing(input, scope),
    options: prefixed("options?: ", callOptions(headers, auth, intersection(features, "O"))),
    promisedOptions: prefixed("options?: ", features.length > 0 ? withFeatures : ofInterface),
  };
  const result = output === undefined ? "void" : contentText(output, scope);
  const sends = scope.hasOctets(input);
  const receives = output !== undefined && scope.hasOctets(output);
  const call = symbols.type("Call");
  const called: Method = {
    name: method,
    docs: present(described(documentation, operationLabel(operation), scope)),
    ...takes,
    ...(sends && { args: `${symbols.type("WithAttachments")}<${takes.args}>` }),
    returned: `${call}<${result}>`,
    promised: `Promise<${result}>`,
    statements: [
      `return this.${sends || receives ? "callWithAttachments" : "call"}(schemas.${constant}, args, options);`,
    ],
    ...(receives && {
      generic: {
        // Options of further features (`O`) would leave the result type unresolved in the class.
        parameter: `const S extends ${lay(withFeatures)}`,
        options: "options?: S & O",
        returned: `${call}<${symbols.type("AttachmentsOf")}<${result}, S>>`,
      },
    }),
  };
  // Items of a SOAP array may be anywhere in the Body, so they cannot be streamed.
  if (output?.list !== "elements") return [called];
  const item = itemText(output, scope);
  return [
    called,
    {
      name: `${method}Stream`,
      docs: present(described(`The items of ${method}, one by one while they arrive.`, `operation ${name}`, scope)),
      ...takes,
      returned: `${symbols.type("ItemIterator")}<${item}>`,
      promised: `AsyncIterable<${item}>`,
      statements: [`return this.stream(schemas.${constant}, args, options);`],
    },
  ];
}

function present(comment: string): string[] {
  return comment === "" ? [] : [comment];
}

function operationLabel({ name, faults }: OperationModel): string {
  const text = `operation ${name}`;
  return faults.length === 0 ? text : `${text}, faults ${faults.map((fault) => fault.name).join(", ")}`;
}
