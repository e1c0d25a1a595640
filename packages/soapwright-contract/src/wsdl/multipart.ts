/** WSDL 1.1, section 5: `mime:multipartRelated`, a SOAP envelope with attachments. */
import type { Diagnostics } from "../diagnostics";
import { attribute, childElements, childrenNamed, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { AttachedPart, Message } from "./definitions";
import { isSoap, mimeNamespace } from "./wsdl-namespaces";

export interface Multipart {
  /** The contents of the MIME part with the envelope. */
  readonly root: readonly XmlElement[];
  readonly attachments: readonly AttachedPart[];
}

/** Returns undefined if the message is not multipart. */
export function readMultipart(source: XmlElement, message: Message, diagnostics: Diagnostics): Multipart | undefined {
  const related = childElements(source).find((child) => isNamed(child, mimeNamespace, "multipartRelated"));
  if (related === undefined) return undefined;
  const roots: XmlElement[] = [];
  const attachments: AttachedPart[] = [];
  for (const mimePart of childrenNamed(related, mimeNamespace, "part")) {
    const children = childElements(mimePart);
    if (children.some((child) => isSoap(child, "body"))) roots.push(mimePart);
    else attachments.push(...attachmentOf(mimePart, message, diagnostics));
  }
  const [root, second] = roots;
  if (root === undefined) diagnostics.error(related, `${related.raw} has no part with a soap:body`);
  if (second !== undefined) {
    const hint = "exactly one part is the envelope";
    diagnostics.error(second, `${related.raw} has ${roots.length} parts with a soap:body`, { hint });
  }
  const beside = childElements(source).filter((child) => child !== related);
  return { root: root === undefined ? beside : [...beside, ...childElements(root)], attachments };
}

/** Several `mime:content` of one MIME part are alternatives for the same message part. */
function attachmentOf(mimePart: XmlElement, message: Message, diagnostics: Diagnostics): AttachedPart[] {
  let found: AttachedPart | undefined;
  const contentTypes: string[] = [];
  let first: string | undefined;
  for (const content of childrenNamed(mimePart, mimeNamespace, "content")) {
    const name = attribute(content, "part")?.trim();
    if (name === undefined) continue;
    first ??= name;
    if (name !== first) {
      const hint = `both are alternatives of one ${mimePart.raw}`;
      diagnostics.error(content, `${content.raw} names part ${name}, the one before it part ${first}`, {
        hint,
      });
      continue;
    }
    const part = message.parts.find((one) => one.name === name);
    if (part === undefined) diagnostics.error(content, `part ${name} is not in the message`, { name: message.name });
    else {
      found ??= { part, contentTypes };
      const type = attribute(content, "type")?.trim().toLowerCase() ?? "";
      // A type with an asterisk is ignored, because it allows any media type.
      if (/^[^*\s]+\/[^*\s]+$/.test(type) && !contentTypes.includes(type)) contentTypes.push(type);
    }
  }
  return found === undefined ? [] : [found];
}
