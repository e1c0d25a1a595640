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

/** Everything that the author of a schema should hear of. */
export interface AuthorChecks extends ValueChecks {
  /** Constraints on components that need all of them complete. */
  readonly components: typeof checkComponents;
}

export const authorChecks: AuthorChecks = { components: checkComponents, pattern: parsePattern, wrongValue };

/** Only what is finite is walked to its end. */
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
