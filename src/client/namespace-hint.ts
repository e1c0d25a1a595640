import type { FaultError } from "../errors/fault-error";

/** What a fault on a client's very first call may have to do with. */
export const NAMESPACE_HINT =
  "This was the client's first call: if the service does not know the operation or sees no credentials, its namespace " +
  "may be another one. Set namespace or namespaceBaseUrl (namespaces on a generated client).";

/**
 * Whether a wrong namespace can be behind this fault. A service that is asked in another namespace than its own does not
 * find the operation, the arguments or the header: it blames the sender, or itself. It does not ask for another envelope,
 * and knows nothing of faults that the WSDL declares for the operation.
 */
export function isHintWorthy({ fault }: FaultError): boolean {
  const isDeclared = fault.detail?.$type !== undefined;
  return !isDeclared && !["VersionMismatch", "DataEncodingUnknown"].includes(fault.code.local);
}
