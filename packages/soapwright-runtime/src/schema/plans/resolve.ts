/** Resolves references between tables, and namespaces that differ on the wire. */
import type { NamespaceConstraint, NodeRef } from "../tables/nodes";
import type { QName } from "../tables/table-values";
import { isNillable, withoutNil } from "../tables/view";
import type { Position } from "./plans";

/** Returns the namespace on the wire for a namespace of a table. Never called for the empty namespace. */
export type Rename = (namespace: string) => string;

export function positionOf(ref: NodeRef): Position {
  return { type: withoutNil(ref), nillable: isNillable(ref) };
}

export function renamed(name: QName, rename: Rename): QName {
  return { namespace: name.namespace === "" ? "" : rename(name.namespace), local: name.local };
}

/** XML Schema Part 1, 3.10.1, defines the constraint. */
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
