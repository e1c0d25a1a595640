/** Sections 3.2.2 and 3.3.2: the names of declarations inside types and groups. */
import type { Diagnostics } from "../diagnostics";
import { attribute } from "../xml/navigate";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { isNCName } from "../xml/xml-namespaces";
import { wordAttribute } from "./lexical";
import type { SchemaScope } from "./scope";

/** The name of a declaration without `ref`; reports a wrong one. `qualified` is the default of `form`. */
export function localName(
  source: XmlElement,
  { targetNamespace }: SchemaScope,
  qualified: boolean,
  diagnostics: Diagnostics,
): QName | undefined {
  const local = attribute(source, "name")?.trim();
  const isReserved = local === "xmlns" && source.name.local === "attribute";
  if (local === undefined || isReserved || !isNCName(local)) {
    const problem = local === undefined ? `${source.raw} has neither name nor ref` : `"${local}" is not a name`;
    diagnostics.error(source, problem);
    return undefined;
  }
  const form = wordAttribute(source, "form", ["qualified", "unqualified"], diagnostics);
  return { namespace: (form === undefined ? qualified : form === "qualified") ? targetNamespace : "", local };
}
