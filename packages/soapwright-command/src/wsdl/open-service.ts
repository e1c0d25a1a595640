/** Clients without generated code: the tables of a WSDL are made in memory, and the methods are made by them. */

import type { LoadOptions, Model, ModelOptions, TypeModel } from "soapwright-contract";
import {
  buildTables,
  type ClientModel,
  type Diagnostic,
  formatDiagnostic,
  type LoadedFile,
  octetMessages,
} from "soapwright-contract";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  type Feature,
  type ItemIterator,
  ServiceClient,
} from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/internal";
import { complexTypeOf, contentOf } from "soapwright-runtime/nodes";
import {
  type Contract,
  contractOf,
  type Operation,
  type OperationNode,
  type ServiceNode,
} from "soapwright-runtime/tables";
import { nearName } from "soapwright-runtime/xsd";
import { checkFit } from "../fit";
import { digest, type LoadedModel, loadModel } from "./load-model";

/** A method of an opened client, as a generated one has it. */
export type OpenedMethod = (args?: unknown, options?: CallOptions<unknown>) => Call<unknown>;
/** A method that yields the items of a list: `<method>Stream`. */
export type OpenedStream = (args?: unknown, options?: CallOptions<unknown>) => ItemIterator<unknown>;

/**
 * A client of a WSDL, with a method for each operation, and a method with `Stream` after its name for each result that is
 * a list. `Method` lists the methods that a program calls; by default it may call any.
 */
export type OpenedService<Method extends string = string> = OpenedClient & {
  readonly [M in Method]: M extends `${string}Stream` ? OpenedStream : OpenedMethod;
};

/** How documents are read and what the names and types of values are: options of the generator. */
export type OpenWsdlOptions = Omit<LoadOptions, "mayBeSchema"> &
  Omit<ModelOptions, "names" | "className" | "operations">;

/** Options of a client, and of the WSDL that it is made from. */
export interface OpenOptions extends ClientOptions<unknown, object> {
  /** The service to call, if the WSDL has several. */
  readonly service?: string;
  readonly wsdl?: OpenWsdlOptions;
  /** Receives each diagnostic of the documents, as a line. */
  readonly onDiagnostic?: (line: string, diagnostic: Diagnostic) => void;
}

/** The documents define no service, or not the one that `service` names. */
export class OpenProblem extends Error {
  override readonly name = "OpenProblem";
}

/** The class of opened clients, without its methods. */
export class OpenedClient extends ServiceClient<unknown> {
  /** The contract that the client was made from. */
  get contract(): Contract {
    return contractOf(partsOf(this).service);
  }

  /** @internal */
  static methodsOf({ operations }: ServiceNode, client: ClientModel): PropertyDescriptorMap {
    return Object.fromEntries(
      operations.flatMap((operation, at) => {
        const { method, output } = operation;
        // An operation of unknown types; its table checks the arguments.
        const typed = operation as Operation<unknown, unknown, unknown>;
        const takesObject = complexTypeOf(contentOf(operation.input).type) !== undefined && !operation.input.list;
        const given = (args: unknown): unknown => (args === undefined && takesObject ? {} : args);
        const called = {
          value(this: OpenedClient, args: unknown, options?: CallOptions<unknown>) {
            return this.call(typed, given(args), options);
          },
        };
        if (output === undefined || client.operations[at]!.output?.list !== "elements") return [[method, called]];
        const streamed = {
          value(this: OpenedClient, args: unknown, options?: CallOptions<unknown>) {
            return this.stream(operation as Operation<unknown, unknown[], unknown>, given(args), options);
          },
        };
        return [
          [method, called],
          [`${method}Stream`, streamed],
        ];
      }),
    );
  }
}

/** The services of a WSDL as tables. */
export interface LoadedService {
  readonly service: ServiceNode;
  readonly client: ClientModel;
}
export interface LoadedServices extends Pick<LoadedModel, "definitions" | "schemas"> {
  /** The documents that were read. */
  readonly read: readonly LoadedFile[];
  readonly model: Model;
  readonly services: readonly LoadedService[];
  /** The types by their tables. */
  readonly types: ReadonlyMap<object, TypeModel>;
}

/**
 * Reads a WSDL to tables.
 *
 * @throws OpenProblem with the errors of the documents.
 */
