import { childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";

export const soapNamespaces: ReadonlyMap<string, "1.1" | "1.2"> = new Map([
  ["http://schemas.xmlsoap.org/wsdl/soap/", "1.1"],
  ["http://schemas.xmlsoap.org/wsdl/soap12/", "1.2"],
]);
export const httpNamespace = "http://schemas.xmlsoap.org/wsdl/http/";
export const mimeNamespace = "http://schemas.xmlsoap.org/wsdl/mime/";
/** WSDL 2.0 Adjuncts. Its `wsdlx:safe` marks an operation that only reads. */
export const extensionsNamespace = "http://www.w3.org/ns/wsdl-extensions";

/** Returns whether an element is `local` of the WSDL binding for SOAP 1.1 or 1.2. */
export function isSoap({ name }: XmlElement, local: string): boolean {
  return name.local === local && soapNamespaces.has(name.namespace);
}

/** Returns the first child that is `local` of the WSDL binding for SOAP 1.1 or 1.2. */
export function soapChild(source: XmlElement, local: string): XmlElement | undefined {
  return childElements(source).find((child) => isSoap(child, local));
}
