export const soapNamespaces: ReadonlyMap<string, "1.1" | "1.2"> = new Map([
  ["http://schemas.xmlsoap.org/wsdl/soap/", "1.1"],
  ["http://schemas.xmlsoap.org/wsdl/soap12/", "1.2"],
]);
export const httpNamespace = "http://schemas.xmlsoap.org/wsdl/http/";
export const mimeNamespace = "http://schemas.xmlsoap.org/wsdl/mime/";
/** WSDL 2.0 Adjuncts. Its `wsdlx:safe` marks an operation that only reads. */
export const extensionsNamespace = "http://www.w3.org/ns/wsdl-extensions";
