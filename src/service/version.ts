/** What the general code has to know of one version of the service. The generator writes it from the table of versions. */
import type { ClientOptions, ErrorKind, ServiceClient, ServiceNode } from "soapwright-runtime";

/** One version of the service. */
export interface ServiceVersion {
  /** For example `v3`. */
  readonly name: string;
  /** Name of its WSDL in the package's folder `wsdl`. */
  readonly wsdl: string;
  readonly service: ServiceNode;
  /** The base URL that the WSDL is written with. Absent where the target namespace does not move with the base URL. */
  readonly declaredBaseUrl?: string;
  /** The path of its address behind the base URL. */
  readonly path: string;
  readonly header?: HeaderRule;
  /** What faults mean that do not say it by themselves; the first that fits holds. */
  readonly faults?: readonly FaultRule[];
  /** Environment variables by option. A version reads only what it sends. */
  readonly variables: Readonly<{ [option: string]: string }>;
}

/** What a fault with this code or reason means. At least one of them is given, and both hold where both are. */
export interface FaultRule {
  /** Local name of its code or of a subcode. */
  readonly code?: string;
  /** What its reason has in it, in any letter case. */
  readonly reason?: string;
  readonly kind: ErrorKind;
}

/** The header block that carries the credentials. */
export interface HeaderRule {
  readonly element: string;
  /** In the order of the WSDL. */
  readonly children: readonly ChildRule[];
}

/** A child of the header block. */
export interface ChildRule {
  readonly name: string;
  /** The option of a client that it comes from. */
  readonly option: string;
  readonly required: boolean;
  /** Not to be shown in messages, events and errors. */
  readonly secret: boolean;
  /** What the sandbox takes for it. */
  readonly sandbox: string;
}

/** The WSDL's words, for a command's help. */
export interface Documentation {
  /** By method. */
  readonly operations: Readonly<{ [method: string]: string }>;
  /** Of what arguments are made of: by property of the type whose table it is. */
  readonly types: readonly { readonly type: object; readonly texts: Readonly<{ [key: string]: string }> }[];
}

/** A version with what a command needs to call its operations. */
export interface VersionClient {
  readonly version: ServiceVersion;
  readonly Client: new (options: ClientOptions<never>) => ServiceClient;
  readonly documentation: Documentation;
}
