/** XML Schema Part 2, section 4.3: constraining facets. */
import { builtInOf, builtIns, compilePattern } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { attributeNode, resolveQName, type XmlElement } from "../xml/xml";
import { isOfForm, whyRefused } from "./accepts";
import { type Facet, type FacetName, facetNames, type SimpleType } from "./components";
import type { SchemaContext } from "./context";
import { rootOf } from "./effective-type";
import { booleanAttribute, documentationOf, xsdName } from "./schema-source";

const names: ReadonlySet<string> = new Set(facetNames);
const lengths: readonly FacetName[] = ["length", "minLength", "maxLength"];
const bounds: readonly FacetName[] = ["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"];
const always: readonly FacetName[] = ["pattern", "enumeration", "whiteSpace"];
const digits: readonly FacetName[] = ["totalDigits", "fractionDigits"];
const counts: ReadonlySet<string> = new Set([...lengths, ...digits]);

function isFacetName(name: string): name is FacetName {
  return names.has(name);
}

export function isFacet(element: XmlElement): boolean {
  return names.has(xsdName(element));
}

export function readFacets(children: readonly XmlElement[], context: SchemaContext): Facet[] {
  const facets: Facet[] = [];
  const seen = new Set<string>();
  for (const child of children) {
    const name = xsdName(child);
    if (!isFacetName(name)) continue;
    const written = attributeNode(child, "value");
    if (written === undefined) {
      context.diagnostics.error(child, "facet-value-missing", `${child.raw} has no value`);
      continue;
    }
    if (name !== "pattern" && name !== "enumeration" && seen.has(name)) {
      context.diagnostics.error(child, "facet-twice", `a second ${name} in one restriction`);
      continue;
    }
    seen.add(name);
    if (!checkValue(name, written.value, child, context)) continue;
    const value = name === "pattern" || name === "enumeration" ? written.value : written.value.trim();
    const qname = name === "enumeration" ? resolveQName(child, value) : undefined;
    // Only the value of `fixed` is checked, not whether derived types respect it.
    booleanAttribute(child, "fixed", context);
    facets.push({
      name,
      value,
      qname: qname === undefined || "unboundPrefix" in qname ? undefined : context.inScope(qname, value),
      documentation: documentationOf(child),
      position: child.position,
    });
  }
  return facets;
}

function checkValue(name: FacetName, value: string, source: XmlElement, context: SchemaContext): boolean {
  if (name === "pattern") return checkPattern(value, source, context);
  const text = value.trim();
  const isWrong =
    (counts.has(name) && !/^\+?\d+$/.test(text)) ||
    (name === "totalDigits" && Number(text) === 0) ||
    (name === "whiteSpace" && !/^(?:preserve|replace|collapse)$/.test(text));
  if (isWrong) context.diagnostics.error(source, "facet-value-invalid", `${name} cannot be "${value}"`);
  return !isWrong;
}

/** Returns false for a pattern in another syntax, which is reported and ignored. */
function checkPattern(value: string, source: XmlElement, context: SchemaContext): boolean {
  try {
    compilePattern(value);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.diagnostics.warning(
      source,
      "pattern-invalid",
      `the pattern is not a regular expression of XML Schema: ${why}; it is ignored`,
    );
    return false;
  }
}

const measured: ReadonlySet<string> = new Set(["string", "anyURI", "QName", "NOTATION", "hexBinary", "base64Binary"]);

export function checkFacets(type: SimpleType, diagnostics: Diagnostics): void {
  if (type.facets.length === 0) return;
  const kind = primitiveKind(type);
  const allowed = allowedFacets(kind);
  for (const facet of type.facets) {
    if (allowed?.includes(facet.name) === false) {
      diagnostics.error(facet, "facet-not-applicable", `${facet.name} does not apply to ${kind}`, {
        name: type.name,
        hint: `facets of ${kind}: ${allowed.join(", ")}`,
      });
    }
  }
  expectOrder(type.facets, ["minLength"], ["maxLength"], diagnostics);
  if (builtIns.get(kind)?.primitive === "decimal") {
    expectOrder(type.facets, ["minInclusive", "minExclusive"], ["maxInclusive", "maxExclusive"], diagnostics);
    expectOrder(type.facets, ["fractionDigits"], ["totalDigits"], diagnostics);
  }
}

/**
 * Drops enumerated values and bounds that are no values of the base (sections 4.3.5 to 4.3.10), in place, because
 * shapes of types share the list.
 */
export function dropWrongValues(type: SimpleType, diagnostics: Diagnostics): void {
  const { facets, variety } = type;
  if (variety.of !== "restriction") return;
  const { base } = variety;
  const isNamed = ["QName", "NOTATION"].includes(primitiveKind(type));
  for (const facet of [...facets]) {
    const { name, value, qname } = facet;
    if (name !== "enumeration" && !bounds.includes(name)) continue;
    const isUnbound = isNamed && qname === undefined;
    if (!isUnbound && isOfForm(base, value)) continue;
    const why = isUnbound ? "its prefix is not declared" : whyRefused(base, value);
    diagnostics.warning(facet, "facet-value-not-of-type", `${name} "${value}" is not valid: ${why}; it is ignored`);
    (facets as Facet[]).splice(facets.indexOf(facet), 1);
  }
}

function primitiveKind(type: SimpleType): string {
  const { variety, name } = rootOf(type);
  if (variety.of !== "builtIn") return variety.of;
  const local = name?.local ?? "";
  return builtIns.get(local)?.listOf === undefined ? local : "list";
}

function allowedFacets(kind: string): readonly FacetName[] | undefined {
  if (kind === "anySimpleType") return undefined;
  if (kind === "list") return [...lengths, ...always];
  if (kind === "union") return ["pattern", "enumeration"];
  const { primitive } = builtInOf(kind);
  if (primitive === "boolean") return ["pattern", "whiteSpace"];
  if (primitive === "decimal") return [...bounds, ...digits, ...always];
  return measured.has(primitive) ? [...lengths, ...always] : [...bounds, ...always];
}

function expectOrder(
  facets: readonly Facet[],
  lower: readonly FacetName[],
  upper: readonly FacetName[],
  diagnostics: Diagnostics,
): void {
  const low = facets.find((facet) => lower.includes(facet.name));
  const high = facets.find((facet) => upper.includes(facet.name));
  if (low !== undefined && high !== undefined && Number(low.value) > Number(high.value)) {
    diagnostics.warning(
      low,
      "facet-bounds-crossed",
      `${low.name} ${low.value} is greater than ${high.name} ${high.value}`,
      "no value is valid",
    );
  }
}
