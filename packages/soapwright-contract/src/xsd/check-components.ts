import type { Diagnostics } from "../diagnostics";
import { checkComplexType } from "./check-complex-type";
import { checkFacets, dropWrongValues } from "./check-facets";
import { checkSubstitutionGroups } from "./check-substitution-groups";
import type { SimpleType, TypeDefinition } from "./components";
import type { Declared } from "./declare-components";
import { visitDepthFirst } from "./depth-first";
import type { AttributeGroupDefinition } from "./registry";

/** Checks constraints that need complete components. Content models are walked only if they are finite. */
export function checkComponents(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  areFinite: boolean,
  diagnostics: Diagnostics,
): void {
  const elements = declared.flatMap((one) => (one.kind === "element" ? [one.component] : []));
  const attributeGroups = declared.flatMap((one) => (one.kind === "attributeGroup" ? [one.component] : []));
  checkAttributeGroups(attributeGroups, diagnostics);
  for (const type of new Set(types.flatMap(simpleTypes))) dropWrongValues(type, diagnostics);
  if (!checkSubstitutionGroups(elements, diagnostics) || !areFinite) return;
  for (const type of types) {
    if (type.kind === "simpleType") checkFacets(type, diagnostics);
    else checkComplexType(type, diagnostics);
  }
}

/** Returns the type itself, or the type of its text, which may be restricted there alone. */
function simpleTypes(type: TypeDefinition): SimpleType[] {
  if (type.kind === "simpleType") return [type];
  return type.content.kind === "simple" ? [type.content.type] : [];
}

/** Section 3.6.6: no attribute group contains itself, directly or indirectly. Each cycle is reported once. */
function checkAttributeGroups(groups: readonly AttributeGroupDefinition[], diagnostics: Diagnostics): void {
  visitDepthFirst(groups, {
    below: ({ attributes }) => attributes.uses.filter((use): use is AttributeGroupDefinition => "kind" in use),
    closes: (closing, group) => {
      const where = closing === group ? "to itself" : `in attribute group ${closing.name.local}`;
      const hint = `remove the reference ${where}`;
      diagnostics.error(group.source, "attribute group contains itself", { name: group.name, hint });
    },
  });
}
