import { childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xsdNamespace } from "./xsd-namespaces";

/** Returns the local name of an element of XML Schema; `""` for any other element. */
export function xsdName({ name }: XmlElement): string {
  return name.namespace === xsdNamespace ? name.local : "";
}

/** Returns the child elements without annotations. */
export function contentsOf(source: XmlElement): XmlElement[] {
  return childElements(source).filter((child) => xsdName(child) !== "annotation");
}
