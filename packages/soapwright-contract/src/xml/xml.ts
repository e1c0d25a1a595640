import type { Position } from "../diagnostics";

/** An attribute as written. Namespace declarations are not attributes. */
export interface XmlAttribute {
  readonly name: QName;
  readonly value: string;
  readonly position: Position;
}

/** An element of a source document, with its position. */
export interface XmlElement {
  readonly name: QName;
  /** The raw name, for messages: `xs:element`. */
  readonly raw: string;
  readonly attributes: readonly XmlAttribute[];
  /** Child elements and text in document order, without comments and processing instructions. */
  readonly content: readonly (XmlElement | string)[];
  readonly parent: XmlElement | undefined;
  /** The namespaces that this element itself declares, by prefix; `""` is the default. */
  readonly declaredPrefixes: ReadonlyMap<string, string>;
  readonly position: Position;
}

/** An expanded name of Namespaces in XML. `namespace` is `""` for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** Returns `{namespace}local`, or `local` in no namespace: the key of maps, and the form in messages. */
export function expandedName(name: QName): string {
  return name.namespace === "" ? name.local : `{${name.namespace}}${name.local}`;
}

/** Child elements in document order. */
export function childElements(element: XmlElement): XmlElement[] {
  return element.content.filter((node): node is XmlElement => typeof node !== "string");
}

export function isNamed(element: XmlElement, namespace: string, local: string): boolean {
  return element.name.local === local && element.name.namespace === namespace;
}

export function childrenNamed(element: XmlElement, namespace: string, local: string): XmlElement[] {
  return childElements(element).filter((child) => isNamed(child, namespace, local));
}

/** Returns the attribute in `namespace`, by default in no namespace. */
export function attributeNode(element: XmlElement, local: string, namespace = ""): XmlAttribute | undefined {
  for (const attribute of element.attributes) {
    if (attribute.name.local === local && attribute.name.namespace === namespace) return attribute;
  }
  return undefined;
}

export function attribute(element: XmlElement, local: string, namespace = ""): string | undefined {
  return attributeNode(element, local, namespace)?.value;
}

/** Returns the attribute, or the element without it: the place of a problem with the value. */
export function placeOf(element: XmlElement, local: string): XmlAttribute | XmlElement {
  return attributeNode(element, local) ?? element;
}

export function nameOf(element: XmlElement): string | undefined {
  return attribute(element, "name")?.trim();
}

/** Returns the items of a value of an `xs:list` type. */
export function listItems(text: string): string[] {
  return text.split(/[\t\r\n ]+/).filter((word) => word !== "");
}

/** Returns whether the attribute is a true `xs:boolean`. */
export function isTrue(element: XmlElement, local: string, namespace = ""): boolean {
  return /^\s*(?:true|1)\s*$/.test(attribute(element, local, namespace) ?? "");
}

export function textOf(element: XmlElement): string {
  const pieces: string[] = [];
  const open: (XmlElement | string)[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "string") pieces.push(node);
    else open.push(...[...node.content].reverse());
  }
  return pieces.join("");
}

/** Returns the texts of the elements, trimmed and joined by empty lines; undefined without text. */
export function documentationText(elements: readonly XmlElement[]): string | undefined {
  const texts = elements.map((element) => textOf(element).trim());
  return texts.filter((text) => text !== "").join("\n\n") || undefined;
}

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
export const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";

/** Returns the namespace of a prefix, undefined if unbound; for `""` the default namespace, or `""` without one. */
export function resolvePrefix(element: XmlElement, prefix: string): string | undefined {
  if (prefix === "xml") return xmlNamespace;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const namespace = at.declaredPrefixes.get(prefix);
    if (namespace !== undefined) return prefix !== "" && namespace === "" ? undefined : namespace;
  }
  return prefix === "" ? "" : undefined;
}

/** Every declaration in scope, by prefix. */
export function prefixesInScope(element: XmlElement): Map<string, string> {
  const scope = new Map<string, string>();
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    for (const [prefix, namespace] of at.declaredPrefixes) if (!scope.has(prefix)) scope.set(prefix, namespace);
  }
  return scope;
}

/** Returns undefined if `lexical` is not a QName. White space around it is ignored. */
export function splitQName(lexical: string): { readonly prefix: string; readonly local: string } | undefined {
  const match = qname.exec(lexical);
  return match === null ? undefined : { prefix: match[1] ?? "", local: match[2] ?? "" };
}

const start = "\\p{L}\\p{Nl}_";
const part = `${start}\\p{M}\\p{N}\\p{Pc}\\u00b7\\u0387\\u06dd\\u06de.\\-\\u200c\\u200d\\u2070-\\u218f`;
const ncname = `[${start}\\u2070-\\u218f\\u3021-\\u3029][${part}]*`;
const qname = new RegExp(`^[\\t\\r\\n ]*(?:(${ncname}):)?(${ncname})[\\t\\r\\n ]*$`, "u");
const wholeNcname = new RegExp(`^${ncname}$`, "u");

export function isNCName(text: string): boolean {
  return wholeNcname.test(text);
}

/** Resolves a QName in content or in an attribute value (XML Schema Part 2, 3.2.18): the default namespace applies. */
export function resolveQName(
  element: XmlElement,
  lexical: string,
): QName | { readonly unboundPrefix: string } | undefined {
  const parts = splitQName(lexical);
  if (parts === undefined) return undefined;
  const namespace = resolvePrefix(element, parts.prefix);
  return namespace === undefined ? { unboundPrefix: parts.prefix } : { namespace, local: parts.local };
}

export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
export const xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";
export const soapEncodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";
export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
