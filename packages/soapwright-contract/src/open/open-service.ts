/** Clients without generated code: the tables of a WSDL are made in memory, and the methods are made by them. */

import type { PolicyOptions } from "soapwright-features/security";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  type Feature,
  type ItemIterator,
  ServiceClient,
} from "soapwright-runtime";
import { complexTypeOf, contentOf, ownValue } from "soapwright-runtime/codecs";
import { checkObject } from "soapwright-runtime/extend";
import { partsOf } from "soapwright-runtime/http";
import {
  type Contract,
  contractOf,
  type Operation,
  type OperationNode,
  type ServiceNode,
} from "soapwright-runtime/tables";
import { nearName } from "soapwright-runtime/xsd";
import type { Diagnostic } from "../diagnostics";
import type { ClientModel, Model } from "../model/model";
import { octetMessages } from "../model/octets";
import {
  type LoadedService,
  type LoadedServices,
  loadServices,
  OpenProblem,
  type OpenWsdlOptions,
  serviceNamed,
} from "./loaded-services";

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

/** Options of a client, and of the WSDL that it is made from. */
export interface OpenOptions extends ClientOptions<unknown, object> {
  /** The service to call, if the WSDL has several. */
  readonly service?: string;
  /**
   * The credentials that the policy of the WSDL asks for: `username`, `password`, `certificate`, `key`,
   * `serviceCertificate`, `samlAssertion`, `issuer`. The policy chooses how messages are secured.
   */
  readonly security?: PolicyOptions["security"];
  readonly wsdl?: OpenWsdlOptions;
  /** Receives each diagnostic of the documents, as a line. */
  readonly onDiagnostic?: (line: string, diagnostic: Diagnostic) => void;
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

/** Resolves to a client of a service that was read. The features that its WSDL needs are loaded here. */
export async function openedClient<Method extends string = string>(
  { model }: Pick<LoadedServices, "model">,
  { service, client }: LoadedService,
  options: object,
): Promise<OpenedService<Method>> {
  class Opened extends OpenedClient {}
  Object.defineProperties(Opened.prototype, OpenedClient.methodsOf(service, client));
  // The feature refuses credentials that no policy takes.
  const isSecured = client.credentials !== undefined || Boolean(ownValue(options, "security"));
  return new Opened(service, options, await featuresOf(model, isSecured)) as OpenedService<Method>;
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
  checkObject("options", options);
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
  throw new OpenProblem(
    "opened-operation-unknown",
    `The service has no operation ${name}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
  );
}

/** The features that a generated client of the WSDL is made with. */
async function featuresOf(model: Model, isSecured: boolean): Promise<Feature<never>[]> {
  const hasOctets = octetMessages(model);
  const isAddressed = model.clients.some(({ ports }) => ports.some(({ addressing }) => addressing !== undefined));
  const hasAttachments = model.clients.some(({ operations }) =>
    operations.some(({ input, output, mtom }) => mtom || hasOctets(input) || (output && hasOctets(output))),
  );
  const features: Feature<never>[] = [];
  if (isAddressed || hasAttachments) {
    const { addressing, attachments } = await import("soapwright-features");
    features.push(...(isAddressed ? [addressing()] : []), ...(hasAttachments ? [attachments()] : []));
  }
  if (isSecured) {
    const { policySecurity } = await import("soapwright-features/security");
    features.push(policySecurity());
  }
  return features;
}
