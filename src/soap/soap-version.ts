/** What differs between SOAP 1.1 (W3C Note) and SOAP 1.2 (Part 1 and 2) on the wire. */
export type SoapVersion = "1.1" | "1.2";

export interface SoapVersionTerms {
  readonly version: SoapVersion;
  /** Prefix of the envelope in requests. In answers prefixes are resolved, never compared. */
  readonly prefix: "soap" | "soap12";
  readonly namespace: string;
  readonly contentType: string;
  readonly encodingNamespace: string;
}

export const SOAP_TERMS: { readonly [V in SoapVersion]: SoapVersionTerms } = {
  "1.1": {
    version: "1.1",
    prefix: "soap",
    namespace: "http://schemas.xmlsoap.org/soap/envelope/",
    contentType: "text/xml; charset=utf-8",
    encodingNamespace: "http://schemas.xmlsoap.org/soap/encoding/",
  },
  "1.2": {
    version: "1.2",
    prefix: "soap12",
    namespace: "http://www.w3.org/2003/05/soap-envelope",
    contentType: "application/soap+xml; charset=utf-8",
    encodingNamespace: "http://www.w3.org/2003/05/soap-encoding",
  },
};

/** The SOAP version whose envelope namespace this is. */
export function soapVersionOf(namespace: string): SoapVersion | undefined {
  if (namespace === SOAP_TERMS["1.1"].namespace) return "1.1";
  return namespace === SOAP_TERMS["1.2"].namespace ? "1.2" : undefined;
}
