import type { Diagnostics } from "../diagnostics";
import { checkAttributeGroups } from "./check-attribute-groups";
import { checkComplexType } from "./check-complex-type";
import { checkFacets } from "./check-facets";
import { checkSubstitutionGroups } from "./check-substitution-groups";
import type { TypeDefinition } from "./components";
import type { Declared } from "./declare-components";

/** Checks the constraints that need all components complete. Content models are walked only if they are finite. */
export function checkComponents(
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
