/** Envelopes to secure, and the request for them. */
export const SOAP = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

export const request = { operation: "Get", attempt: 1, credentials: {}, signal: new AbortController().signal };

export function envelope(body: string, header = "", version: "1.1" | "1.2" = "1.1"): string {
  const head = header === "" ? "" : `<soap:Header>${header}</soap:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP[version]}" xmlns:xsd="http://www.w3.org/2001/XMLSchema">${head}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}
