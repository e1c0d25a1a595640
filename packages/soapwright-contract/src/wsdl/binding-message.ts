/** WSDL 1.1, sections 3.5 and 5.4: the parts of a message in the Body, in headers and in attachments. */

import type { Position } from "../diagnostics";
import { attribute, attributeNode, childElements, listItems } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { isNCName } from "../xml/xml-namespaces";
import type { BindingContext } from "./binding-context";
import type { BindingMessage, Message, Part } from "./definitions";
import { readMultipart } from "./multipart";
import { buildHeader } from "./soap-header";
import { isSoap } from "./wsdl-namespaces";

export function buildBindingMessage(
  source: XmlElement,
  message: Message,
  style: "document" | "rpc",
  context: BindingContext,
): BindingMessage | undefined {
  const { diagnostics } = context;
  const multipart = readMultipart(source, message, diagnostics);
  const extensions = multipart?.root ?? childElements(source);
  const bodies = extensions.filter((child) => isSoap(child, "body"));
  const body = bodies[0];
  const headers = extensions
    .filter((child) => isSoap(child, "header"))
    .flatMap((child) => buildHeader(child, context) ?? []);
  const attachments = multipart?.attachments ?? [];
  if (bodies[1] !== undefined) diagnostics.error(bodies[1], "a second soap:body in one message");
  if (body === undefined)
    diagnostics.warning(source, `${source.raw} has no soap:body`, {
      hint: "it is read as literal with every part",
    });
  const elsewhere = new Set([
    ...attachments.map(({ part }) => part),
    ...headers.filter((header) => header.message === message).map((header) => header.part),
  ]);
  const parts = bodyParts(body, message, elsewhere, context);
  const encodingStyle = body && attribute(body, "encodingStyle");
  const use = body === undefined ? "literal" : useOf(body, context);
  for (const part of parts) {
    if (style === "rpc" || part.of === "type") requireElementName(part.name, "part", part.position, context);
  }
  return {
    message,
    use,
    parts,
    namespace: (body && attribute(body, "namespace")) ?? "",
    ...(encodingStyle !== undefined && { encodingStyle }),
    headers,
    attachments,
    position: source.position,
  };
}

/** Reports a name that no element can have (sections 2.3.1 and 3.5). The schema of WSDL requires an NCName too. */
export function requireElementName(
  name: string,
  what: string,
  position: Position,
  { diagnostics }: BindingContext,
): void {
  if (isNCName(name)) return;
  const hint = "the element that is sent has this name: letters, digits, hyphens, underscores and full stops, no colon";
  diagnostics.error(position, `${what} ${JSON.stringify(name)} cannot be the name of an element`, { hint });
}

/** Returns the parts in `soap:body/@parts`, or every part that is in no header or attachment. */
function bodyParts(
  body: XmlElement | undefined,
  message: Message,
  elsewhere: ReadonlySet<Part>,
  context: BindingContext,
): Part[] {
  const written = body && attributeNode(body, "parts");
  if (written === undefined) return message.parts.filter((part) => !elsewhere.has(part));
  const names = listItems(written.value);
  for (const name of names) {
    if (message.unusable.has(name) || message.parts.some((part) => part.name === name)) continue;
    const hint = `its parts are: ${message.parts.map((part) => part.name).join(", ") || "none"}`;
    context.diagnostics.error(written, `part ${name} is not in the message`, { name: message.name, hint });
  }
  return message.parts.filter((part) => names.includes(part.name));
}

/** Section 3.5. Without the attribute the use is literal (WS-I Basic Profile 1.1, R2707). */
function useOf(source: XmlElement, context: BindingContext): "literal" | "encoded" {
  const written = attributeNode(source, "use");
  const value = written?.value.trim() ?? "literal";
  if (value === "encoded") return "encoded";
  if (value !== "literal" && written !== undefined) {
    context.diagnostics.error(written, `use="${written.value}" is not known`, {
      hint: "write literal or encoded",
    });
  }
  return "literal";
}
