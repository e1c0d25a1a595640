import type { AttributeUse, AttributeWildcard, ComplexType, NamespaceConstraint } from "../xsd/components";
import { effective } from "../xsd/effective-type";
import { allows } from "../xsd/namespace-constraint";
import type { ComparedPlace, Names } from "./change";

/** Two uses of an attribute whose types the caller compares. */
interface AttributePair {
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
      place.addBreaking("attribute-removed", "removed");
      continue;
    }
    after.delete(other);
    compareUses(use, other, place, names);
    pairs.push({ old: use, now: other, at: place });
  }
  for (const added of after) {
    const { attribute, use } = added;
    at.below(`@${attribute.name.local}`).judge("attribute-added", `added, ${use}`, { writers: use === "required" });
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
  at.compareNamespaces(old.attribute.name.namespace, now.attribute.name.namespace, names);
  at.compareDocumentation(
    old.documentation ?? old.attribute.documentation,
    now.documentation ?? now.attribute.documentation,
  );
  if (old.use !== now.use) {
    const isRequired = now.use === "required";
    const what = isRequired ? "required from now on" : "optional from now on";
    at.judge("attribute-use-changed", what, { writers: isRequired, readers: !isRequired });
  }
  at.compareConstraint("default", old.default, now.default);
  at.compareConstraint("fixed", old.fixed, now.fixed);
}

function compareAnyAttribute(old: ComplexType, now: ComplexType, at: ComparedPlace, names: Names): void {
  const [before, after] = [effective(old).attributeWildcard, effective(now).attributeWildcard];
  if (before !== undefined && after !== undefined) compareWildcards(before, after, at, names);
  else if (before !== undefined) at.addBreaking("any-attribute-removed", "xs:anyAttribute removed");
  else if (after !== undefined) at.judge("any-attribute-added", "xs:anyAttribute added", {});
}

/** Strictest first. */
const strictness = ["strict", "lax", "skip"] as const;

export function compareWildcards(
  old: AttributeWildcard,
  now: AttributeWildcard,
  at: ComparedPlace,
  names: Names,
): void {
  const before = moveNamespaces(old.namespaces, names);
  const isWider = includes(now.namespaces, before);
  if (!isWider || !includes(before, now.namespaces)) {
    const what = `namespaces ${describeNamespaces(old.namespaces)} -> ${describeNamespaces(now.namespaces)}`;
    at.judge("wildcard-namespaces-changed", what, isWider ? { why: "more is let in than before" } : { writers: true });
  }
  if (old.processContents === now.processContents) return;
  const isStricter = strictness.indexOf(now.processContents) < strictness.indexOf(old.processContents);
  const what = `processContents ${old.processContents} -> ${now.processContents}`;
  at.judge(
    "wildcard-processing-changed",
    what,
    isStricter ? { writers: true, why: "what is sent has to be declared" } : {},
  );
}

function moveNamespaces(constraint: NamespaceConstraint, names: Names): NamespaceConstraint {
  if (constraint.allow === "any") return constraint;
  if (constraint.allow === "other") return { allow: "other", than: names.moved(constraint.than) };
  return { allow: "list", of: constraint.of.map((namespace) => names.moved(namespace)) };
}

function includes(outer: NamespaceConstraint, inner: NamespaceConstraint): boolean {
  if (outer.allow === "any") return true;
  if (inner.allow === "any") return false;
  if (inner.allow === "list") return inner.of.every((namespace) => allows(outer, namespace));
  return outer.allow === "other" && (outer.than === inner.than || outer.than === "");
}

function describeNamespaces(constraint: NamespaceConstraint): string {
  if (constraint.allow === "any") return "##any";
  if (constraint.allow === "other") return `##other than ${constraint.than || "none"}`;
  return constraint.of.map((namespace) => namespace || "##local").join(" ") || "none";
}
