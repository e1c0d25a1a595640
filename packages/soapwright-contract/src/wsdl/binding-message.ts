/** WSDL 1.1, sections 3.5, 3.7 and 5: the parts of a message in the Body, in headers and in MIME attachments. */
import type { Diagnostics, Position } from "../diagnostics";
import {
  attribute,
  attributeNode,
  childElements,
  childrenNamed,
  isNamed,
  isNCName,
  isTrue,
  listItems,
  placeOf,
  wsdlNamespace,
  type XmlElement,
} from "../xml/xml";
import type { AttachedPart, BindingMessage, HeaderBlock, Message, Part } from "./definitions";
import type { ReadPortType } from "./port-type";
import type { AddressingDeclarations } from "./wsdl-addressing";
import type { WsdlComponents } from "./wsdl-components";
import { isSoap, mimeNamespace } from "./wsdl-source";

export interface BindingContext {
  readonly messages: WsdlComponents<Message>;
  readonly portTypes: WsdlComponents<ReadPortType>;
  readonly addressing: AddressingDeclarations;
  readonly requiresMtom: (source: XmlElement) => boolean;
  /** Whether an output that a binding omits is bound as the input. */
  readonly allowMissingMessages?: boolean;
  readonly skipOperations?: readonly string[];
  readonly rpcNamespace?: "none" | "target";
  readonly diagnostics: Diagnostics;
}

export function buildBindingMessage(
  source: XmlElement,
  message: Message,
  { style, targetNamespace }: { readonly style: "document" | "rpc"; readonly targetNamespace: string },
  context: BindingContext,
): BindingMessage {
  const { diagnostics } = context;
  const multipart = readMultipart(source, message, diagnostics);
  const extensions = multipart?.root ?? childElements(source);
  const bodies = extensions.filter((child) => isSoap(child, "body"));
  const body = bodies[0];
  const headers = extensions
    .filter((child) => isSoap(child, "header"))
    .flatMap((child) => buildHeader(child, context) ?? []);
  const attachments = multipart?.attachments ?? [];
  if (bodies[1] !== undefined) diagnostics.error(bodies[1], "body-twice", "a second soap:body in one message");
  if (body === undefined)
    diagnostics.warning(
      source,
      "body-missing",
      `${source.raw} has no soap:body`,
      "it is read as literal with every part",
    );
  const elsewhere = new Set([
    ...attachments.map(({ part }) => part),
    ...headers.filter((header) => header.message === message).map((header) => header.part),
  ]);
  const parts = bodyParts(body, message, elsewhere, context);
  for (const part of parts) {
    if (style === "rpc" || part.of === "type") requireElementName(part.name, "part", part.position, context);
  }
  return {
    message,
    use: body === undefined ? "literal" : useOf(body, context),
    parts,
    namespace: (body && attribute(body, "namespace")) ?? unnamed(body ?? source, style, targetNamespace, context),
    encodingStyle: body && attribute(body, "encodingStyle"),
    headers,
    attachments,
    position: source.position,
  };
}

/**
 * Returns the namespace of a body that names none. WSDL 1.1, 3.5, makes the attribute optional; WS-I Basic Profile 1.1,
 * R2717, requires it of rpc-literal bindings, and stacks differ without it.
 */
function unnamed(
  source: XmlElement,
  style: "document" | "rpc",
  targetNamespace: string,
  { rpcNamespace, diagnostics }: BindingContext,
): string {
  if (style === "document") return "";
  if (rpcNamespace === undefined) {
    diagnostics.warning(
      source,
      "rpc-namespace-missing",
      `${source.raw} of an rpc operation names no namespace; its element is sent and expected in no namespace`,
      "Some services mean their target namespace: use --rpc-namespace target, or --rpc-namespace none to keep it so",
    );
  }
  return rpcNamespace === "target" ? targetNamespace : "";
}

