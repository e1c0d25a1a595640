import { pathToFileURL } from "node:url";
import type { QName } from "soapwright-contract";

/** A schema document: its file and its target namespace. */
export interface WrappedDocument {
  readonly path: string;
  readonly targetNamespace: string;
}

/** Returns a document/literal WSDL that imports the schema documents, with an operation that echoes each element. */
export function wrapSchema(documents: readonly WrappedDocument[], elements: readonly QName[]): string {
  const imports = documents.map(({ path, targetNamespace }) => {
    const namespace = targetNamespace === "" ? "" : ` namespace="${escaped(targetNamespace)}"`;
    return `<xs:import${namespace} schemaLocation="${escaped(pathToFileURL(path).href)}"/>`;
  });
  const body = '<soap:body use="literal"/>';
  const each = (write: (n: number, name: QName) => string) => elements.map((name, n) => write(n, name)).join("\n");
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:wrapper" targetNamespace="urn:wrapper">
<w:types><xs:schema targetNamespace="urn:wrapper">${imports.join("")}</xs:schema></w:types>
${each((n, name) => `<w:message name="m${n}"><w:part name="p" ${elementAttribute(name)}/></w:message>`)}
<w:portType name="p">${each((n) => `<w:operation name="o${n}"><w:input message="t:m${n}"/><w:output message="t:m${n}"/></w:operation>`)}</w:portType>
<w:binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((n) => `<w:operation name="o${n}"><soap:operation soapAction=""/><w:input>${body}</w:input><w:output>${body}</w:output></w:operation>`)}
</w:binding>
<w:service name="s"><w:port name="p" binding="t:b"><soap:address location="http://localhost/s"/></w:port></w:service>
</w:definitions>`;
}

function elementAttribute({ namespace, local }: QName): string {
  return namespace === "" ? `element="${local}"` : `element="e:${local}" xmlns:e="${escaped(namespace)}"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
