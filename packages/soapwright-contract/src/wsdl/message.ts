/** WSDL 1.1, section 2.3: messages and their parts. */
import type { Diagnostics } from "../diagnostics";
import { attributeNode, childrenNamed, nameOf } from "../xml/navigate";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import type { References } from "../xsd/resolve-references";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import type { Message, Part } from "./definitions";
import { documentationOf } from "./documentation";

export function buildMessage(
  source: XmlElement,
  name: QName,
  references: References,
  diagnostics: Diagnostics,
): Message {
  const parts: Part[] = [];
  const unusable = new Set<string>();
  for (const child of childrenNamed(source, wsdlNamespace, "part")) {
    const part = buildPart(child, name, references, diagnostics);
    if (part === undefined) {
      unusable.add(nameOf(child) ?? "");
      continue;
    }
    if (parts.some((other) => other.name === part.name)) {
      diagnostics.error(child, `part ${part.name} appears twice in one message`, { name });
    } else parts.push(part);
  }
  return { name, parts, unusable, position: source.position, ...documentationOf(source) };
}

function buildPart(
  source: XmlElement,
  message: QName,
  references: References,
  diagnostics: Diagnostics,
): Part | undefined {
  const name = nameOf(source);
  if (name === undefined || name === "") {
    diagnostics.error(source, `${source.raw} has no name`, { name: message });
    return undefined;
  }
  const common = { name, position: source.position, ...documentationOf(source) };
  const hasElement = attributeNode(source, "element") !== undefined;
  const hasType = attributeNode(source, "type") !== undefined;
  if (hasElement === hasType) {
    const problem = hasElement ? "both element and type" : "neither element nor type";
    diagnostics.error(source, `part ${name} has ${problem}`, { name: message, hint: "write one of the two" });
    return undefined;
  }
  if (hasElement) {
    const element = references.element(source, "element");
    return element && { ...common, of: "element", element };
  }
  const type = references.type(source, "type");
  return type && { ...common, of: "type", type };
}
