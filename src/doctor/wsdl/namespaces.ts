/** The namespaces that a WSDL is written in. */
export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
export const schemaNamespace = "http://www.w3.org/2001/XMLSchema";
export const encodingNamespaces: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/soap/encoding/",
  "http://www.w3.org/2003/05/soap-encoding",
]);
/** Of the WSDL's SOAP elements, by SOAP version. */
export const soapNamespaces = {
  "1.1": "http://schemas.xmlsoap.org/wsdl/soap/",
  "1.2": "http://schemas.xmlsoap.org/wsdl/soap12/",
} as const;
export const soapVersions = ["1.1", "1.2"] as const;
