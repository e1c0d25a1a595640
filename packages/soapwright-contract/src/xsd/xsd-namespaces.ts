export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
export const xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";
export const soapEncodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";
export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
