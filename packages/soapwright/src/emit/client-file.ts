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
  type ImportDeclarationStructure,
  type InterfaceDeclarationStructure,
  type MethodDeclarationStructure,
  type OptionalKind,
  type StatementStructures,
  StructureKind,
} from "ts-morph";
import type { EmitOptions } from "./emit-options";
import { type Code, lay, prefixed, typeArguments } from "./layout";
import { argumentsText, contentText, headersType, itemText, takesNothing } from "./message-types";
import { typesImport } from "./schemas-file";
import { signature } from "./signature";
import { Symbols } from "./symbols";
import { described } from "./text";
import type { TypeScope } from "./value-type";

interface FileScope extends TypeScope {
  readonly hasOctets: (message: MessageModel) => boolean;
}

/**
 * Returns the statements of the file. Imports are made last, because making the classes collects the names that they
 * need. Writes no file.
 */
export function emitClient(
  model: Model,
  {
    runtime,
    features,
    typeComments = false,
    credentials,
  }: Pick<EmitOptions, "runtime" | "features" | "typeComments" | "credentials">,
  modules: { readonly types: string; readonly schemas: string },
): (StatementStructures | string)[] {
  const symbols = new Symbols();
  const scope: FileScope = {
    types: typesById(model),
    prefix: "types.",
    symbols,
    typeComments,
    hasOctets: octetMessages(model),
  };
  const needed = featuresOf(model, scope);
  const classes = model.clients.flatMap((client) => emitClass(client, scope, credentials?.name, needed));
  if (credentials !== undefined) symbols.type("Credential");
  const usesTypes = JSON.stringify(classes).includes("types.");
  return [
    ...featureImports(needed, runtime, features),
    ...symbols.declaration(runtime),
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    ...(usesTypes ? [typesImport(modules.types)] : []),
    ...(credentials === undefined ? [] : [credentials.text]),
    ...classes,
  ];
}

/** A feature of the run time. Its entry point has the name of its factory. */
interface RuntimeFeature {
  readonly name: string;
  readonly options: string;
}

const ADDRESSING: RuntimeFeature = { name: "addressing", options: "AddressingOptions" };
const ATTACHMENTS: RuntimeFeature = { name: "attachments", options: "AttachmentOptions" };

function featuresOf({ clients }: Model, { hasOctets }: FileScope): RuntimeFeature[] {
  const isAddressed = clients.some(({ ports }) => ports.some(({ addressing }) => addressing !== undefined));
  const hasAttachments = clients.some(({ operations }) =>
    operations.some(
      ({ input, output, mtom }) => mtom || hasOctets(input) || (output !== undefined && hasOctets(output)),
    ),
  );
  return [...(isAddressed ? [ADDRESSING] : []), ...(hasAttachments ? [ATTACHMENTS] : [])];
}

/**
 * Returns imports of features from `specifier`, or from entry points: beside `…/tables` or `…/runtime`, otherwise below
 * the module.
 */
function featureImports(
  features: readonly RuntimeFeature[],
  runtime: string,
  specifier: string | undefined,
): ImportDeclarationStructure[] {
  const [, folder, extension = ""] = /^(.*\/)(?:tables|runtime)(\.\w+)?$/.exec(runtime) ?? [];
  return features.map(({ name, options }) => ({
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: specifier ?? (folder === undefined ? `${runtime}/${name}` : `${folder}${name}${extension}`),
    namedImports: [{ name: options, isTypeOnly: true }, name],
  }));
}

/**
 * Returns a class and the interfaces of its methods, so that a test double can be a plain object with some of the
 * methods.
 */
function emitClass(
  client: ClientModel,
  scope: FileScope,
  credentials: string | undefined,
  features: readonly RuntimeFeature[],
): (ClassDeclarationStructure | InterfaceDeclarationStructure)[] {
  const { symbols } = scope;
  const headers = client.headers.length === 0 ? symbols.type("NoHeaders") : `types.${client.headersName}`;
  const methods = client.operations.map((operation) => emitMethods(operation, client, scope, credentials, features));
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
      typeParameters: ["O extends object = object"],
      isExported: true,
      docs: present(described(client.documentation, `service ${client.name}`, scope)),
      extends: `${symbols.value("ServiceClient")}<${[headers, credentials ?? symbols.type("CallAuth"), featureOptions(features)].join(", ")}>`,
      implements: interfaces.map(({ name }) => name),
      ctors: [
        {
          ...signature(
            "constructor",
            [
              `options: ${[...features.map(({ options }) => options), `${symbols.type("ClientOptions")}<${headers}, O>`].join(" & ")}`,
            ],
            undefined,
          ),
          statements: [
            features.length === 0
              ? `super(schemas.${client.constant}, options);`
              : `super(schemas.${client.constant}, options, [${features.map(({ name }) => `${name}()`).join(", ")}]);`,
          ],
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
      methods: methods.flat().map((method) => classMethod(method)),
    },
  ];
}

/** A method of the class and of its interface, which differ in optional arguments and in the result. */
interface Method {
  readonly name: string;
  readonly docs: readonly string[];
  readonly args: string;
  readonly mayBeLeftOut: boolean;
  readonly options: Code;
  /** The interface has no type parameter. */
  readonly promisedOptions: Code;
  readonly returned: string;
  readonly promised: string;
  readonly statements: readonly string[];
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
        docs: [...docs],
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
    statements: [...statements],
  };
}

/** Returns the method of an operation and, if the result is a list, the method that streams it. */
function emitMethods(
  operation: OperationModel,
  client: ClientModel,
  scope: FileScope,
  credentials: string | undefined,
  features: readonly RuntimeFeature[],
): [Method, ...Method[]] {
  const { symbols } = scope;
  const { method, constant, input, output, name, documentation } = operation;
  const headers = headersType(operation, client, scope);
  const auth = credentials ?? symbols.type("CallAuth");
  const options = symbols.type("CallOptions");
  const callOptions = typeArguments(options, [headers, auth, featureOptions(features)]);
  const optionTypes = features.map((feature) => feature.options).join(" & ");
  const ofInterface = typeArguments(
    options,
    features.length > 0 ? [headers, auth, optionTypes] : [headers, ...(credentials === undefined ? [] : [credentials])],
  );
  const takes = {
    args: argumentsText(operation, scope),
    mayBeLeftOut: takesNothing(input, scope),
    options: prefixed("options?: ", callOptions),
    promisedOptions: prefixed("options?: ", ofInterface),
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
        parameter: `const S extends ${lay(typeArguments(options, [headers, auth, optionTypes]))}`,
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

/** Returns the type of the options that features add to a call's options. */
function featureOptions(features: readonly RuntimeFeature[]): string {
  return [...features.map(({ options }) => options), "O"].join(" & ");
}

function operationLabel({ name, faults }: OperationModel): string {
  const text = `operation ${name}`;
  return faults.length === 0 ? text : `${text}, faults ${faults.map((fault) => fault.name).join(", ")}`;
}
