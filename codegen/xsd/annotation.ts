/** Section 3.13: annotations. */
import { attribute, childElements, isNamed, textOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xsdNamespace } from "./namespaces";

/** Documentation that cites a page beside the WSDL is for who reads the WSDL: callers are not shown it. */
function isAside(documentation: XmlElement): boolean {
  const source = attribute(documentation, "source");
  return source !== undefined && source.trim() !== "" && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(source.trim());
}

/** As an object to spread: absent stays absent. */
export function documentationOf(element: XmlElement): { readonly documentation?: string } {
  const texts: string[] = [];
  for (const child of childElements(element)) {
    if (!isNamed(child, xsdNamespace, "annotation")) continue;
    for (const documentation of childElements(child)) {
      if (!isNamed(documentation, xsdNamespace, "documentation") || isAside(documentation)) continue;
      const text = textOf(documentation).trim();
      if (text !== "") texts.push(text);
    }
  }
  return texts.length === 0 ? {} : { documentation: texts.join("\n\n") };
}
