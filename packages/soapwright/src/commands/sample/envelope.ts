import { xsdNamespace, xsiNamespace } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime";
import { SOAP_TERMS } from "soapwright-runtime/internal";
import type { ElementInstance } from "../../instances/nouns";
import { encodings, treeOf } from "../../instances/tree-of";
import { writeTree } from "../../instances/write-tree";

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
  const element = (local: string, children: readonly XmlElement[]): XmlElement => ({
    name: { namespace: soap, local },
    attributes: [],
    children,
  });
  const payload = (instance: ElementInstance): XmlElement => {
    if (!isEncoded) return treeOf(instance);
    const tree = treeOf(instance, { soapVersion, isRoot: true });
    const style = { name: { namespace: soap, local: "encodingStyle" }, value: encodings[soapVersion] };
    return { ...tree, attributes: [style, ...tree.attributes] };
  };
  const blocks = [...addressing, ...headers.map(payload)];
  const header = blocks.length > 0 ? [element("Header", blocks)] : [];
  const envelope = element("Envelope", [...header, element("Body", body.map(payload))]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeTree(envelope, { indent: 2, prefixes: scope })}\n`;
}
