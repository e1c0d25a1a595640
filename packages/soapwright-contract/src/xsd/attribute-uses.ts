/** XML Schema Part 1, sections 3.2 and 3.6: attribute declarations, their uses, and attribute groups. */
import { attributeNode, expandedName, type QName, type XmlElement } from "../xml/xml";
import { anySimpleType } from "./built-in-types";
import type { AttributeDeclaration, AttributeUse, AttributeWildcard, Shell, SimpleType } from "./components";
import type { SchemaContext } from "./context";
import { intersectWildcards } from "./namespace-constraint";
import type { AttributeGroupDefinition, PendingAttributes } from "./registry";
import {
  contentsOf,
  documentationOf,
  enumeratedAttribute,
  localName,
  reportUnexpected,
  xsdName,
} from "./schema-source";
import { constraintOf, dropWrongDefault, valueConstraint } from "./value-constraint";
import { buildAttributeWildcard } from "./wildcard";

export function attributeShell(source: XmlElement, name: QName, global: boolean): Shell<AttributeDeclaration> {
  return {
    kind: "attribute",
    name,
    global,
    type: anySimpleType,
    position: source.position,
    documentation: documentationOf(source),
  };
}

export function fillAttribute(shell: Shell<AttributeDeclaration>, source: XmlElement, context: SchemaContext): void {
  Object.assign(shell, valueConstraint(source, context));
  let inline: SimpleType | undefined;
  for (const child of contentsOf(source)) {
    if (xsdName(child) === "simpleType") inline = context.simpleType(child, shell);
    else reportUnexpected(child, context);
  }
  shell.type = inline ?? namedType(source, context) ?? anySimpleType;
}

function namedType(source: XmlElement, context: SchemaContext): SimpleType | undefined {
  const written = attributeNode(source, "type");
  if (written === undefined) return undefined;
  const type = context.type(source, "type");
  if (type?.kind !== "complexType") return type;
  context.diagnostics.error(written, "attribute-type-complex", "the type of an attribute is a complex type", {
    name: type.name,
    hint: "an attribute holds text: name a simple type",
  });
  return undefined;
}

function buildAttributeUse(source: XmlElement, context: SchemaContext): AttributeUse | undefined {
  const use = enumeratedAttribute(source, "use", ["optional", "required", "prohibited"], context) ?? "optional";
  const declaration = declarationOf(source, context);
  if (declaration === undefined) return undefined;
  const ownConstraint = valueConstraint(source, context);
  const isConstrained = ownConstraint.default !== undefined || ownConstraint.fixed !== undefined;
  if (use === "required" && ownConstraint.default !== undefined) {
    context.diagnostics.error(source, "attribute-required-default", "a required attribute has no default", {
      name: declaration.name,
    });
  }
  const built: Shell<AttributeUse> = {
    attribute: declaration,
    use,
    ...(isConstrained ? ownConstraint : constraintOf(declaration)),
    documentation: documentationOf(source),
    position: source.position,
  };
  dropWrongDefault(built, () => declaration.type, source, context);
  return built;
}

function declarationOf(source: XmlElement, context: SchemaContext): AttributeDeclaration | undefined {
  if (attributeNode(source, "ref") !== undefined) return context.referred("attribute", source);
  const name = localName(source, context.scope.attributesQualified, context);
  if (name === undefined) return undefined;
  const declaration = attributeShell(source, name, false);
  fillAttribute(declaration, source, context);
  return declaration;
}

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
      context.diagnostics.error(child, "attribute-ref-missing", `${child.raw} inside a type has no ref`);
    } else {
      const group = context.referred("attributeGroup", child);
      if (group !== undefined) uses.push(...("kind" in group ? [group] : group));
    }
  }
  return { uses, wildcard };
}

export function attributeGroupShell(source: XmlElement, name: QName): AttributeGroupDefinition {
  return { kind: "attributeGroup", name, attributes: { uses: [] }, source };
}

export function fillAttributeGroup(definition: AttributeGroupDefinition, context: SchemaContext): void {
  const parts = contentsOf(definition.source);
  for (const part of parts) if (!isAttributePart(part)) reportUnexpected(part, context);
  definition.attributes = readAttributes(parts.filter(isAttributePart), context);
}

/** Returns every use, with groups replaced by their uses; a group is expanded once, so that cycles end. */
export function collectAttributes(pending: PendingAttributes, context: SchemaContext) {
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
      context.diagnostics.error(next, "attribute-declared-twice", "attribute declared twice in one type", {
        name: next.attribute.name,
        hint: `it is also in line ${before.position.line}`,
      });
    }
  }
  return { uses, wildcard: intersectWildcards(wildcards) };
}
