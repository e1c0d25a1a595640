/** XML Schema Part 2, section 4.3: constraining facets. */
import { parsePattern } from "soapwright-runtime/xsd";

import { attributeNode } from "../xml/navigate";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { resolveQName } from "../xml/xml-namespaces";
import { documentationOf } from "./annotation";
import { type Facet, type FacetName, facetNames } from "./components";
import { xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { booleanAttribute } from "./lexical";

const names: ReadonlySet<string> = new Set(facetNames);
const counts: ReadonlySet<string> = new Set<FacetName>([
  "length",
  "minLength",
  "maxLength",
  "totalDigits",
  "fractionDigits",
]);

function isFacetName(name: string): name is FacetName {
  return names.has(name);
}

export function isFacet(element: XmlElement): boolean {
  return names.has(xsdName(element));
}

/** Returns the facets among the children, in source order. */
export function readFacets(children: readonly XmlElement[], context: SchemaContext): Facet[] {
  const facets: Facet[] = [];
  const seen = new Set<string>();
  for (const child of children) {
    const name = xsdName(child);
    if (!isFacetName(name)) continue;
    const written = attributeNode(child, "value");
    if (written === undefined) {
      context.diagnostics.error(child, `${child.raw} has no value`);
      continue;
    }
    if (name !== "pattern" && name !== "enumeration" && seen.has(name)) {
      context.diagnostics.error(child, `a second ${name} in one restriction`);
      continue;
    }
    seen.add(name);
    if (!checkValue(name, written.value, child, context)) continue;
    const value = name === "pattern" || name === "enumeration" ? written.value : written.value.trim();
    const qname = name === "enumeration" ? resolveQName(child, value) : undefined;
    // Only the value of `fixed` is checked, not whether derived types respect it.
    booleanAttribute(child, "fixed", context.diagnostics);
    facets.push({
      name,
      value,
      ...(qname !== undefined && !("unboundPrefix" in qname) && { qname: chameleonName(qname, value, context) }),
      ...documentationOf(child),
      position: child.position,
    });
  }
  return facets;
}

/** Section 4.2.1: in a chameleon schema, names without a namespace are in the including schema's namespace. */
function chameleonName(name: QName, lexical: string, context: SchemaContext): QName {
  const isChameleon = context.scope.chameleon && name.namespace === "" && !lexical.includes(":");
  return isChameleon ? { namespace: context.scope.targetNamespace, local: name.local } : name;
}

function checkValue(name: FacetName, value: string, source: XmlElement, context: SchemaContext): boolean {
  if (name === "pattern") return checkPattern(value, source, context);
  const text = value.trim();
  const isWrong =
    (counts.has(name) && !/^\+?\d+$/.test(text)) ||
    (name === "totalDigits" && Number(text) === 0) ||
    (name === "whiteSpace" && !/^(?:preserve|replace|collapse)$/.test(text));
  if (isWrong) context.diagnostics.error(source, `${name} cannot be "${value}"`);
  return !isWrong;
}

/** Returns false for a pattern in another syntax, which is reported and ignored. */
function checkPattern(value: string, source: XmlElement, context: SchemaContext): boolean {
  try {
    parsePattern(value);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.diagnostics.warning(source, `the pattern is not a regular expression of XML Schema: ${why}; it is ignored`);
    return false;
  }
}
