/** Section 3.6.6, Attribute Group Definition Properties Correct: no group contains itself, even through others. */
import type { Diagnostics } from "../diagnostics";
import { visitDepthFirst } from "./depth-first";
import type { AttributeGroupDefinition } from "./registry";

/** Reports each cycle once, at the group that closes it. */
export function checkAttributeGroups(groups: readonly AttributeGroupDefinition[], diagnostics: Diagnostics): void {
  visitDepthFirst(groups, {
    below: ({ attributes }) => attributes.uses.filter((use): use is AttributeGroupDefinition => "kind" in use),
    closes: (closing, group) => tell(group, closing, diagnostics),
  });
}

function tell(group: AttributeGroupDefinition, closing: AttributeGroupDefinition, diagnostics: Diagnostics): void {
  const hint =
    closing === group
      ? "remove the reference to itself"
      : `remove the reference in attribute group ${closing.name.local}`;
  diagnostics.error(group.source, "attribute group contains itself", { name: group.name, hint });
}
