import { xsdNamespace, xsiNamespace } from "soapwright-contract";
import type { ElementInstance, XmlTree } from "../../instances/nouns";
import { encodings, treeOf } from "../../instances/tree-of";
import { writeTree } from "../../instances/write-tree";

export interface EnvelopeParts {
  readonly soapVersion: "1.1" | "1.2";
  /** Header blocks of WS-Addressing. */
  readonly addressing: readonly XmlTree[];
  readonly headers: readonly ElementInstance[];
  readonly body: readonly ElementInstance[];
  /** SOAP encoding: an xsi:type on every element. */
  readonly isEncoded: boolean;
}

const namespaces = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
} as const;
/** The prefixes of generated clients' requests. */
const prefixes = { "1.1": "soap", "1.2": "soap12" } as const;

/** A whole envelope as indented XML. */
export function writeEnvelope({ soapVersion, addressing, headers, body, isEncoded }: EnvelopeParts): string {
  const soap = namespaces[soapVersion];
  const scope = new Map([
    [prefixes[soapVersion], soap],
    ["xsi", xsiNamespace],
    ["xsd", xsdNamespace],
    ...addressing.slice(0, 1).map(({ name }) => ["wsa", name.namespace] as const),
    ...(isEncoded ? [["soapenc", encodings[soapVersion]] as const] : []),
  ]);
  const element = (local: string, children: readonly XmlTree[]): XmlTree => ({
    name: { namespace: soap, local },
    attributes: [],
    children,
  });
  const encoding = isEncoded ? soapVersion : undefined;
  const payload = (instance: ElementInstance): XmlTree => {
    const tree = treeOf(instance, encoding && { soapVersion: encoding, isRoot: true });
    if (!encoding) return tree;
    const style = { name: { namespace: soap, local: "encodingStyle" }, value: encodings[soapVersion] };
    return { ...tree, attributes: [style, ...tree.attributes] };
  };
  const blocks = [...addressing, ...headers.map(payload)];
  const header = blocks.length > 0 ? [element("Header", blocks)] : [];
  const envelope = element("Envelope", [...header, element("Body", body.map(payload))]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeTree(envelope, { indent: 2, prefixes: scope })}\n`;
}
