/** A service to put into a sandbox, and what its operations get and do. */

import type { OperationNode, Rename, ServiceNode } from "soapwright-runtime";
import type { ServiceSecurity } from "soapwright-security";
import type { SoapVersion } from "./envelope-text";

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

/** What a typed handler gets beside the arguments. */
export interface HandlerContext<Headers = Readonly<Record<string, unknown>>> extends Omit<OperationRequest, "args"> {
  /** The children of the first header block that the operation declares: the credentials of most services. */
  readonly auth: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>> & Headers;
}

/** What an operation does, by its method: takes what the client's method takes, returns what it resolves to. */
export type MethodHandler = (args: never, context: HandlerContext<never>) => unknown;

/** A call of an operation that has no handler of its own. */
export interface OtherOperation {
  readonly operation: OperationNode;
  readonly request: OperationRequest;
  /** From a namespace of the tables to the one on the wire. */
  readonly rename: Rename;
}

/** How a program makes its client of a service: what the page's TypeScript shows. */
export interface ClientUse {
  /** What to import it from. */
  readonly module: string;
  /** A class; with `credentials` the function that makes the client. */
  readonly name: string;
  /** Option of the function by local name of a header's child: `{ Domain: "domain" }`. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
}

/** What the contract says in words. */
export interface ContractDocumentation {
  /** By name of the operation. */
  readonly operations?: Readonly<Record<string, string>>;
  /** By name of the type, `{namespace}local`. */
  readonly types?: Readonly<Record<string, string>>;
}

/** A service to put into a sandbox. */
export interface ServiceOptions {
  /** The path of its address, for example `/soap/v2/OrderService.asmx`. */
  readonly path: string;
  /** `schemas.service` of a generated client. */
  readonly service: ServiceNode;
  /** By name of the operation as the WSDL has it. */
  readonly operations?: Readonly<Record<string, OperationHandler>> | undefined;
  /**
   * By name of the method (`addressGetList`); goes before `operations`. `HandlersOf<typeof schemas>` is its exact type.
   */
  readonly handlers?: Readonly<Record<string, MethodHandler | undefined>>;
  /**
   * Results as JSON, by name of the operation or of its method; `handlers` and `operations` go before them. Whole numbers
   * that JSON cannot hold, dates and bytes stand as texts.
   */
  readonly results?: Readonly<Record<string, unknown>> | undefined;
  /** Runs operations that have no handler. Default: values that are made of the tables, the same at every start. */
  readonly otherOperations?: ((call: OtherOperation) => unknown) | undefined;
  /** The base URL that the WSDL was written with: namespaces and actions that start with it move to the sandbox. */
  readonly declaredBaseUrl?: string | undefined;
  /** The text of the WSDL, for `?wsdl`. Default: none, and `?wsdl` is status 404. */
  readonly wsdl?: string | undefined;
  /**
   * The documents of the contract, for `?wsdl` (name `""`) and for what they import from `?wsdl=NAME` and `?xsd=NAME`; goes
   * before `wsdl`. `address` is where the service was reached. `undefined`: there is no document of that name.
   */
  readonly documents?: ((name: string, address: string) => string | undefined) | undefined;
  /**
   * The class has a named WS-I binding: over SOAP 1.1 the stack itself then refuses a request without a declared header,
   * with a fault `soap:MustUnderstand`. Default false: the method runs without the header.
   */
  readonly requireHeaders?: boolean | undefined;
  /** Values that the page's forms start with, by local name of the element. */
  readonly examples?: Readonly<Record<string, string>> | undefined;
  /** What the page's TypeScript makes the client with. Default: the class that `soapwright generate` writes into `generated`. */
  readonly client?: ClientUse | undefined;
  /** A command that makes the first call, for the page while no request has come. Default: one of curl. */
  readonly firstCommand?: ((url: string) => string) | undefined;
  /** Shown beside operations and types. Default: that of the operations in `wsdl`. */
  readonly documentation?: ContractDocumentation | undefined;
  /**
   * Checks UsernameTokens and signatures of requests, and signs responses: `createServiceSecurity` of the entry point
   * `security` makes it. A request that it refuses gets a fault. Default: none.
   */
  readonly security?: ServiceSecurity | undefined;
}
