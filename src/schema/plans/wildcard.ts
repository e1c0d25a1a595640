/** XML Schema Part 1, 3.10.1: which namespaces a wildcard lets in. */
import type { NamespaceConstraint } from "../tables/nodes";

export function namespaceTest(
  constraint: NamespaceConstraint,
  rename: (namespace: string) => string,
): (namespace: string) => boolean {
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
