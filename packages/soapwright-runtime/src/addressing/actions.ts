/** WS-Addressing 1.0 Metadata, 4.4: the actions of an operation's messages. The submission of 2004 has the same rules but for `urn:` and faults. */
import type { AddressingVersion, OperationNode, QName, ServiceNode } from "../schema/codec";
import { movedAction } from "../soap/soap-action";
import { ADDRESSING_TERMS } from "./terms";

/** An operation of a service as it is addressed. */
export interface ActionTerms {
  readonly service: ServiceNode;
  readonly operation: OperationNode;
  readonly version: AddressingVersion;
  readonly rename: (namespace: string) => string;
  /** Its SOAPAction, with the namespace moved; empty for none. */
  readonly soapAction: string;
}

/** 4.4.1: that of the WSDL, else the SOAPAction, else by the default rule. Undefined for tables that do not name their port type. */
export function requestAction(terms: ActionTerms): string | undefined {
  const { operation, service, rename, soapAction } = terms;
  const given = operation.action?.input;
  if (given !== undefined) return movedAction(given, service, rename);
  if (soapAction !== "") return soapAction;
  const standard = operation.output === undefined ? operation.name : `${operation.name}Request`;
  return byDefault(terms, operation.messageNames?.input ?? standard);
}

/** As `requestAction`, of the response. */
export function responseAction(terms: ActionTerms): string | undefined {
  const { operation, service, rename } = terms;
  const given = operation.action?.output;
  if (given !== undefined) return movedAction(given, service, rename);
  return byDefault(terms, operation.messageNames?.output ?? `${operation.name}Response`);
}

/** As `requestAction`, of a fault that the WSDL declares. In the submission (3.3.2) all faults have one action by default. */
export function faultAction(terms: ActionTerms, fault: string): string | undefined {
  const { operation, service, rename, version } = terms;
  const given = operation.action?.faults;
  if (given !== undefined && Object.hasOwn(given, fault)) return movedAction(given[fault] ?? "", service, rename);
  if (version === "2004/08") return ADDRESSING_TERMS[version].faultAction;
  return byDefault(terms, operation.name, "Fault", fault);
}

/** 4.4.4: namespace, port type and name, between delimiters: of a URN a colon. */
function byDefault({ service, version, rename }: ActionTerms, ...names: readonly string[]): string | undefined {
  const { portType } = service;
  if (portType === undefined) return undefined;
  const namespace = rename((portType as QName).namespace);
  const delimiter = version === "1.0" && /^urn:/i.test(namespace) ? ":" : "/";
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + [portType.local, ...names].join(delimiter);
}
