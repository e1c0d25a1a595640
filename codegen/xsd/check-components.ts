import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/options";
import { checkAttributeGroups } from "./check-attribute-groups";
import { checkComplexType } from "./check-complex-type";
import { checkFacets } from "./check-facets";
import { checkGroups } from "./check-groups";
import { checkSubstitutionGroups } from "./check-substitution-groups";
import type { ElementDeclaration, ModelGroup, TypeDefinition } from "./components";
import type { Declared } from "./declare-components";

/** Constraints on components that need all of them complete. Circles first: what comes after walks to the end. */
export function checkComponents(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  limits: LoadLimits,
  diagnostics: Diagnostics,
): void {
  const elements: ElementDeclaration[] = [];
  const groups: ModelGroup[] = [];
  for (const one of declared) {
    if (one.kind === "element") elements.push(one.component);
    if (one.kind === "group") groups.push(asGroup(one));
  }
  const attributeGroups = declared.flatMap((one) => (one.kind === "attributeGroup" ? [one.component] : []));
  checkAttributeGroups(attributeGroups, diagnostics);
  const finite = checkGroups(types, groups, limits, diagnostics);
  if (!checkSubstitutionGroups(elements, diagnostics) || !finite) return;
  for (const type of types) {
    if (type.kind === "simpleType") checkFacets(type, diagnostics);
    else checkComplexType(type, diagnostics);
  }
}

function asGroup({ component }: Declared & { readonly kind: "group" }): ModelGroup {
  const { name, compositor, particles, source } = component;
  return { kind: "modelGroup", name, compositor, particles, minOccurs: 1, maxOccurs: 1, position: source.position };
}
