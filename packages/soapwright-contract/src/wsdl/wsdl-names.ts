/** WSDL 1.1, appendix A 4.1: names of operations and services are NCNames. */
import type { Diagnostics } from "../diagnostics";
import { placeOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { isNCName } from "../xml/xml-namespaces";

/** Warns of a name that other tools refuse. It is no error, because the name is not on the wire. */
export function warnOfName(
  what: "operation" | "service",
  name: string,
  source: XmlElement,
  diagnostics: Diagnostics,
): void {
  if (isNCName(name)) return;
  const { position } = placeOf(source, "name");
  diagnostics.warning(position, `the name ${JSON.stringify(name)} of the ${what} is no NCName`, {
    hint: "use letters, digits, hyphens, underscores and full stops, and a letter or an underscore first",
  });
}
