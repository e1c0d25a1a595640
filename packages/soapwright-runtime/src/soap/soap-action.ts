import { ConfigurationError } from "../errors/configuration-error";
import type { OperationNode, ServiceNode } from "../schema/codec";

export interface SoapActionTerms {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  readonly rename: (namespace: string) => string;
}

/**
 * The action has no quotes (SOAP 1.1, 6.1.1; SOAP 1.2: `action` of the content type). It is renamed with the service's
 * namespace. Throws a `ConfigurationError` for characters that a header cannot carry.
 */
export function soapActionOf(operation: OperationNode, { service, soapVersion, rename }: SoapActionTerms): string {
  // The option `forceSoapVersion` is set to a version that the WSDL does not have.
  const isForced = service.ports.length > 0 && !service.ports.some((port) => port.soapVersion === soapVersion);
  const other = soapVersion === "1.1" ? "1.2" : "1.1";
  const action = operation.soapAction[soapVersion] ?? (isForced ? operation.soapAction[other] : undefined) ?? "";
  const moved = movedAction(action, service, rename);
  if (/[^\x20\x21\x23-\x7e\x80-\xff]/.test(moved)) {
    throw new ConfigurationError(
      "namespaces makes a SOAPAction of characters that a header cannot carry: printable characters of Latin-1 without quotes are allowed.",
      { option: "namespaces" },
    );
  }
  return moved;
}

/** Returns the action with the service's namespace at its beginning replaced by the namespace on the wire. */
export function movedAction(
  action: string,
  { targetNamespace }: ServiceNode,
  rename: (namespace: string) => string,
): string {
  return action.startsWith(targetNamespace) ? rename(targetNamespace) + action.slice(targetNamespace.length) : action;
}
