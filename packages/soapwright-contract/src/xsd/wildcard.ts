/** XML Schema Part 1, section 3.10: wildcards. */
import { attribute, listItems, type XmlElement } from "../xml/xml";
import type { AttributeWildcard, NamespaceConstraint, Wildcard } from "./components";
import type { SchemaContext } from "./context";
import { enumeratedAttribute, occurrenceOf } from "./schema-source";

export function buildWildcard(source: XmlElement, context: SchemaContext): Wildcard {
  return { kind: "wildcard", ...buildAttributeWildcard(source, context), ...occurrenceOf(source, context) };
}

export function buildAttributeWildcard(source: XmlElement, context: SchemaContext): AttributeWildcard {
  const modes = ["strict", "lax", "skip"] as const;
  return {
    namespaces: namespaceConstraint(attribute(source, "namespace") ?? "##any", context.scope.targetNamespace),
    processContents: enumeratedAttribute(source, "processContents", modes, context) ?? "strict",
    position: source.position,
  };
}

function namespaceConstraint(written: string, targetNamespace: string): NamespaceConstraint {
  const items = listItems(written);
  if (items.length === 1 && items[0] === "##any") return { allow: "any" };
  if (items.length === 1 && items[0] === "##other") return { allow: "other", than: targetNamespace };
  const of = items.map((word) => (word === "##targetNamespace" ? targetNamespace : word === "##local" ? "" : word));
  return { allow: "list", of: [...new Set(of)] };
}
