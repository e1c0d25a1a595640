/** What the QNames of a document mean, as a parser with namespaces reads them. */
import { elementsOf, type RefereeElement, textOf } from "./referee";

export const XSI = "http://www.w3.org/2001/XMLSchema-instance";
export const XSD = "http://www.w3.org/2001/XMLSchema";
const SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

/** Names of types by the namespaces in scope, in document order: `{namespace}local`, or `unbound: text`. */
export function typesIn(element: RefereeElement, outer: Readonly<Record<string, string>> = {}): string[] {
  const scope = { ...outer, ...element.declarations };
  const resolved = (text: string): string => {
    const [local = "", prefix = ""] = text.trim().split(":").reverse();
    const found = scope[prefix] ?? (prefix === "" ? "" : undefined);
    return found === undefined ? `unbound: ${text}` : `{${found}}${local}`;
  };
  const own = element.attributes
    .filter(({ namespace, local }) => namespace === XSI && local === "type")
    .map(({ value }) => resolved(value));
  const isName = own.includes(`{${XSD}}QName`) && textOf(element).trim() !== "";
  const names = isName ? [resolved(textOf(element))] : [];
  return [...own, ...names, ...elementsOf(element).flatMap((child) => typesIn(child, scope))];
}

export function enveloped(header: string, body: string): string {
  return `<soap:Envelope xmlns:soap="${SOAP}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}"><soap:Header>${header}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
}
