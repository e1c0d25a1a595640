/** Namespaces that messages use in addition to the namespaces of the tables. */

export const XSI = "http://www.w3.org/2001/XMLSchema-instance";
export const XSD = "http://www.w3.org/2001/XMLSchema";
/** Namespaces of the drafts of XML Schema, which stacks of SOAP 1.1 use. */
export const OLD_XSI: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/XMLSchema-instance",
  "http://www.w3.org/2000/10/XMLSchema-instance",
]);
export const OLD_XSD: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/XMLSchema",
  "http://www.w3.org/2000/10/XMLSchema",
]);
export const XML = "http://www.w3.org/XML/1998/namespace";
/** No prefix may be bound to the namespace of declarations (Namespaces in XML, 3). */
export const XMLNS = "http://www.w3.org/2000/xmlns/";
export const SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
/** SOAP 1.1, section 5, defines this encoding. */
export const ENCODING_11 = "http://schemas.xmlsoap.org/soap/encoding/";
/** SOAP 1.2 Part 2, section 3, defines this encoding. */
export const ENCODING_12 = "http://www.w3.org/2003/05/soap-encoding";
/** `rpc:result` names the return value and is not a value itself (SOAP 1.2 Part 2, 4.2.1). */
export const RPC_12 = "http://www.w3.org/2003/05/soap-rpc";

/** Namespace of a prefix in a verified response whose declaration was not verified, so it is not trusted. */
export const UNVERIFIED = "urn:soapwright:prefix-not-verified";
