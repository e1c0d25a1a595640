import type { Addressing, Binding, BindingOperation, Port, PortType } from "soapwright-contract";
import type { XmlTree } from "../../instances/nouns";

/** The message of a sample. */
export interface Addressed {
  readonly binding: Binding;
  readonly operation: BindingOperation;
  readonly port: Port;
  readonly isResponse: boolean;
}

const W3C = "http://www.w3.org/2005/08/addressing";
const SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
/** By version: the namespace, and the anonymous address of a caller that waits on the connection of its request. */
const TERMS = {
  "1.0": { namespace: W3C, anonymous: `${W3C}/anonymous` },
  "2004/08": { namespace: SUBMISSION, anonymous: `${SUBMISSION}/role/anonymous` },
} as const;

/** Constant in place of a UUID, so that equal seeds produce equal samples. */
const MESSAGE_ID = "urn:uuid:00000000-0000-4000-8000-000000000000";

/** The header blocks of WS-Addressing, where the port requires them (1.0 SOAP Binding, 3). */
export function addressingBlocks({ binding, operation, port, isResponse }: Addressed): readonly XmlTree[] {
  const { addressing } = port;
  if (addressing?.required !== true) return [];
  const { namespace, anonymous } = TERMS[addressing.version];
  const block = (local: string, ...children: readonly (string | XmlTree)[]): XmlTree => ({
    name: { namespace, local },
    attributes: [],
    children,
  });
  const { input, output } = operation.operation;
  if (isResponse) {
    const action = output?.action ?? actionByDefault(binding.portType, addressing, output?.name ?? "");
    return [block("Action", action), block("RelatesTo", MESSAGE_ID)];
  }
  const soapAction = operation.soapAction === "" ? undefined : operation.soapAction;
  const action = input.action ?? soapAction ?? actionByDefault(binding.portType, addressing, input.name);
  return [
    block("To", port.address),
    block("Action", action),
    block("MessageID", MESSAGE_ID),
    ...(output === undefined ? [] : [block("ReplyTo", block("Address", anonymous))]),
  ];
}

/** WS-Addressing 1.0 Metadata, 4.4.4: namespace, port type and name, joined by a colon in a URN, else by a slash. */
function actionByDefault({ name }: PortType, { version }: Addressing, message: string): string {
  const { namespace, local } = name;
  const delimiter = version === "1.0" && /^urn:/i.test(namespace) ? ":" : "/";
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + [local, message].join(delimiter);
}
