import { ConfigurationError } from "../errors/configuration-error";
import type { OperationNode, ServiceNode } from "../schema/codec";

/** What the SOAPAction of a service's operations follows from. */
export interface SoapActionTerms {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  readonly rename: (namespace: string) => string;
}

/**
 * The SOAPAction of an operation, without its quotes (SOAP 1.1, 6.1.1; SOAP 1.2: `action` of the content type). It moves with the
 * service's namespace.
 */
export function soapActionOf(operation: OperationNode, { service, soapVersion, rename }: SoapActionTerms): string {
  // `forceSoapVersion`: another version than the WSDL has.
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

/** An action that begins with the service's namespace begins with what that is on the wire. */
export function movedAction(
  action: string,
  { targetNamespace }: ServiceNode,
  rename: (namespace: string) => string,
): string {
  return action.startsWith(targetNamespace) ? rename(targetNamespace) + action.slice(targetNamespace.length) : action;
}
