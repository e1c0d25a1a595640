/** The data of one version for the code that all versions share. The generator writes it from the table of versions. */
import type { ClientOptions } from "../client/client-options";
import type { ServiceClient } from "../client/service-client";
import type { ErrorKind } from "../errors/kind";
import type { ServiceNode } from "../schema/tables/service-node";

/** One version of the service. */
export interface ServiceVersion {
  /** For example `v3`. */
  readonly name: string;
  /** The class of its clients, for example `EmployeeServiceV3`, which `create` and this name make. */
  readonly className: string;
  /** The WSDL is in the package's folder `wsdl`. */
  readonly wsdl: string;
  readonly service: ServiceNode;
  /** The base URL in the WSDL; undefined if the target namespace does not change with it. */
  readonly declaredBaseUrl?: string;
  /** The path follows the base URL. */
  readonly path: string;
  readonly header?: HeaderRule;
  /** The kinds of faults that code and reason do not tell. The first matching rule applies. */
  readonly faults?: readonly FaultRule[];
  /** Environment variables by option. A version reads only what it sends. */
  readonly variables: Readonly<{ [option: string]: string }>;
}

/** The kind of error for faults with this code or reason. At least one is set; if both are, both must match. */
export interface FaultRule {
  /** The local name of the fault's code or of a subcode. */
  readonly code?: string;
  /** A part of the fault's reason, in any letter case. */
  readonly reason?: string;
  readonly kind: ErrorKind;
}

/** The header block with the credentials of a version, by the local name of its element. */
export interface HeaderRule {
  readonly element: string;
  /** The children, in the order of the WSDL. */
  readonly children: readonly ChildRule[];
}

/** A child of the header block with credentials, and the option that gives its text. */
export interface ChildRule {
  readonly name: string;
  readonly option: string;
  readonly required: boolean;
  readonly secret: boolean;
  /** The value that the sandbox accepts. */
  readonly sandbox: string;
}

/** The documentation in the WSDL, for a command's help. */
export interface Documentation {
  readonly operations: Readonly<{ [method: string]: string }>;
  readonly types: readonly { readonly type: object; readonly texts: Readonly<{ [key: string]: string }> }[];
}

/** The class of the clients of a version. */
export type ClientClass = new (options: ClientOptions<never>) => ServiceClient;

/** The data of a version that the help of a command needs. */
export interface DocumentedVersion {
  readonly version: ServiceVersion;
  readonly documentation: Documentation;
}

/** The data that a command needs to call the operations of a version. */
export interface VersionClient extends DocumentedVersion {
  readonly Client: ClientClass;
}
