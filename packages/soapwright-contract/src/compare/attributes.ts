import { effective } from "../element-graph/effective";
import type { AttributeUse, ComplexType } from "../xsd/components";
import type { ComparedPlace } from "./change";
import type { Names } from "./compared-names";
import { compareWildcards } from "./wildcards";

/** Two uses of an attribute whose types the caller compares. */
export interface AttributePair {
  readonly old: AttributeUse;
  readonly now: AttributeUse;
  readonly at: ComparedPlace;
}

/** Reports every change except changes of types; returns the attributes that both types have. */
export function compareAttributes(
  old: ComplexType,
  now: ComplexType,
  at: ComparedPlace,
  names: Names,
): AttributePair[] {
  const after = new Set(effective(now).attributes);
  const pairs: AttributePair[] = [];
  for (const use of effective(old).attributes) {
    const other = counterpart(use, [...after], names);
    const place = at.below(`@${use.attribute.name.local}`);
    if (other === undefined) {
      place.addBreaking("removed");
      continue;
    }
    after.delete(other);
    compareUses(use, other, place, names);
    pairs.push({ old: use, now: other, at: place });
  }
  for (const added of after) {
    const { attribute, use } = added;
    at.below(`@${attribute.name.local}`).judge(`added, ${use}`, { writers: use === "required" });
  }
  compareAnyAttribute(old, now, at.below("@*"), names);
  return pairs;
}

/** Returns the candidate with the same name, or else the only candidate with the same local name. */
function counterpart(use: AttributeUse, candidates: readonly AttributeUse[], names: Names): AttributeUse | undefined {
  const { name } = use.attribute;
  const same = candidates.find(({ attribute }) => names.areSame(name, attribute.name));
  if (same !== undefined) return same;
  const alike = candidates.filter(({ attribute }) => attribute.name.local === name.local);
  return alike.length === 1 ? alike[0] : undefined;
}

function compareUses(old: AttributeUse, now: AttributeUse, at: ComparedPlace, names: Names): void {
  const [before, after] = [old.attribute.name, now.attribute.name];
  if (!names.areSame(before, after)) {
    const what = `namespace ${before.namespace || "none"} -> ${after.namespace || "none"}`;
    at.addBreaking(what);
  }
  at.compareDocumentation(
    old.documentation ?? old.attribute.documentation,
    now.documentation ?? now.attribute.documentation,
  );
  if (old.use !== now.use) {
    const isRequired = now.use === "required";
    const what = isRequired ? "required from now on" : "optional from now on";
    at.judge(what, { writers: isRequired, readers: !isRequired });
  }
  at.compareConstraint("default", old.default, now.default);
  at.compareConstraint("fixed", old.fixed, now.fixed);
}

function compareAnyAttribute(old: ComplexType, now: ComplexType, at: ComparedPlace, names: Names): void {
  const [before, after] = [effective(old).attributeWildcard, effective(now).attributeWildcard];
  if (before === undefined && after === undefined) return;
  if (before === undefined) at.judge("xs:anyAttribute added", {});
  else if (after === undefined) at.addBreaking("xs:anyAttribute removed");
  else for (const { what, verdict } of compareWildcards(before, after, names)) at.judge(what, verdict);
}
