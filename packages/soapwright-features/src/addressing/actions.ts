/**
 * Actions of an operation's messages: WS-Addressing 1.0 Metadata, 4.4. The WS-Addressing submission of August 2004 has
 * the same rules except for `urn:` and faults.
 */

import type { AddressingVersion } from "soapwright-runtime/codecs";
import { ADDRESSING_TERMS, movedAction } from "soapwright-runtime/extend";
import type { OperationNode, QName, ServiceNode } from "soapwright-runtime/tables";

export interface ActionTerms {
  readonly service: ServiceNode;
  readonly operation: OperationNode;
  readonly version: AddressingVersion;
  readonly rename: (namespace: string) => string;
  /** The namespace is renamed. Empty if there is no SOAPAction. */
  readonly soapAction: string;
}

/**
 * Returns the action in the WSDL, else the SOAPAction, else the default (WS-Addressing 1.0 Metadata, 4.4.1). Undefined
 * if the tables do not name the port type.
 */
export function requestAction(terms: ActionTerms): string | undefined {
  const { operation, service, rename, soapAction } = terms;
  const inputAction = operation.action?.input;
  if (inputAction !== undefined) return movedAction(inputAction, service, rename);
  if (soapAction !== "") return soapAction;
  const standard = operation.output === undefined ? operation.name : `${operation.name}Request`;
  return byDefault(terms, operation.messageNames?.input ?? standard);
}

/** Returns the action of the response, by the rules of `requestAction`. */
export function responseAction(terms: ActionTerms): string | undefined {
  const { operation, service, rename } = terms;
  const outputAction = operation.action?.output;
  if (outputAction !== undefined) return movedAction(outputAction, service, rename);
  return byDefault(terms, operation.messageNames?.output ?? `${operation.name}Response`);
}

/**
 * Returns the action of a fault that the WSDL declares. In the WS-Addressing submission (3.3.2) all faults share one
 * default action.
 */
export function faultAction(terms: ActionTerms, fault: string): string | undefined {
  const { operation, service, rename, version } = terms;
  const faultActions = operation.action?.faults;
  if (faultActions !== undefined && Object.hasOwn(faultActions, fault))
    return movedAction(faultActions[fault] ?? "", service, rename);
  if (version === "2004/08") return ADDRESSING_TERMS[version].faultAction;
  return byDefault(terms, operation.name, "Fault", fault);
}

/** A slash joins namespace, port type and names; a colon joins them for a URN (WS-Addressing 1.0 Metadata, 4.4.4). */
function byDefault({ service, version, rename }: ActionTerms, ...names: readonly string[]): string | undefined {
  const { portType } = service;
  if (portType === undefined) return undefined;
  const namespace = rename((portType as QName).namespace);
  const delimiter = version === "1.0" && /^urn:/i.test(namespace) ? ":" : "/";
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + [portType.local, ...names].join(delimiter);
}
