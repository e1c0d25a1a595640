import type { XmlAttribute, XmlElement } from "./tree";

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

/** Returns the text of all descendants in document order. */
export function textOf(element: XmlElement): string {
  const pieces: string[] = [];
  const open: (XmlElement | string)[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "string") pieces.push(node);
    else open.push(...[...node.content].reverse());
  }
  return pieces.join("");
}
