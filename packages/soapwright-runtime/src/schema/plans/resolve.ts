/** Tables refer to one another, and name things in namespaces that may be others on the wire. */
import type { NamespaceConstraint, NodeRef } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { isNillable, withoutNil } from "../tables/view";
import type { Position } from "./plans";

/** From the namespace of a table to the one on the wire. Never asked for no namespace. */
export type Rename = (namespace: string) => string;

/** What a reference yields, as the place that it is written in has it. */
export function positionOf(ref: NodeRef): Position {
  return { type: withoutNil(ref), nillable: isNillable(ref) };
}

/** The name in the namespace that is on the wire. */
export function renamed(name: QName, rename: Rename): QName {
  return { namespace: name.namespace === "" ? "" : rename(name.namespace), local: name.local };
}

/** XML Schema Part 1, 3.10.1: which namespaces a wildcard lets in. */
export function namespaceTest(constraint: NamespaceConstraint, rename: Rename): (namespace: string) => boolean {
  switch (constraint.allow) {
    case "any":
      return () => true;
    case "other": {
      const than = rename(constraint.than);
      return (namespace) => namespace !== than && namespace !== "";
    }
    case "list": {
      const allowed = new Set(constraint.of.map((namespace) => (namespace === "" ? "" : rename(namespace))));
      return (namespace) => allowed.has(namespace);
    }
  }
}