/** Reports a name that no element can have (sections 2.3.1 and 3.5). The schema of WSDL requires an NCName too. */
export function requireElementName(
  name: string,
  what: string,
  position: Position,
  { diagnostics }: BindingContext,
): void {
  if (isNCName(name)) return;
  diagnostics.error(
    position,
    "element-name-invalid",
    `${what} ${JSON.stringify(name)} cannot be the name of an element`,
    "the element that is sent has this name: letters, digits, hyphens, underscores and full stops, no colon",
  );
}

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
    context.diagnostics.error(written, "body-part-unknown", `part ${name} is not in the message`, {
      name: message.name,
      hint: `its parts are: ${message.parts.map((part) => part.name).join(", ") || "none"}`,
    });
  }
  return message.parts.filter((part) => names.includes(part.name));
}

/** Section 3.5. Without the attribute the use is literal (WS-I Basic Profile 1.1, R2707). */
function useOf(source: XmlElement, context: BindingContext): "literal" | "encoded" {
  const written = attributeNode(source, "use");
  const value = written?.value.trim() ?? "literal";
  if (value === "encoded") return "encoded";
  if (value !== "literal" && written !== undefined) {
    context.diagnostics.error(
      written,
      "use-unknown",
      `use="${written.value}" is not known`,
      "write literal or encoded",
    );
  }
  return "literal";
}

interface Multipart {
  /** The contents of the MIME part with the envelope. */
  readonly root: readonly XmlElement[];
  readonly attachments: readonly AttachedPart[];
}

function readMultipart(source: XmlElement, message: Message, diagnostics: Diagnostics): Multipart | undefined {
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
  if (root === undefined)
    diagnostics.error(related, "multipart-root-missing", `${related.raw} has no part with a soap:body`);
  if (second !== undefined) {
    diagnostics.error(
      second,
      "multipart-roots-several",
      `${related.raw} has ${roots.length} parts with a soap:body`,
      "exactly one part is the envelope",
    );
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
      diagnostics.error(
        content,
        "mime-part-differs",
        `${content.raw} names part ${name}, the one before it part ${first}`,
        `both are alternatives of one ${mimePart.raw}`,
      );
      continue;
    }
    const part = message.parts.find((one) => one.name === name);
    if (part === undefined)
      diagnostics.error(content, "mime-part-unknown", `part ${name} is not in the message`, { name: message.name });
    else {
      found ??= { part, contentTypes };
      const type = attribute(content, "type")?.trim().toLowerCase() ?? "";
      // A type with an asterisk is ignored, because it allows any media type.
      if (/^[^*\s]+\/[^*\s]+$/.test(type) && !contentTypes.includes(type)) contentTypes.push(type);
    }
  }
  return found === undefined ? [] : [found];
}

/** Returns undefined for an unknown message or part, which is reported. */
function buildHeader(source: XmlElement, context: BindingContext): HeaderBlock | undefined {
  const message = context.messages.resolve(source, "message");
  if (message === undefined) return undefined;
  const name = attribute(source, "part")?.trim();
  const part =
    name === undefined && message.parts.length === 1
      ? message.parts[0]
      : message.parts.find((one) => one.name === name);
  if (name !== undefined && message.unusable.has(name)) return undefined;
  if (part === undefined) {
    const { position } = placeOf(source, "part");
    const problem = name === undefined ? `${source.raw} has no part` : `part ${name} is not in the message`;
    context.diagnostics.error(position, name === undefined ? "header-part-missing" : "header-part-unknown", problem, {
      name: message.name,
      hint: `its parts are: ${message.parts.map((one) => one.name).join(", ") || "none"}`,
    });
    return undefined;
  }
  return {
    message,
    part,
    use: attribute(source, "use")?.trim() === "encoded" ? "encoded" : "literal",
    namespace: attribute(source, "namespace") ?? "",
    required: isTrue(source, "required", wsdlNamespace) || undefined,
    faults: childElements(source)
      .filter((child) => isSoap(child, "headerfault"))
      .flatMap((child) => buildHeader(child, context) ?? []),
  };
}
