/** A service of the sandbox: its tables, made ready for the namespaces of one base URL. */
import { Codec, type OperationNode, type ServiceNode } from "../schema/codec";
import type { TreeElement } from "./element-tree";
import type { SoapVersion } from "./envelope-text";
import type { Rename } from "./tolerance";

/** What an operation of the sandbox gets. */
export interface OperationRequest {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** The arguments, as the client's method takes them. */
  readonly args: unknown;
  /** Decoded header blocks that the operation declares, by property name. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly soapVersion: SoapVersion;
}

/**
 * What an operation of the sandbox does. Returns what the client's method resolves to; `undefined` leaves the result
 * element out. Throw a `SandboxFault` for a fault of your choice; any other error becomes a fault of the server.
 */
export type OperationHandler = (request: OperationRequest) => unknown;

/** A service to put into a sandbox. */
export interface ServiceOptions {
  /** The path of its address, for example `/soap/v2/OrderService.asmx`. */
  readonly path: string;
  /** `schemas.service` of a generated client. */
  readonly service: ServiceNode;
  /** By name of the operation as the WSDL has it. */
  readonly operations: Readonly<Record<string, OperationHandler>>;
  /** The base URL that the WSDL was written with: namespaces and actions that start with it move to the sandbox. */
  readonly declaredBaseUrl?: string;
  /** The text of the WSDL, for `?wsdl`. */
  readonly wsdl?: string;
}

/** A service with its namespaces in place. */
export class HostedService {
  readonly options: ServiceOptions;
  readonly baseUrl: string;
  readonly rename: Rename;
  readonly codec: Codec;
  readonly #byAction = new Map<string, OperationNode>();
  readonly #byElement = new Map<string, OperationNode>();

  constructor(options: ServiceOptions, baseUrl: string) {
    this.options = options;
    this.baseUrl = baseUrl;
    this.rename = (namespace) => moved(namespace, options.declaredBaseUrl, baseUrl);
    this.codec = new Codec({ validation: "lenient", rename: this.rename });
    for (const operation of options.service.operations) {
      for (const action of Object.values(operation.soapAction)) this.#byAction.set(this.rename(action), operation);
      const name = operation.input.body[0]?.name;
      if (name) this.#byElement.set(keyOf(this.rename(name.namespace), name.local), operation);
    }
  }

  operationByAction(action: string): OperationNode | undefined {
    return this.#byAction.get(action);
  }

  operationByElement(element: TreeElement | undefined): OperationNode | undefined {
    return element && this.#byElement.get(keyOf(element.name.namespace, element.name.local));
  }
}

/** `address` with the declared base URL replaced, when it starts with it. */
export function moved(address: string, declaredBaseUrl: string | undefined, baseUrl: string): string {
  if (declaredBaseUrl === undefined) return address;
  const isBelow = address === declaredBaseUrl || address.startsWith(`${declaredBaseUrl}/`);
  return isBelow ? baseUrl + address.slice(declaredBaseUrl.length) : address;
}

function keyOf(namespace: string, local: string): string {
  return `{${namespace}}${local}`;
}
