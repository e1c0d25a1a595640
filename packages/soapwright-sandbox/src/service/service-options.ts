/** A service of a sandbox: its tables, and the inputs and handlers of its operations. */

import type { ServiceSecurity } from "soapwright-features/security";
import type { Rename } from "soapwright-runtime/codecs";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import type { SoapVersion } from "../asmx/envelope-text";
import type { ServiceSignIn } from "../sign-in/service-sign-in";

/** The decoded request that a handler receives. */
export interface OperationRequest {
  /** The name of the operation in the WSDL. */
  readonly operation: string;
  /** The arguments, in the form that the client's method takes. */
  readonly args: unknown;
  /** Decoded header blocks that the operation declares, by property name. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly soapVersion: SoapVersion;
  /** Who has signed in, by `signIn` or `security`. Undefined for a service that does not ask. */
  readonly user?: string | undefined;
}

/**
 * Runs an operation of the sandbox. Returns the value that the client's method resolves to; `undefined` leaves the
 * result element out. Throw a `SandboxFault` for a fault of your choice; any other error becomes a fault with the code
 * `Server`.
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

/** A call of an operation without its own handler. */
export interface OtherOperation {
  readonly operation: OperationNode;
  readonly request: OperationRequest;
  /** Maps a namespace of the tables to the namespace on the wire. */
  readonly rename: Rename;
}

/** The code that creates a client of the service in the TypeScript of the page. */
export interface ClientUse {
  /** The module to import it from. */
  readonly module: string;
  /** The name of a class. With `credentials`, the name of a function that creates the client. */
  readonly name: string;
  /** The option of the function for each child of a header, by local name: `{ Domain: "domain" }`. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
}

/** The documentation in the contract. */
export interface ContractDocumentation {
  /** Documentation by name of the operation. */
  readonly operations?: Readonly<Record<string, string>>;
  /** Documentation by name of the type, `{namespace}local`. */
  readonly types?: Readonly<Record<string, string>>;
}

/** One service of a sandbox: its path and tables, and how its operations are run. */
export interface ServiceOptions {
  /** The path of its address, for example `/soap/v2/OrderService.asmx`. */
  readonly path: string;
  /** The tables of the service: `schemas.service` of a generated client. */
  readonly service: ServiceNode;
  /** Handlers by name of the operation in the WSDL. */
  readonly operations?: Readonly<Record<string, OperationHandler>> | undefined;
  /**
   * Handlers by name of the method (`addressGetList`), before `operations`. Exact type: `HandlersOf<typeof schemas>`.
   */
  readonly handlers?: Readonly<Record<string, MethodHandler | undefined>>;
  /**
   * Results as JSON, by name of the operation or of its method, used after `handlers` and `operations`. Dates, bytes
   * and integers that JSON cannot represent are strings.
   */
  readonly results?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Runs operations without a handler. Default: returns values that are generated from the tables, the same at every
   * start.
   */
  readonly otherOperations?: ((call: OtherOperation) => unknown) | undefined;
  /** The base URL in the WSDL. Namespaces and actions that start with it move to the sandbox. */
  readonly declaredBaseUrl?: string | undefined;
  /** The text of the WSDL, which `?wsdl` returns. Without it and `documents`, `?wsdl` has status 404. */
  readonly wsdl?: string | undefined;
  /**
   * Returns a document of the contract: for `?wsdl` (name `""`), and for its imports from `?wsdl=NAME` and `?xsd=NAME`.
   * Used before `wsdl`. `address` is the address that the caller used. Returns `undefined` if no document has the name.
   */
  readonly documents?: ((name: string, address: string) => string | undefined) | undefined;
  /**
   * Set for a class with a named WS-I binding: ASP.NET refuses a SOAP 1.1 request without a declared header, with a
   * fault `soap:MustUnderstand`. Default false: the method runs without the header.
   */
  readonly requireHeaders?: boolean | undefined;
  /** Initial values of the page's forms, by local name of the element. */
  readonly examples?: Readonly<Record<string, string>> | undefined;
  /**
   * The code that creates a client, for the TypeScript of the page. Default: the class that `soapwright generate`
   * writes into `generated`.
   */
  readonly client?: ClientUse | undefined;
  /**
   * Returns a command that makes the first call, which the page shows until a request arrives. Default: a curl command.
   */
  readonly firstCommand?: ((url: string) => string) | undefined;
  /**
   * The documentation that the page shows beside operations and types. Default: the documentation of the operations in
   * `wsdl`.
   */
  readonly documentation?: ContractDocumentation | undefined;
  /**
   * Checks UsernameTokens and signatures of requests, and signs responses. Create it with `createServiceSecurity` of
   * the entry point `security`. A request that it refuses gets a fault. Default: none.
   */
  readonly security?: ServiceSecurity | undefined;
  /**
   * How callers sign in by HTTP. A request that does not is in the exchanges alone, as status 401. Default: none is
   * required.
   */
  readonly signIn?: ServiceSignIn | undefined;
}