export async function loadServices(
  wsdl: string,
  { service: _, wsdl: options = {}, onDiagnostic }: Pick<OpenOptions, "service" | "wsdl" | "onDiagnostic">,
): Promise<LoadedServices> {
  const { model, diagnostics, read, definitions, schemas } = await loadModel(wsdl, options);
  for (const diagnostic of diagnostics) onDiagnostic?.(formatDiagnostic(diagnostic), diagnostic);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
  if (model === undefined || model.clients.length === 0)
    throw new OpenProblem(errors.length > 0 ? errors.slice(0, 10).join("\n") : `${wsdl} has no service.`);
  const types = new Map<object, TypeModel>();
  const tables = buildTables(model, { sha256: digest(read) }, (type, table) => void types.set(table, type));
  const services = model.clients.map((client, at) => ({ client, service: tables[at]! }));
  return { model, services, types, read, ...(definitions && { definitions }), ...(schemas && { schemas }) };
}

/** Returns the service that `name` names, or the only one. */
export function serviceNamed(services: readonly LoadedService[], name: string | undefined): LoadedService {
  const names = services.map(({ service }) => service.name);
  const [only, second] = services;
  if (name === undefined && second === undefined) return only!;
  const found = services.find(({ service, client }) => service.name === name || client.className === name);
  if (found !== undefined) return found;
  if (name === undefined)
    throw new OpenProblem(`The WSDL has several services: ${names.join(", ")}. Choose one with service.`);
  const near = nearName(name, names);
  const hint = near === undefined ? `It has ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new OpenProblem(`The WSDL has no service ${name}. ${hint}`);
}

/** Returns a client of a service that was read. */
export function openedClient<Method extends string = string>(
  { model }: Pick<LoadedServices, "model">,
  { service, client }: LoadedService,
  options: object,
): OpenedService<Method> {
  class Opened extends OpenedClient {}
  Object.defineProperties(Opened.prototype, OpenedClient.methodsOf(service, client));
  return new Opened(service, options, featuresOf(model)) as OpenedService<Method>;
}

/**
 * Opens a client of a WSDL, which makes the calls that a generated one makes. The WSDL is a path or an address.
 *
 * @throws OpenProblem when the documents have errors, or the service is not in them.
 * @throws ConfigurationError for an invalid option of the client.
 */
export async function openService<Method extends string = string>(
  wsdl: string | URL,
  options: OpenOptions = {},
): Promise<OpenedService<Method>> {
  checkFit("openService");
  const { service, wsdl: load, onDiagnostic, ...clientOptions } = options;
  const loaded = await loadServices(String(wsdl), {
    ...(load && { wsdl: load }),
    ...(onDiagnostic && { onDiagnostic }),
  });
  return openedClient<Method>(loaded, serviceNamed(loaded.services, service), clientOptions);
}

/**
 * Returns the table of an operation of a client, by its name in the WSDL or by the name of its method, for example for
 * `jsonSchemaOf`.
 *
 * @throws OpenProblem for an unknown operation.
 */
export function operationOf<H, C, O extends object>(client: ServiceClient<H, C, O>, name: string): OperationNode {
  const { operations } = partsOf(client).service;
  const found =
    operations.find(({ method }) => method === name) ?? operations.find((operation) => operation.name === name);
  if (found !== undefined) return found;
  const near = nearName(
    name,
    operations.map((operation) => operation.name),
  );
  throw new OpenProblem(`The service has no operation ${name}.${near === undefined ? "" : ` Did you mean ${near}?`}`);
}

/** The features that a generated client of the WSDL is made with. */
function featuresOf(model: Model): Feature<never>[] {
  const hasOctets = octetMessages(model);
  const isAddressed = model.clients.some(({ ports }) => ports.some(({ addressing }) => addressing !== undefined));
  const hasAttachments = model.clients.some(({ operations }) =>
    operations.some(({ input, output, mtom }) => mtom || hasOctets(input) || (output && hasOctets(output))),
  );
  return [
    ...(isAddressed
      ? [(require("soapwright-features/addressing") as typeof import("soapwright-features/addressing")).addressing()]
      : []),
    ...(hasAttachments
      ? [(require("soapwright-features/attachments") as typeof import("soapwright-features/attachments")).attachments()]
      : []),
  ];
}
