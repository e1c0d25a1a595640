/** Section 3.6.6, Attribute Group Definition Properties Correct: no group contains itself, even through others. */
import type { Diagnostics } from "../diagnostics";
import type { AttributeGroupDefinition } from "./registry";

interface OpenGroup {
  readonly group: AttributeGroupDefinition;
  readonly inner: readonly AttributeGroupDefinition[];
  next: number;
}

/** Reports each cycle once, at the group that closes it. */
export function checkAttributeGroups(groups: readonly AttributeGroupDefinition[], diagnostics: Diagnostics): void {
  const states = new Map<AttributeGroupDefinition, "open" | "done">();
  for (const root of groups) {
    const stack: OpenGroup[] = [];
    const enter = (group: AttributeGroupDefinition): void => {
      states.set(group, "open");
      stack.push({ group, inner: innerGroups(group), next: 0 });
    };
    if (!states.has(root)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const inner = top.inner[top.next++];
      if (inner === undefined) {
        states.set(top.group, "done");
        stack.pop();
      } else if (!states.has(inner)) enter(inner);
      else if (states.get(inner) === "open") tell(inner, top.group, diagnostics);
    }
  }
}

function innerGroups({ attributes }: AttributeGroupDefinition): AttributeGroupDefinition[] {
  return attributes.uses.filter((use): use is AttributeGroupDefinition => "kind" in use);
}

function tell(group: AttributeGroupDefinition, closing: AttributeGroupDefinition, diagnostics: Diagnostics): void {
  const hint =
    closing === group
      ? "remove the reference to itself"
      : `remove the reference in attribute group ${closing.name.local}`;
  diagnostics.error(group.source.position, "attribute group contains itself", { name: group.name, hint });
}
