/** XML Schema Part 1, section 3.13: annotations. */
import { attribute, childElements, isNamed, textOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xsdNamespace } from "./xsd-namespaces";

/** Returns whether the documentation cites a page relative to the WSDL, which callers cannot open. */
function citesPage(documentation: XmlElement): boolean {
  const source = attribute(documentation, "source");
  return source !== undefined && source.trim() !== "" && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(source.trim());
}

const MEDIA_TYPES = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];

/** Reads `xmime:expectedContentTypes` (Describing Media Content of Binary Data in XML, 3). */
export function mediaTypesOf(element: XmlElement): { readonly mediaTypes?: readonly string[] } {
  for (const namespace of MEDIA_TYPES) {
    const written = attribute(element, "expectedContentTypes", namespace);
    if (written === undefined) continue;
    // The syntax is HTTP's Accept. Weights are removed, and so are entries that are no media types.
    const types = written.split(",").map((each) =>
      each
        .replace(/;[\s\S]*/, "")
        .trim()
        .toLowerCase(),
    );
    const valid = types.filter((each) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(each));
    return valid.length === 0 ? {} : { mediaTypes: valid };
  }
  return {};
}

export function documentationOf(element: XmlElement): { readonly documentation?: string } {
  const texts: string[] = [];
  for (const child of childElements(element)) {
    if (!isNamed(child, xsdNamespace, "annotation")) continue;
    for (const documentation of childElements(child)) {
      if (!isNamed(documentation, xsdNamespace, "documentation") || citesPage(documentation)) continue;
      const text = textOf(documentation).trim();
      if (text !== "") texts.push(text);
    }
  }
  return texts.length === 0 ? {} : { documentation: texts.join("\n\n") };
}
