import { parsePattern } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { checkAttributeGroups } from "./check-attribute-groups";
import { checkComplexType } from "./check-complex-type";
import { checkFacets } from "./check-facets";
import { checkSubstitutionGroups } from "./check-substitution-groups";
import type { TypeDefinition } from "./components";
import type { ValueChecks } from "./context";
import type { Declared } from "./declare-components";
import { wrongValue } from "./value-constraint-check";

/** The checks for the author of a schema. */
export interface AuthorChecks extends ValueChecks {
  /** Constraints that need all components complete. */
  readonly components: typeof checkComponents;
}

export const authorChecks: AuthorChecks = { components: checkComponents, pattern: parsePattern, wrongValue };

/** Content models are walked only if they are finite. */
function checkComponents(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  areFinite: boolean,
  diagnostics: Diagnostics,
): void {
  const elements = declared.flatMap((one) => (one.kind === "element" ? [one.component] : []));
  const attributeGroups = declared.flatMap((one) => (one.kind === "attributeGroup" ? [one.component] : []));
  checkAttributeGroups(attributeGroups, diagnostics);
  if (!checkSubstitutionGroups(elements, diagnostics) || !areFinite) return;
  for (const type of types) {
    if (type.kind === "simpleType") checkFacets(type, diagnostics);
    else checkComplexType(type, diagnostics);
  }
}
