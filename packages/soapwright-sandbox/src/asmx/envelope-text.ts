/** Responses as ASP.NET writes them: prefix `soap` in both SOAP versions, empty elements as `<Code />`. */

export type SoapVersion = "1.1" | "1.2";

export const envelopeNamespaces: Readonly<Record<SoapVersion, string>> = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

export const contentTypes: Readonly<Record<SoapVersion, string>> = {
  "1.1": "text/xml; charset=utf-8",
  "1.2": "application/soap+xml; charset=utf-8",
};

/** Declarations that every envelope has. */
export const instance =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

export function envelopeText(body: string, version: SoapVersion, header = ""): string {
  const head = header === "" ? "" : `<soap:Header>${header}</soap:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[version]}" ${instance}>${head}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/**
 * Rewrites `xml` of our encoder with `<Code />` for an empty element. This is safe for text, because the encoder never
 * writes a raw `<` or `>` in it. Carriage returns remain references: XML readers convert raw ones to line feeds (XML
 * 1.0, 2.11).
 */
export function inAspNetForm(xml: string): string {
  return xml.replace(/<([^\s<>/]+)(\s[^<>]*[^<>/])?><\/\1>/g, "<$1$2 />").replace(/([^\s])\/>/g, "$1 />");
}

const special = new RegExp(`[${["&<>\0-\x08", "\x0b-\x1f", "\ufffe\uffff\\ud800-\\udfff"].join("")}]`, "gu");
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Escapes `text` as character data. A control character becomes a reference that XML readers reject, as in ASP.NET. A
 * carriage return becomes a reference that XML readers accept: ASP.NET writes it raw, and readers get a line feed.
 */
export function aspNetText(text: string): string {
  return text.replace(special, (character) => references[character] ?? referenceTo(character));
}

function referenceTo(character: string): string {
  const code = character.charCodeAt(0);
  // ASP.NET fails at a lone surrogate. Texts that the sandbox derives from a request must not fail, so it is replaced.
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return `&#x${code.toString(16).toUpperCase()};`;
}
