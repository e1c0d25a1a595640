import type { Addressing, Binding, BindingOperation, Definitions, Port, PortType } from "soapwright-contract";
import { xsdNamespace, xsiNamespace } from "soapwright-contract";
import { SOAP_TERMS } from "soapwright-runtime/codecs";
import type { XmlElement } from "soapwright-runtime/tables";
import { type ElementInstance, encodings, treeOf, writeTree } from "soapwright-verify";

interface EnvelopeParts {
  readonly soapVersion: "1.1" | "1.2";
  readonly addressing: readonly XmlElement[];
  readonly headers: readonly ElementInstance[];
  readonly body: readonly ElementInstance[];
  /** SOAP encoding: every element has an xsi:type. */
  readonly isEncoded: boolean;
}

export function writeEnvelope({ soapVersion, addressing, headers, body, isEncoded }: EnvelopeParts): string {
  const { namespace: soap, prefix } = SOAP_TERMS[soapVersion];
  const scope = new Map([
    [prefix, soap],
    ["xsi", xsiNamespace],
    ["xsd", xsdNamespace],
    ...addressing.slice(0, 1).map(({ name }) => ["wsa", name.namespace] as const),
    ...(isEncoded ? [["soapenc", encodings[soapVersion]] as const] : []),
  ]);
  const payload = (instance: ElementInstance): XmlElement => {
    if (!isEncoded) return treeOf(instance);
    const tree = treeOf(instance, { soapVersion, isRoot: true });
    const style = { name: { namespace: soap, local: "encodingStyle" }, value: encodings[soapVersion] };
    return { ...tree, attributes: [style, ...tree.attributes] };
  };
  const blocks = [...addressing, ...headers.map(payload)];
  const header = blocks.length > 0 ? [element(soap, "Header", blocks)] : [];
  const envelope = element(soap, "Envelope", [...header, element(soap, "Body", body.map(payload))]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeTree(envelope, { indent: 2, prefixes: scope })}\n`;
}

function element(namespace: string, local: string, children: XmlElement["children"]): XmlElement {
  return { name: { namespace, local }, attributes: [], children };
}

interface Addressed {
  readonly binding: Binding;
  readonly operation: BindingOperation;
  readonly port: Port;
  readonly isResponse: boolean;
}

/** The names of each version of WS-Addressing on the wire. */
export type AddressingTerms = typeof import("soapwright-runtime/extend").ADDRESSING_TERMS;

/** Loads the names of WS-Addressing for a contract that requires it: few do, and the entry point loads a client. */
export async function addressingTermsFor({ services }: Definitions): Promise<AddressingTerms | undefined> {
  const isRequired = services.some(({ ports }) => ports.some(({ addressing }) => addressing?.required === true));
  return isRequired ? (await import("soapwright-runtime/extend")).ADDRESSING_TERMS : undefined;
}

/** Constant in place of a UUID, so that equal seeds produce equal samples. */
const MESSAGE_ID = "urn:uuid:00000000-0000-4000-8000-000000000000";

/** Returns the header blocks of WS-Addressing if the port requires them (1.0 SOAP Binding, 3). */
export function addressingBlocks(
  { binding, operation, port, isResponse }: Addressed,
  terms: AddressingTerms | undefined,
): readonly XmlElement[] {
  const { addressing } = port;
  if (addressing?.required !== true || terms === undefined) return [];
  const { namespace, anonymous } = terms[addressing.version];
  const block = (local: string, ...children: XmlElement["children"]) => element(namespace, local, children);
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
