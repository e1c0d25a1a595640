import type { OperationNode, ServiceNode } from "../schema/codec";

export interface SoapActionTerms {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  readonly rename: (namespace: string) => string;
}

/** The action is renamed with the service's namespace. */
export function soapActionOf(operation: OperationNode, { service, soapVersion, rename }: SoapActionTerms): string {
  // The option `quirks.forceSoapVersion` is set to a version that the WSDL does not have.
  const isForced = service.ports.length > 0 && !service.ports.some((port) => port.soapVersion === soapVersion);
  const other = soapVersion === "1.1" ? "1.2" : "1.1";
  const action = operation.soapAction[soapVersion] ?? (isForced ? operation.soapAction[other] : undefined) ?? "";
  return movedAction(action, service, rename);
}

/** Returns the action for an HTTP header: a URI (SOAP 1.1, 6.1.1), in which quotes and non-ASCII are percent-encoded. */
export function escapedAction(action: string): string {
  return action.replace(/[^\x20\x21\x23-\x7e]+/g, encodeURIComponent);
}

/** Returns the action with the service's namespace at its beginning replaced by the namespace on the wire. */
export function movedAction(
  action: string,
  { targetNamespace }: ServiceNode,
  rename: (namespace: string) => string,
): string {
  return action.startsWith(targetNamespace) ? rename(targetNamespace) + action.slice(targetNamespace.length) : action;
}
