/** WSDL 1.1, section 2.1.3: elements of other vocabularies, including policies, and which of them are required. */
import type { Diagnostics, Position } from "../diagnostics";
import {
  childElements,
  expandedName,
  isNamed,
  isTrue,
  nameOf,
  type QName,
  wsdlNamespace,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import { policyNamespaces } from "./policies";
import { isAddressingDeclaration } from "./wsdl-addressing";
import type { WsdlDocument } from "./wsdl-documents";
import { httpNamespace, mimeNamespace, soapNamespaces } from "./wsdl-source";

/** An extension element that no stage reads. */
export interface Extension {
  readonly name: QName;
  /** The parent element, such as `binding OrderBinding`. */
  readonly parent: string;
  /** `wsdl:required="true"`. */
  readonly required: boolean;
  /** Whether it only declares the use of WS-Addressing, which `AddressingDeclarations` reads. */
  readonly isAddressing: boolean;
  readonly position: Position;
}

const READ: ReadonlySet<string> = new Set([
  ...soapNamespaces.keys(),
  httpNamespace,
  mimeNamespace,
  wsdlNamespace,
  xsdNamespace,
]);

/** Returns the extensions of every document, in the order of reading, without nested extensions and HTTP bindings. */
export function readExtensions(documents: readonly WsdlDocument[]): Extension[] {
  const found: Extension[] = [];
  const open = documents.map(({ element }) => element).reverse();
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (isLeftOut(parent)) continue;
    const inside: XmlElement[] = [];
    for (const child of childElements(parent)) {
      if (child.name.namespace === wsdlNamespace) inside.push(child);
      else if (!READ.has(child.name.namespace)) found.push(extensionIn(parent, child));
    }
    open.push(...inside.reverse());
  }
  return found;
}

function isLeftOut(element: XmlElement): boolean {
  if (isNamed(element, wsdlNamespace, "types") || isNamed(element, wsdlNamespace, "documentation")) return true;
  const isBinding = isNamed(element, wsdlNamespace, "binding");
  return isBinding && childElements(element).some((child) => isNamed(child, httpNamespace, "binding"));
}

function extensionIn(parent: XmlElement, source: XmlElement): Extension {
  const name = nameOf(parent) ?? "";
  return {
    name: source.name,
    parent: name === "" ? parent.name.local : `${parent.name.local} ${name}`,
    required: isTrue(source, "required", wsdlNamespace),
    isAddressing: isAddressingDeclaration(source, parent),
    position: source.position,
  };
}

/**
 * Reports an unknown required extension as an error at every place, unless `ignored` contains its local name,
 * `{namespace}name` or `*`. Other extensions are reported in a note at their first place.
 */
export function judgeExtensions(
  extensions: readonly Extension[],
  ignored: readonly string[],
  diagnostics: Diagnostics,
): void {
  const reported = new Set<string>();
  for (const { name, parent, required, isAddressing, position } of extensions) {
    if (isAddressing) continue;
    const { namespace, local } = name;
    const isKnown = policyNamespaces.has(namespace);
    const isIgnored = ["*", local, expandedName(name)].some((each) => ignored.includes(each));
    if (required && !isKnown && !isIgnored) {
      diagnostics.error(
        position,
        "extension-required",
        `the extension of ${parent} is required by the service and not known here`,
        {
          name,
          hint: `if the service can be called without it, continue with --ignore-required ${local} (ignoreRequired in the configuration)`,
        },
      );
      continue;
    }
    const key = `${required} ${expandedName(name)}`;
    if (reported.has(key)) continue;
    reported.add(key);
    const note = isKnown
      ? `of the policy of ${parent} the assertions of WS-Addressing and WS-SecurityPolicy are read, as far as they say what a caller needs`
      : `the extension of ${parent} is left out: ${isIgnored && required ? "--ignore-required names it" : "it is not required"}`;
    diagnostics.note(position, "extension-ignored", note, { name });
  }
}
