import { nearWord } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { attribute } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { xsdElements } from "./vocabulary";
import { xsdNamespace } from "./xsd-namespaces";

const ofVersion11 = new Set([
  "assert",
  "assertion",
  "alternative",
  "openContent",
  "defaultOpenContent",
  "override",
  "explicitTimezone",
]);
const definitions = new Set(["complexType", "simpleType"]);

/**
 * Reports an element that is not allowed in its parent: as a warning for a nested named type, which nothing can refer
 * to, and for elements of other namespaces; otherwise as an error, because the schema would have another meaning.
 */
export function reportUnexpected(child: XmlElement, diagnostics: Diagnostics): void {
  const place = `${child.raw} is not allowed in ${child.parent?.raw ?? "a document"}`;
  if (child.name.namespace !== xsdNamespace) {
    diagnostics.warning(child, `${place}; it is ignored`);
  } else if (ofVersion11.has(child.name.local)) {
    diagnostics.error(child, `${child.raw} is of XML Schema 1.1`, { hint: "only XML Schema 1.0 is read" });
  } else if (definitions.has(child.name.local) && attribute(child, "name") !== undefined) {
    const hint = "move it to the top of the schema";
    diagnostics.warning(child, `${place}; the named type is ignored`, { hint });
  } else {
    const meant = xsdElements.has(child.name.local) ? undefined : nearWord(child.name.local, xsdElements.keys());
    diagnostics.error(child, place, meant === undefined ? {} : { hint: `did you mean ${meant}?` });
  }
}
