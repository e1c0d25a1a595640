/** XML Schema Part 1, section 3.13: annotations. */
import { attribute, childElements, isNamed, textOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xsdNamespace } from "./xsd-namespaces";

/** Whether the documentation cites a page relative to the WSDL, which callers cannot open, so it is left out. */
function isAside(documentation: XmlElement): boolean {
  const source = attribute(documentation, "source");
  return source !== undefined && source.trim() !== "" && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(source.trim());
}

const MEDIA_TYPES = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];

/** `xmime:expectedContentTypes` (Describing Media Content of Binary Data in XML, 3), as an object to spread. */
export function mediaTypesOf(element: XmlElement): { readonly mediaTypes?: readonly string[] } {
  for (const namespace of MEDIA_TYPES) {
    const written = attribute(element, "expectedContentTypes", namespace);
    if (written === undefined) continue;
    // The syntax is HTTP's Accept. Weights are removed, and entries that are not media types cannot go into a header.
    const types = written.split(",").map((each) =>
      each
        .replace(/;[\s\S]*/, "")
        .trim()
        .toLowerCase(),
    );
    const known = types.filter((each) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(each));
    return known.length === 0 ? {} : { mediaTypes: known };
  }
  return {};
}

/** The documentation as an object to spread, empty if absent. */
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
