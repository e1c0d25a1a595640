/** XML Schema Part 1, section 3.6: attribute groups, and the attributes of a complex type (section 3.4.2). */

import { attributeNode } from "../xml/navigate";
import { expandedName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { isNCName } from "../xml/xml-namespaces";
import { buildAttributeUse } from "./attribute-use";
import type { AttributeUse, AttributeWildcard } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { intersectWildcards } from "./namespace-constraint";
import type { AttributeGroupDefinition, PendingAttributes } from "./registry";
import { reportUnexpected } from "./unexpected";
import { buildAttributeWildcard } from "./wildcard";

export function isAttributePart(child: XmlElement): boolean {
  return /^(?:attribute|attributeGroup|anyAttribute)$/.test(xsdName(child));
}

/** Returns the attributes among the children, with unresolved references to groups. */
export function readAttributes(children: readonly XmlElement[], context: SchemaContext): PendingAttributes {
  const uses: (AttributeUse | AttributeGroupDefinition)[] = [];
  let wildcard: AttributeWildcard | undefined;
  for (const child of children) {
    if (child.name.local === "attribute") {
      const use = buildAttributeUse(child, context);
      if (use !== undefined) uses.push(use);
    } else if (child.name.local === "anyAttribute") wildcard = buildAttributeWildcard(child, context);
    else if (attributeNode(child, "ref") === undefined) {
      context.diagnostics.error(child, `${child.raw} inside a type has no ref`);
    } else {
      const group = context.attributeGroup(child);
      if (group !== undefined) uses.push(...("kind" in group ? [group] : group));
    }
  }
  return wildcard === undefined ? { uses } : { uses, wildcard };
}

export function attributeGroupShell(source: XmlElement, namespace: string, name: string): AttributeGroupDefinition {
  return {
    kind: "attributeGroup",
    name: { namespace, local: isNCName(name) ? name : "" },
    attributes: { uses: [] },
    source,
  };
}

export function fillAttributeGroup(definition: AttributeGroupDefinition, context: SchemaContext): void {
  const parts = contentsOf(definition.source);
  for (const part of parts) if (!isAttributePart(part)) reportUnexpected(part, context.diagnostics);
  definition.attributes = readAttributes(parts.filter(isAttributePart), context);
}

export interface CollectedAttributes {
  readonly uses: AttributeUse[];
  readonly wildcard?: AttributeWildcard;
}

/** Returns every use, with groups replaced by their uses; a group is expanded once, so that cycles end. */
export function collectAttributes(pending: PendingAttributes, context: SchemaContext): CollectedAttributes {
  const uses: AttributeUse[] = [];
  const wildcards: AttributeWildcard[] = pending.wildcard === undefined ? [] : [pending.wildcard];
  const named = new Map<string, AttributeUse>();
  const groups = new Set<AttributeGroupDefinition>();
  const open = [...pending.uses].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("kind" in next) {
      if (groups.has(next)) continue;
      groups.add(next);
      // Section 3.4.2: `prohibited` in a group does not remove an attribute from a restricted type.
      open.push(...next.attributes.uses.filter((use) => "kind" in use || use.use !== "prohibited").reverse());
      if (next.attributes.wildcard !== undefined) wildcards.push(next.attributes.wildcard);
      continue;
    }
    const key = expandedName(next.attribute.name);
    const before = named.get(key);
    if (before === undefined) {
      named.set(key, next);
      uses.push(next);
    } else if (before.attribute !== next.attribute) {
      const hint = `it is also in line ${before.position.line}`;
      context.diagnostics.error(next, "attribute declared twice in one type", {
        name: next.attribute.name,
        hint,
      });
    }
  }
  const wildcard = intersectWildcards(wildcards);
  return wildcard === undefined ? { uses } : { uses, wildcard };
}
