/** Section 2.1.4: `wsdl:documentation`. */
import { childrenNamed, textOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/xsd-namespaces";

export function documentationOf(element: XmlElement): { readonly documentation?: string } {
  const texts = childrenNamed(element, wsdlNamespace, "documentation").map((child) => textOf(child).trim());
  const documentation = texts.filter((text) => text !== "").join("\n\n");
  return documentation === "" ? {} : { documentation };
}
