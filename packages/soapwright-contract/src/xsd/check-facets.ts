/** XML Schema Part 2, section 4.3: which facets a type may have, and whether they leave any valid value. */
import { builtInOf, builtIns } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { isOfForm, whyRefused } from "../element-graph/accepts";
import type { Facet, FacetName, SimpleType } from "./components";
import { rootOf } from "./type-parts";

const lengths: readonly FacetName[] = ["length", "minLength", "maxLength"];
const bounds: readonly FacetName[] = ["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"];
const always: readonly FacetName[] = ["pattern", "enumeration", "whiteSpace"];
const digits: readonly FacetName[] = ["totalDigits", "fractionDigits"];

const measured: ReadonlySet<string> = new Set(["string", "anyURI", "QName", "NOTATION", "hexBinary", "base64Binary"]);

export function checkFacets(type: SimpleType, diagnostics: Diagnostics): void {
  if (type.facets.length === 0) return;
  const kind = primitiveKind(type);
  const allowed = allowedFacets(kind);
  for (const facet of type.facets) {
    if (allowed?.includes(facet.name) === false) {
      diagnostics.error(facet, `${facet.name} does not apply to ${kind}`, {
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
    diagnostics.warning(facet, `${name} "${value}" is not valid: ${why}; it is ignored`);
    (facets as Facet[]).splice(facets.indexOf(facet), 1);
  }
}

/** Returns the built-in type at the root of the derivation, or `list` or `union`. */
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
    const message = `${low.name} ${low.value} is greater than ${high.name} ${high.value}`;
    diagnostics.warning(low, message, { hint: "no value is valid" });
  }
}
