/** A service for a sandbox, with the inputs and handlers of its operations. */

import type { OperationNode, Rename, ServiceNode } from "soapwright-runtime/tables";
import type { ServiceSecurity } from "soapwright-security";
import type { SoapVersion } from "./envelope-text";

/** The input of an operation in the sandbox. */
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
 * Runs an operation of the sandbox. Returns what the client's method resolves to; `undefined` leaves the result element
 * out. Throw a `SandboxFault` for a fault of your choice; any other error becomes a fault of the server.
 */
export type OperationHandler = (request: OperationRequest) => unknown;

/** The input of a typed handler beside the arguments. */
export interface HandlerContext<Headers = Readonly<Record<string, unknown>>> extends Omit<OperationRequest, "args"> {
  /** The children of the first header block that the operation declares: the credentials of most services. */
  readonly auth: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>> & Headers;
}

/** Runs an operation: takes the arguments of the client's method, returns the value that it resolves to. */
export type MethodHandler = (args: never, context: HandlerContext<never>) => unknown;

/** A call of an operation that has no handler of its own. */
export interface OtherOperation {
  readonly operation: OperationNode;
  readonly request: OperationRequest;
  /** Maps a namespace of the tables to the one on the wire. */
  readonly rename: Rename;
}

/** The code that creates a client of the service in the page's TypeScript. */
export interface ClientUse {
  /** The module to import it from. */
  readonly module: string;
  /** A class; with `credentials`, the function that creates the client. */
  readonly name: string;
  /** Option of the function by local name of a header's child: `{ Domain: "domain" }`. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
}

/** The documentation in the contract. */
export interface ContractDocumentation {
  /** Documentation by name of the operation. */
  readonly operations?: Readonly<Record<string, string>>;
  /** Documentation by name of the type, `{namespace}local`. */
  readonly types?: Readonly<Record<string, string>>;
}

/** A service for a sandbox. */
export interface ServiceOptions {
  /** The path of its address, for example `/soap/v2/OrderService.asmx`. */
  readonly path: string;
  /** `schemas.service` of a generated client. */
  readonly service: ServiceNode;
  /** Handlers by name of the operation as the WSDL has it. */
  readonly operations?: Readonly<Record<string, OperationHandler>> | undefined;
  /**
   * Handlers by name of the method (`addressGetList`), before `operations`. Exact type: `HandlersOf<typeof schemas>`.
   */
  readonly handlers?: Readonly<Record<string, MethodHandler | undefined>>;
  /**
   * Results as JSON, by name of the operation or of its method, after `handlers` and `operations`. Whole numbers that
   * JSON cannot hold, dates and bytes are strings.
   */
  readonly results?: Readonly<Record<string, unknown>> | undefined;
  /** Runs operations that have no handler. Default: values generated from the tables, the same at every start. */
  readonly otherOperations?: ((call: OtherOperation) => unknown) | undefined;
  /** The base URL that the WSDL was written with: namespaces and actions that start with it move to the sandbox. */
  readonly declaredBaseUrl?: string | undefined;
  /** The text of the WSDL, for `?wsdl`. Default: none, and `?wsdl` is status 404. */
  readonly wsdl?: string | undefined;
  /**
   * The documents of the contract, for `?wsdl` (name `""`) and for its imports from `?wsdl=NAME` and `?xsd=NAME`; used
   * before `wsdl`. `address` is the one that the caller used. Returns `undefined` when no document has that name.
   */
  readonly documents?: ((name: string, address: string) => string | undefined) | undefined;
  /**
   * Set for a class with a named WS-I binding: over SOAP 1.1 the stack itself then refuses a request without a declared
   * header, with a fault `soap:MustUnderstand`. Default false: the method runs without the header.
   */
  readonly requireHeaders?: boolean | undefined;
  /** Initial values of the page's forms, by local name of the element. */
  readonly examples?: Readonly<Record<string, string>> | undefined;
  /** The client in the page's TypeScript. Default: the class that `soapwright generate` writes into `generated`. */
  readonly client?: ClientUse | undefined;
  /** A command that makes the first call, shown on the page until a request arrives. Default: one of curl. */
  readonly firstCommand?: ((url: string) => string) | undefined;
  /** Shown beside operations and types. Default: the documentation of the operations in `wsdl`. */
  readonly documentation?: ContractDocumentation | undefined;
  /**
   * Checks UsernameTokens and signatures of requests, and signs responses; created by `createServiceSecurity` of the
   * entry point `security`. A request that it refuses gets a fault. Default: none.
   */
  readonly security?: ServiceSecurity | undefined;
}
