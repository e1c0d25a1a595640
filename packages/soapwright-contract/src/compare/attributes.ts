/** The comparison of the attributes of two complex types. */

import { effective } from "../element-graph/effective";
import type { AttributeUse, ComplexType } from "../xsd/components";
import type { Changes, Directions } from "./change";
import type { Names } from "./compared-names";
import { compareConstraint } from "./value-constraints";
import { compareWildcards } from "./wildcards";

/** Two uses of one attribute whose types the caller compares. */
export interface AttributePair {
  readonly old: AttributeUse;
  readonly now: AttributeUse;
  readonly where: string;
}

/** Reports every change except changes of types; returns the attributes that both types have. */
export function compareAttributes(
  old: ComplexType,
  now: ComplexType,
  place: string,
  directions: Directions,
  names: Names,
  changes: Changes,
): AttributePair[] {
  const after = new Set(effective(now).attributes);
  const pairs: AttributePair[] = [];
  for (const use of effective(old).attributes) {
    const other = counterpart(use, [...after], names);
    const where = `${place}.@${use.attribute.name.local}`;
    if (other === undefined) {
      changes.judged(where, "removed", directions, { writers: true, readers: true });
      continue;
    }
    after.delete(other);
    compareUses(use, other, where, directions, names, changes);
    pairs.push({ old: use, now: other, where });
  }
  for (const added of after) {
    const { attribute, use } = added;
    const where = `${place}.@${attribute.name.local}`;
    changes.judged(where, `added, ${use}`, directions, { writers: use === "required" });
  }
  compareAnyAttribute(old, now, `${place}.@*`, directions, names, changes);
  return pairs;
}

/** The candidate with the same name, or else the only one with the same local name. */
function counterpart(use: AttributeUse, candidates: readonly AttributeUse[], names: Names): AttributeUse | undefined {
  const { name } = use.attribute;
  const same = candidates.find(({ attribute }) => names.areSame(name, attribute.name));
  if (same !== undefined) return same;
  const alike = candidates.filter(({ attribute }) => attribute.name.local === name.local);
  return alike.length === 1 ? alike[0] : undefined;
}

function compareUses(
  old: AttributeUse,
  now: AttributeUse,
  where: string,
  directions: Directions,
  names: Names,
  changes: Changes,
): void {
  const [before, after] = [old.attribute.name, now.attribute.name];
  if (!names.areSame(before, after)) {
    const what = `namespace ${before.namespace || "none"} -> ${after.namespace || "none"}`;
    changes.judged(where, what, directions, { writers: true, readers: true });
  }
  changes.documentation(
    where,
    old.documentation ?? old.attribute.documentation,
    now.documentation ?? now.attribute.documentation,
  );
  if (old.use !== now.use) {
    const isRequired = now.use === "required";
    const what = isRequired ? "required from now on" : "optional from now on";
    changes.judged(where, what, directions, { writers: isRequired, readers: !isRequired });
  }
  compareConstraint("default", old.default, now.default, where, directions, changes);
  compareConstraint("fixed", old.fixed, now.fixed, where, directions, changes);
}

function compareAnyAttribute(
  old: ComplexType,
  now: ComplexType,
  where: string,
  directions: Directions,
  names: Names,
  changes: Changes,
): void {
  const [before, after] = [effective(old).attributeWildcard, effective(now).attributeWildcard];
  if (before === undefined && after === undefined) return;
  if (before === undefined) changes.judged(where, "xs:anyAttribute added", directions, {});
  else if (after === undefined)
    changes.judged(where, "xs:anyAttribute removed", directions, { writers: true, readers: true });
  else
    for (const { what, verdict } of compareWildcards(before, after, names))
      changes.judged(where, what, directions, verdict);
}
