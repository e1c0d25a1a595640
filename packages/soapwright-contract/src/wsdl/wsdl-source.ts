import type { Diagnostics } from "../diagnostics";
import {
  childElements,
  childrenNamed,
  documentationText,
  isNCName,
  placeOf,
  wsdlNamespace,
  type XmlElement,
} from "../xml/xml";

export const soapNamespaces: ReadonlyMap<string, "1.1" | "1.2"> = new Map([
  ["http://schemas.xmlsoap.org/wsdl/soap/", "1.1"],
  ["http://schemas.xmlsoap.org/wsdl/soap12/", "1.2"],
]);
export const httpNamespace = "http://schemas.xmlsoap.org/wsdl/http/";
export const mimeNamespace = "http://schemas.xmlsoap.org/wsdl/mime/";
/** WSDL 2.0 Adjuncts. Its `wsdlx:safe` marks an operation that only reads. */
export const extensionsNamespace = "http://www.w3.org/ns/wsdl-extensions";

export function isSoap({ name }: XmlElement, local: string): boolean {
  return name.local === local && soapNamespaces.has(name.namespace);
}

export function soapChild(source: XmlElement, local: string): XmlElement | undefined {
  return childElements(source).find((child) => isSoap(child, local));
}

/** Section 2.1.4: `wsdl:documentation`. */
export function documentationOf(element: XmlElement): string | undefined {
  return documentationText(childrenNamed(element, wsdlNamespace, "documentation"));
}

/** Warns of a name that is no NCName (appendix A 4.1), and that other tools refuse. It is no error, because the name is not on the wire. */
export function warnOfName(
  what: "operation" | "service",
  name: string,
  source: XmlElement,
  diagnostics: Diagnostics,
): void {
  if (isNCName(name)) return;
  const { position } = placeOf(source, "name");
  diagnostics.warning(
    position,
    "not-an-ncname",
    `the name ${JSON.stringify(name)} of the ${what} is no NCName`,
    "use letters, digits, hyphens, underscores and full stops, and a letter or an underscore first",
  );
}
