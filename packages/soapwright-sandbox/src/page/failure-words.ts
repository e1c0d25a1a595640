/** Explanations of failed responses, for a reader new to them. */
import type { RecordedExchange } from "../exchange-log";
import { html, type Markup } from "./markup";

/** Returns undefined when nothing failed. */
export function failureWords({ status, fault, trouble, requestHeaders }: RecordedExchange): Markup | undefined {
  if (trouble !== undefined) {
    return html`The sandbox injected this error: the request itself may be right. <a href="/page/errors">Injected errors</a> shows what is on.`;
  }
  if (fault !== undefined) return html`${faultWords(fault.code, fault.text)}`;
  if (status === undefined) return html`The connection ended without a response.`;
  if (status < 400) return undefined;
  if (status === 400)
    return html`The request could not be read: it is not well-formed XML, or a value has no text that its type allows.`;
  if (status === 415) {
    const type = requestHeaders["content-type"];
    return html`The Content-Type ${type === undefined ? "is missing" : html`<code>${type}</code> does not fit the envelope`}: SOAP 1.1 takes text/xml, SOAP 1.2 application/soap+xml.`;
  }
  return html`The service refused the request before it read the envelope.`;
}

function faultWords(code: string, text: string): string {
  const [name = ""] = code.slice(code.indexOf(":") + 1).split(".");
  if (/not.?authori[sz]ed|authenticat|credential|invalid (user|token|login)/i.test(text) || /authenticat/i.test(code)) {
    return "The service did not accept the credentials: check the header block with user name, token or domain.";
  }
  switch (name) {
    case "Client":
    case "Sender":
      return "The service says that the request is wrong: check the arguments, the header blocks and the SOAPAction.";
    case "Server":
    case "Receiver":
      return "The service failed while it worked on the request: the text says where, often at an argument that it cannot use.";
    case "MustUnderstand":
      return "A header block is missing, or one that must be understood is unknown to the service.";
    case "VersionMismatch":
      return "The envelope is of a SOAP version that the service does not take.";
    default:
      return "The service gave a code of its own: its documentation says what the code means.";
  }
}
