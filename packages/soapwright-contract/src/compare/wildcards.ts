import type { AttributeWildcard, NamespaceConstraint, Wildcard } from "../xsd/components";
import { allows } from "../xsd/namespace-constraint";
import type { JudgedChange } from "./change";
import type { Names } from "./compared-names";

/** Strictest first. */
const strictness = ["strict", "lax", "skip"] as const;

export function compareWildcards(
  old: Wildcard | AttributeWildcard,
  now: Wildcard | AttributeWildcard,
  names: Names,
): JudgedChange[] {
  return [...compareNamespaces(old.namespaces, now.namespaces, names), ...compareStrictness(old, now)];
}

function compareNamespaces(old: NamespaceConstraint, now: NamespaceConstraint, names: Names): JudgedChange[] {
  const before = moveNamespaces(old, names);
  const isWider = includes(now, before);
  const isNarrower = includes(before, now);
  if (isWider && isNarrower) return [];
  const what = `namespaces ${describeNamespaces(old)} -> ${describeNamespaces(now)}`;
  return [{ what, verdict: isWider ? { why: "more is let in than before" } : { writers: true } }];
}

function compareStrictness(old: Wildcard | AttributeWildcard, now: Wildcard | AttributeWildcard): JudgedChange[] {
  if (old.processContents === now.processContents) return [];
  const isStricter = strictness.indexOf(now.processContents) < strictness.indexOf(old.processContents);
  const what = `processContents ${old.processContents} -> ${now.processContents}`;
  return [{ what, verdict: isStricter ? { writers: true, why: "what is sent has to be declared" } : {} }];
}

/** Replaces the old target namespace by the new one. */
function moveNamespaces(constraint: NamespaceConstraint, names: Names): NamespaceConstraint {
  if (constraint.allow === "any") return constraint;
  if (constraint.allow === "other") return { allow: "other", than: names.moved(constraint.than) };
  return { allow: "list", of: constraint.of.map((namespace) => names.moved(namespace)) };
}

/** Returns whether `outer` allows every namespace that `inner` allows. */
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
