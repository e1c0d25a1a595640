export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
export const soapEncodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";
export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
