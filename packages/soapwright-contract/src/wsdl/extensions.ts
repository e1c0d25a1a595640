/** Section 2.1.3: elements of other vocabularies in a WSDL, policies among them, and what the client has to know of them. */
import type { Diagnostics, Position } from "../diagnostics";
import { attribute, childElements, isNamed } from "../xml/navigate";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace, xsdNamespace } from "../xsd/xsd-namespaces";
import { policyNamespaces } from "./policies";
import { isAddressingDeclaration } from "./wsdl-addressing";
import type { WsdlDocument } from "./wsdl-documents";
import { httpNamespace, mimeNamespace, soapNamespaces } from "./wsdl-namespaces";

/** An extension element that no stage reads, at one of its places. */
export interface Extension {
  readonly name: QName;
  /** The element of the WSDL that it is in, as in `binding OrderBinding`. */
  readonly parent: string;
  /** `wsdl:required="true"`. */
  readonly required: boolean;
  /** It says no more than that WS-Addressing is used, which is read. */
  readonly isAddressing?: true;
  readonly position: Position;
}

/** Those whose elements are the binding itself. */
const READ: ReadonlySet<string> = new Set([
  ...soapNamespaces.keys(),
  httpNamespace,
  mimeNamespace,
  wsdlNamespace,
  xsdNamespace,
]);

/** The extensions of every document, in the order of reading. Those inside of others, and of bindings other than SOAP, are left out. */
export function readExtensions(documents: readonly WsdlDocument[]): Extension[] {
  const found: Extension[] = [];
  for (const { element } of documents) readFrom(element, found);
  return found;
}

function readFrom(source: XmlElement, found: Extension[]): void {
  const open = [source];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (isLeftOut(parent)) continue;
    const inside: XmlElement[] = [];
    for (const child of childElements(parent)) {
      if (child.name.namespace === wsdlNamespace) inside.push(child);
      else if (!READ.has(child.name.namespace)) found.push(extensionIn(parent, child));
    }
    open.push(...inside.reverse());
  }
}

function isLeftOut(element: XmlElement): boolean {
  if (isNamed(element, wsdlNamespace, "types") || isNamed(element, wsdlNamespace, "documentation")) return true;
  return isNamed(element, wsdlNamespace, "binding") && childElements(element).some(isOfHttp);
}

function isOfHttp({ name }: XmlElement): boolean {
  return name.namespace === httpNamespace && name.local === "binding";
}

function extensionIn(parent: XmlElement, source: XmlElement): Extension {
  const name = attribute(parent, "name")?.trim() ?? "";
  return {
    name: source.name,
    parent: name === "" ? parent.name.local : `${parent.name.local} ${name}`,
    required: /^\s*(?:true|1)\s*$/.test(attribute(source, "required", wsdlNamespace) ?? ""),
    ...(isAddressingDeclaration(source, parent) && { isAddressing: true as const }),
    position: source.position,
  };
}

/**
 * What follows from the extensions: one that is required and not known is an error at each of its places, unless `ignored`
 * names it, by its local name or `{namespace}name`; `*` names all. Of every other a note says the first place.
 */
export function judgeExtensions(
  extensions: readonly Extension[],
  ignored: readonly string[],
  diagnostics: Diagnostics,
): void {
  const told = new Set<string>();
  for (const { name, parent, required, isAddressing, position } of extensions) {
    if (isAddressing) continue;
    const { namespace, local } = name;
    const isKnown = policyNamespaces.has(namespace);
    const isIgnored = ["*", local, expandedName(name)].some((each) => ignored.includes(each));
    if (required && !isKnown && !isIgnored) {
      diagnostics.error(position, `the extension of ${parent} is required by the service and not known here`, {
        name,
        hint: `if the service can be called without it, go on with --ignore-required ${local} (ignoreRequired in the configuration)`,
      });
      continue;
    }
    const key = `${required} ${expandedName(name)}`;
    if (told.has(key)) continue;
    told.add(key);
    const note = isKnown
      ? `of the policy of ${parent} the assertions of WS-Addressing and WS-SecurityPolicy are read, as far as they say what a caller needs`
      : `the extension of ${parent} is left out: ${isIgnored && required ? "--ignore-required names it" : "it is not required"}`;
    diagnostics.note(position, note, { name });
  }
}
