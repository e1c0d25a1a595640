/** The tables of a service, which refer to code that only some services need. */
import type { checkPolicy } from "../policy-needs";
import type { OperationNode, PortNode } from "./nodes";
import type { QName } from "./table-values";

/** The code of the SOAP encoding, as the value `soapEncoding`. Only the run time reads its members. */
export interface SoapEncoding {
  readonly of: "soapEncoding";
}
/** A service of one WSDL: the tables that a generated client passes to `ServiceClient`. */
export interface ServiceNode {
  readonly name: string;
  readonly targetNamespace: string;
  /** The port type, for the default names of WS-Addressing actions. Absent for tables written by hand. */
  readonly portType?: QName;
  /** The source of the tables. Absent for tables written by hand. */
  readonly contract?: { readonly sha256: string; readonly version?: string; readonly date?: string };
  readonly ports: readonly PortNode[];
  readonly operations: readonly OperationNode[];
  /** The code of the SOAP encoding. Present when operations use the encoding or types are its arrays. */
  readonly soapEncoding?: SoapEncoding;
  /** The check of policies. Present when a port has policies. */
  readonly checkPolicy?: typeof checkPolicy;
}
