/** XML Schema Part 1, section 3.10.6: union and intersection of the namespaces of wildcards. */
import type { AttributeWildcard, NamespaceConstraint } from "./components";

export function allows(constraint: NamespaceConstraint, namespace: string): boolean {
  if (constraint.allow === "any") return true;
  if (constraint.allow === "other") return namespace !== "" && namespace !== constraint.than;
  return constraint.of.includes(namespace);
}

function intersection(one: NamespaceConstraint, other: NamespaceConstraint): NamespaceConstraint {
  if (one.allow === "any") return other;
  if (other.allow === "any") return one;
  if (one.allow === "list") return { allow: "list", of: one.of.filter((namespace) => allows(other, namespace)) };
  if (other.allow === "list") return intersection(other, one);
  // Two different `##other` have no intersection in one constraint, so one of the two applies.
  return one.than === "" ? other : one;
}

function union(one: NamespaceConstraint, other: NamespaceConstraint): NamespaceConstraint {
  if (one.allow === "any" || other.allow === "any") return { allow: "any" };
  if (one.allow === "list" && other.allow === "list")
    return { allow: "list", of: [...new Set([...one.of, ...other.of])] };
  if (one.allow === "other" && other.allow === "other") return one.than === other.than ? one : { allow: "any" };
  const [excluding, list] = one.allow === "other" ? [one, other] : [other, one];
  if (excluding.allow !== "other" || list.allow !== "list") return { allow: "any" };
  const missing = [excluding.than, ""].filter((namespace) => !list.of.includes(namespace));
  return missing.length === 0 ? { allow: "any" } : excluding;
}

/** Section 3.4.2: returns the intersection of a type's wildcard and its attribute groups' wildcards. */
export function intersectWildcards(wildcards: readonly AttributeWildcard[]): AttributeWildcard | undefined {
  const [first, ...rest] = wildcards;
  if (first === undefined) return undefined;
  return { ...first, namespaces: rest.reduce((sum, next) => intersection(sum, next.namespaces), first.namespaces) };
}

/** Section 3.4.2: returns the union of an extension's wildcard and its base's. */
export function uniteWildcards(
  ownWildcard: AttributeWildcard | undefined,
  base: AttributeWildcard | undefined,
): AttributeWildcard | undefined {
  if (ownWildcard === undefined) return base;
  return base === undefined
    ? ownWildcard
    : { ...ownWildcard, namespaces: union(ownWildcard.namespaces, base.namespaces) };
}
