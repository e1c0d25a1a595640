/** The data of one version for the general code. The generator writes it from the table of versions. */
import type { ClientOptions, ErrorKind, ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";

/** One version of the service. */
export interface ServiceVersion {
  /** For example `v3`. */
  readonly name: string;
  /** Name of its WSDL in the package's folder `wsdl`. */
  readonly wsdl: string;
  readonly service: ServiceNode;
  /** The base URL in the WSDL. Absent where the target namespace does not change with the base URL. */
  readonly declaredBaseUrl?: string;
  /** The path of its address after the base URL. */
  readonly path: string;
  readonly header?: HeaderRule;
  /** Meanings of faults whose code and reason do not suffice. The first match applies. */
  readonly faults?: readonly FaultRule[];
  /** Environment variables by option. A version reads only what it sends. */
  readonly variables: Readonly<{ [option: string]: string }>;
}

/** The kind of error that a fault with this code or reason is. At least one is set; if both are, both must match. */
export interface FaultRule {
  /** Local name of the fault's code or of a subcode. */
  readonly code?: string;
  /** Part of the fault's reason, in any letter case. */
  readonly reason?: string;
  readonly kind: ErrorKind;
}

/** The header block with the credentials. */
export interface HeaderRule {
  readonly element: string;
  /** In the order of the WSDL. */
  readonly children: readonly ChildRule[];
}

/** A child of the header block. */
export interface ChildRule {
  readonly name: string;
  /** The client option that holds its value. */
  readonly option: string;
  readonly required: boolean;
  /** Never shown in messages, events and errors. */
  readonly secret: boolean;
  /** The value that the sandbox accepts. */
  readonly sandbox: string;
}

/** The WSDL's documentation, for a command's help. */
export interface Documentation {
  /** By method. */
  readonly operations: Readonly<{ [method: string]: string }>;
  /** Documentation of arguments: by property of the type with this table. */
  readonly types: readonly { readonly type: object; readonly texts: Readonly<{ [key: string]: string }> }[];
}

/** A version with everything that a command needs to call its operations. */
export interface VersionClient {
  readonly version: ServiceVersion;
  readonly Client: new (options: ClientOptions<never>) => ServiceClient;
  readonly documentation: Documentation;
}
