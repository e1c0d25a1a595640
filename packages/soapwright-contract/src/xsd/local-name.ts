/** Sections 3.2.2 and 3.3.2: the names of declarations inside types and groups. */
import { nameOf } from "../xml/navigate";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { isNCName } from "../xml/xml-namespaces";
import type { SchemaContext } from "./context";
import { enumeratedAttribute } from "./lexical";

/** Returns the name of a declaration without `ref`; reports a wrong name. `qualified` is the default of `form`. */
export function localName(source: XmlElement, qualified: boolean, context: SchemaContext): QName | undefined {
  const { diagnostics } = context;
  const local = nameOf(source);
  const isReserved = local === "xmlns" && source.name.local === "attribute";
  if (local === undefined || isReserved || !isNCName(local)) {
    const problem = local === undefined ? `${source.raw} has neither name nor ref` : `"${local}" is not a name`;
    diagnostics.error(source, problem);
    return undefined;
  }
  const form = enumeratedAttribute(source, "form", ["qualified", "unqualified"], diagnostics);
  const isQualified = form === undefined ? qualified : form === "qualified";
  return { namespace: isQualified ? context.scope.targetNamespace : "", local };
}
